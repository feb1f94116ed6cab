import pg from "pg";
import { describe, expect, test } from "vitest";
import { startApp } from "../support/app.ts";
import { createMigratedDatabase, hasPostgres } from "../support/postgres-database.ts";

/** As a restart or a failover of the database does it: every connection of ours ends at once. */
async function terminateConnections(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rowCount } = await client.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
  );
  await client.end();
  return rowCount ?? 0;
}

describe.skipIf(!hasPostgres())("a PostgreSQL that ends its connections", () => {
  test("[REL3] costs some requests a 503, never the process, and is back by itself", async () => {
    const url = await createMigratedDatabase();
    await using app = await startApp({ HELIO_DATABASE_URL: url });
    const home = await app.firstTenant();
    const statuses = new Set<number>();
    let ended = 0;

    for (let round = 0; round < 5; round++) {
      const calls = Array.from({ length: 20 }, (_, index) =>
        home.admin.post("/api/device", { name: `${round}-${index}` }),
      );
      ended += await terminateConnections(url);
      for (const { status } of await Promise.all(calls)) statuses.add(status);
    }

    expect(ended).toBeGreaterThan(0);
    for (const status of statuses) expect([201, 401, 409, 503]).toContain(status);
    await expect.poll(async () => (await home.admin.post("/api/device", { name: "after" })).status).toBe(201);
    await expect.poll(async () => (await app.rest.get("/health/ready")).status).toBe(200);
  });
});
