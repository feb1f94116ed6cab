// The API's description, written from the routes of the contract [API8].
import swagger from "@fastify/swagger";
import { ErrorBody, type Route, type RouteAccess, routes } from "@heliograph/contract";
import fastify from "fastify";
import { frameworkSchemaOf } from "../server/src/transports/register.ts";
import { version } from "../server/src/version.ts";

const description = `Devices send telemetry, attributes and measurement files; people and scripts find devices, read
values, list and download files and queue commands. Log in, then send \`X-Authorization: Bearer <token>\` with every
call. Times are Unix milliseconds, ids in bodies are objects with their kind. Errors all have one form; see
docs/errors.md.`;

const security = {
  token: {
    type: "apiKey",
    in: "header",
    name: "X-Authorization",
    description:
      "`Bearer <token>`, the token from POST /api/auth/login, or `ApiKey <key>`, a key from POST /api/apiKeys",
  },
} as const;

/** As it is committed: a change of the API is seen in a review. */
export async function openApiText(): Promise<string> {
  const shadow = fastify({ exposeHeadRoutes: false });
  await shadow.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: { title: "Heliograph", version, description, license: { name: "Apache-2.0", identifier: "Apache-2.0" } },
      components: { securitySchemes: security },
    },
  });
  shadow.setValidatorCompiler(() => () => true);
  shadow.setSerializerCompiler(() => JSON.stringify);
  const all: Route[] = Object.values(routes).flatMap((subject) => Object.values(subject));
  for (const route of all) {
    shadow.route({ method: route.method, url: route.path, schema: described(route), handler: async () => undefined });
  }
  await shadow.ready();
  return `${JSON.stringify(withRefusals(shadow.swagger() as unknown as Document), null, 2)}\n`;
}

const described = (route: Route) => ({ ...frameworkSchemaOf(route), ...documented(route.access, route.description) });

interface Document {
  readonly paths?: { readonly [path: string]: { readonly [method: string]: { responses: Record<string, unknown> } } };
  readonly components?: object;
}

/** Every route may refuse, and every refusal has the same body [API2]: it is described once. */
function withRefusals(document: Document): Document {
  const refusal = { $ref: "#/components/responses/Refusal" };
  for (const operation of Object.values(document.paths ?? {}).flatMap((methods) => Object.values(methods))) {
    operation.responses = { ...operation.responses, "4XX": refusal, "5XX": refusal };
  }
  const Refusal = { description: "Refused", content: { "application/json": { schema: ErrorBody } } };
  return { ...document, components: { ...document.components, responses: { Refusal } } };
}

function documented(access: RouteAccess, description = "") {
  if (access.kind === "public" || access.kind === "token-in-url" || access.kind === "share")
    return { security: [], description };
  if (access.kind === "login-step")
    return {
      security: [{ token: [] }],
      description: [description, `Needs a token of \`${access.scope}\`.`].filter(Boolean).join("\n\n"),
    };
  const needed = access.kind === "permissions" ? `Needs ${access.all.map((name) => `\`${name}\``).join(" and ")}.` : "";
  const inPerson =
    access.kind === "signed-in" && access.bySession ? "Needs a login; not possible with an API key." : "";
  return { security: [{ token: [] }], description: [description, needed, inPerson].filter(Boolean).join("\n\n") };
}
