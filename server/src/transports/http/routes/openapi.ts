import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { anyUser, openApiRoutes } from "@heliograph/contract";
import type { Callers } from "../../../core/access/index.ts";
import type { HttpApp } from "../../http-app.ts";
import { register } from "../../register.ts";
import { authenticate } from "../access.ts";

const document = () => readFile(fileURLToPath(import.meta.resolve("@heliograph/contract/openapi.json")));

interface OpenApiDependencies {
  readonly callers: Callers;
  readonly options: { readonly apiDescription: "anyone" | "users" };
}

/** The API's description [API8]: written from the contract and committed with it, read when somebody asks. */
export function serveOpenApi(app: HttpApp, { callers, options }: OpenApiDependencies): void {
  let read: Promise<Buffer> | undefined;
  register(app, openApiRoutes, {
    description: async (request, reply) => {
      if (options.apiDescription === "users") await authenticate(request, anyUser, callers);
      read ??= document();
      return reply.type("application/json; charset=utf-8").send(await read); // bytes: nothing serializes them again
    },
  });
}
