import pg from "pg";
import { describe, expect, test } from "vitest";
import { startApp } from "../support/app.ts";
import { helio } from "../support/helio.ts";
import { createPostgresDatabase, hasPostgres } from "../support/postgres-database.ts";

async function ask(url: string, text: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(text);
  } finally {
    await client.end();
  }
}

describe.skipIf(!hasPostgres())("two nodes on one PostgreSQL", () => {
  test("[RUN8] the second is refused while the first runs, and starts when it has stopped; commands work beside it", async () => {
    const url = await createPostgresDatabase();
    const settings = { HELIO_DATABASE_URL: url, HELIO_DATABASE_LEASE: "2s" };
    {
      await using first = await startApp(settings);

      await expect(startApp(settings)).rejects.toThrow(/Another node, on .* is running on this PostgreSQL database/);
      const command = await helio(["create-tenant", "x", "--data-dir", first.config.dataDir], { env: settings });
      expect(command).toMatchObject({ code: 0, stderr: "" });
    }
    const { rows } = await ask(url, "select expires_time, epoch from node_lease");
    expect(rows).toEqual([{ expires_time: "0", epoch: "1" }]);
  });

  test("[RUN8] a lease that nobody renews is taken over, and whoever lost it stops and writes nothing more", async () => {
    const url = await createPostgresDatabase();
    await using app = await startApp({ HELIO_DATABASE_URL: url, HELIO_DATABASE_LEASE: "1s" });
    const home = await app.firstTenant();

    await ask(url, "update node_lease set owner = 'another', epoch = epoch + 1, expires_time = expires_time + 60000");

    expect((await app.node.failure).message).toMatch(/another node has taken over/);
    expect((await home.admin.post("/api/device", { name: "too late" })).status).toBe(503);
    expect((await ask(url, "select name from devices")).rows).toEqual([]);
  });
});

describe("a PostgreSQL", () => {
  test("[RUN11] that is not there is waited for, and then named with what to do", async () => {
    const settings = { HELIO_DATABASE_URL: "postgres://x@127.0.0.1:1/x", HELIO_DATABASE_WAIT: "1s" };

    await expect(startApp(settings)).rejects.toThrow(/PostgreSQL did not answer for 1 s .* Start it, or correct/);
  });
});
