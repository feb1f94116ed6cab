import swagger from "@fastify/swagger";
import { ErrorBody } from "@heliograph/contract";
import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import { anyone, type RouteAccess } from "./access.ts";
import type { HttpApp } from "./http-app.ts";

const description = `Devices send telemetry, attributes and measurement files; people and scripts find devices, read
values, list and download files and queue commands. Log in, then send \`X-Authorization: Bearer <token>\` with every
call. Times are Unix milliseconds, ids in bodies are objects with their kind. Errors all have one form; see
docs/errors.md.`;

/** The API's description, made from the schemas that validate requests [API8]. */
export async function describeApi(app: FastifyInstance, version: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: { title: "Heliograph", version, description, license: { name: "Apache-2.0", identifier: "Apache-2.0" } },
      components: {
        securitySchemes: {
          token: {
            type: "apiKey",
            in: "header",
            name: "X-Authorization",
            description: "`Bearer <token>`, the token from POST /api/auth/login",
          },
        },
      },
    },
    transform: ({ schema, url, route }) => {
      // Every route may refuse, and every refusal has the same body.
      const response = { ...(schema?.response as object), "4xx": ErrorBody, "5xx": ErrorBody };
      return { url, schema: { ...schema, response, ...documented(route.config?.access, schema?.description) } };
    },
  });
}

function documented(access: RouteAccess | undefined, description = "") {
  if (!access || access.kind === "public" || access.kind === "token-in-url") return { security: [], description };
  const needed = access.kind === "permissions" ? `Needs ${access.all.map((name) => `\`${name}\``).join(" and ")}.` : "";
  return { security: [{ token: [] }], description: [description, needed].filter(Boolean).join("\n\n") };
}

export function openApiRoute(app: HttpApp): void {
  let document: Buffer | undefined;
  app.get(
    "/api/openapi.json",
    {
      config: { access: anyone },
      schema: {
        tags: ["Operations"],
        summary: "This description, as OpenAPI 3.1",
        response: { 200: Type.Object({}, { additionalProperties: true }) },
      },
    },
    async (_, reply) => {
      document ??= Buffer.from(JSON.stringify(app.swagger())); // bytes: nothing serializes them again
      return reply.type("application/json; charset=utf-8").send(document);
    },
  );
}
