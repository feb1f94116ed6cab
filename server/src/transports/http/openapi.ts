import { ErrorBody } from "@heliograph/contract";
import fastify, { type FastifyInstance, type RouteOptions } from "fastify";
import { Type } from "typebox";
import { anyone, type RouteAccess } from "./access.ts";
import type { HttpApp } from "./http-app.ts";

const description = `Devices send telemetry, attributes and measurement files; people and scripts find devices, read
values, list and download files and queue commands. Log in, then send \`X-Authorization: Bearer <token>\` with every
call. Times are Unix milliseconds, ids in bodies are objects with their kind. Errors all have one form; see
docs/errors.md.`;

const security = {
  token: {
    type: "apiKey",
    in: "header",
    name: "X-Authorization",
    description: "`Bearer <token>`, the token from POST /api/auth/login",
  },
} as const;

type Described = Pick<RouteOptions, "method" | "url" | "schema" | "config">;

/** The API's description at its route, made from the schemas that validate requests [API8]; call it before all routes. */
export function describeApi(app: FastifyInstance, version: string): { readonly openRoute: (app: HttpApp) => void } {
  const routes: Described[] = [];
  app.addHook("onRoute", ({ method, url, schema, config }) => {
    if (method !== "HEAD") routes.push({ method, url, ...(schema && { schema }), ...(config && { config }) });
  });
  return { openRoute: (target) => openApiRoute(target, () => documentOf(routes, version)) };
}

/**
 * Made by a second application that only has the routes' schemas: who never asks for the description does not wait
 * at the start for the package that writes it [RUN1].
 */
async function documentOf(routes: readonly Described[], version: string): Promise<Buffer> {
  const { default: swagger } = await import("@fastify/swagger");
  const shadow = fastify({ exposeHeadRoutes: false });
  await shadow.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: { title: "Heliograph", version, description, license: { name: "Apache-2.0", identifier: "Apache-2.0" } },
      components: { securitySchemes: security },
    },
    transform: ({ schema, url, route }) => {
      // Every route may refuse, and every refusal has the same body.
      const response = { ...(schema?.response as object), "4xx": ErrorBody, "5xx": ErrorBody };
      return { url, schema: { ...schema, response, ...documented(route.config?.access, schema?.description) } };
    },
  });
  shadow.setValidatorCompiler(() => () => true);
  shadow.setSerializerCompiler(() => JSON.stringify);
  for (const route of routes) shadow.route({ ...route, handler: async () => undefined });
  await shadow.ready();
  return Buffer.from(JSON.stringify(shadow.swagger())); // bytes: nothing serializes them again
}

function documented(access: RouteAccess | undefined, description = "") {
  if (!access || access.kind === "public" || access.kind === "token-in-url") return { security: [], description };
  const needed = access.kind === "permissions" ? `Needs ${access.all.map((name) => `\`${name}\``).join(" and ")}.` : "";
  return { security: [{ token: [] }], description: [description, needed].filter(Boolean).join("\n\n") };
}

function openApiRoute(app: HttpApp, make: () => Promise<Buffer>): void {
  let document: Promise<Buffer> | undefined;
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
      document ??= make();
      return reply.type("application/json; charset=utf-8").send(await document);
    },
  );
}
