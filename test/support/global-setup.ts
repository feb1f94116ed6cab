import type { TestProject } from "vitest/node";
import { type PostgresOnDemand, postgresOnDemand } from "./postgres-on-demand.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The port where a test file asks for PostgreSQL; 0 where none can be had. */
    readonly postgresDesk: number;
  }
}

/** What is shared by the whole run, by all of its projects. */
declare global {
  var heliographTestPostgres: { readonly desk: Promise<PostgresOnDemand | undefined>; users: number } | undefined;
}

/** A missing peer is a skip that says so, and a failure in CI [RUN2]. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await import("../../scripts/build-server.ts"); // what tests start as processes is made of the sources they see
  globalThis.heliographTestPostgres ??= { desk: postgresOnDemand(), users: 0 };
  const shared = globalThis.heliographTestPostgres;
  shared.users += 1;
  const desk = await shared.desk;
  project.provide("postgresDesk", desk?.port ?? 0);
  return async () => {
    shared.users -= 1;
    if (shared.users > 0) return;
    globalThis.heliographTestPostgres = undefined;
    await desk?.close();
  };
}
