import type { TestProject } from "vitest/node";
import { startPostgres } from "./postgres-server.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Empty where no PostgreSQL can be had. */
    readonly postgresUrl: string;
  }
}

/** What is shared by the whole run. A missing peer is a skip that says so, and a failure in CI [RUN2]. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres();
  if (!postgres) {
    const message = "PostgreSQL: no server program found, the tests on PostgreSQL are skipped";
    if (process.env["CI"] === "true") throw new Error(message);
    process.stderr.write(`tests: ${message}\n`);
  }
  project.provide("postgresUrl", postgres?.url ?? "");
  return async () => postgres?.stop();
}
