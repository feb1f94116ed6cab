import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { openApiRoutes } from "@heliograph/contract";
import type { HttpApp } from "../../http-app.ts";
import { register } from "../../register.ts";

const document = () => readFile(fileURLToPath(import.meta.resolve("@heliograph/contract/openapi.json")));

/** The API's description [API8]: written from the contract and committed with it, read when somebody asks. */
export function serveOpenApi(app: HttpApp): void {
  let read: Promise<Buffer> | undefined;
  register(app, openApiRoutes, {
    description: async (_, reply) => {
      read ??= document();
      return reply.type("application/json; charset=utf-8").send(await read); // bytes: nothing serializes them again
    },
  });
}
