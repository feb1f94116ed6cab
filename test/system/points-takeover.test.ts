import { cp } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { describe, expect, test } from "vitest";
import { startApp } from "../support/app.ts";
import { createDevice, startOn } from "../support/crash-node.ts";
import { devicePoints } from "../support/device-points.ts";
import { createMigratedDatabase, hasPostgres } from "../support/postgres-database.ts";
import { tempFolder } from "../support/temp-folder.ts";

/** By the clock of the database, which decides; the node that had it believes that it still has it. */
async function letLeaseRunOut(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("update node_lease set expires_time = 0");
  await client.end();
}

describe.skipIf(!hasPostgres())("points in PostgreSQL", () => {
  test("[CLU3] a node that was frozen while another took over acknowledges and stores nothing any more, and stops", async () => {
    await using folder = await tempFolder();
    const [here, elsewhere] = [join(folder.path, "here"), join(folder.path, "elsewhere")];
    const url = await createMigratedDatabase();
    const env = { HELIO_DATABASE_URL: url, HELIO_DATABASE_LEASE: "1min" };
    const { node, admin } = await startOn(here, { env: { ...env, HELIO_LOG_LEVEL: "silent" } });
    await using _node = node;
    const { id } = await createDevice(admin);
    const points = devicePoints(admin, id);
    await points.send(1);
    await cp(here, elsewhere, { recursive: true, filter: (path) => !path.includes("node.lock") });

    node.signal("SIGSTOP");
    const late = [101, 102, 103].map((ts) => points.status(ts)); // read when it wakes up
    await letLeaseRunOut(url);
    await using next = await startApp({ ...env, HELIO_DATA_DIR: elsewhere });
    const { admin: nextAdmin } = await next.firstTenant();
    const taken = devicePoints(nextAdmin, id);
    await taken.send(2);
    node.signal("SIGCONT");

    expect(await node.exited).toEqual({ code: 4, signal: null });
    expect(node.stderr).toContain("has taken over the database");
    for (const status of await Promise.all(late)) expect([0, 503]).toContain(status);
    await taken.send(3);
    expect(await taken.stored()).toEqual([1, 2, 3]);
  });
});
