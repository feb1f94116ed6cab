import pg from "pg";
import { describe, expect, test } from "vitest";
import { startApp, testPassword } from "../support/app.ts";
import { CutLine } from "../support/cut-line.ts";
import { helioHere } from "../support/helio-here.ts";
import { spawnNode } from "../support/node-process.ts";
import { createMigratedDatabase, createPostgresDatabase, hasPostgres } from "../support/postgres-database.ts";

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
    const url = await createMigratedDatabase();
    const settings = { HELIO_DATABASE_URL: url };
    {
      await using first = await startApp(settings);

      await expect(startApp(settings)).rejects.toThrow(/Another node, on .* is running on this PostgreSQL database/);
      const command = await helioHere(["create-tenant", "x", "--data-dir", first.config.dataDir], settings);
      expect(command).toMatchObject({ code: 0, stderr: "" });
    }
    const { rows } = await ask(url, "select expires_time, epoch from node_lease");
    expect(rows).toEqual([{ expires_time: "0", epoch: "1" }]);
  });

  test("[RUN8] a lease that nobody renews is taken over, and whoever lost it stops and writes nothing more", async () => {
    const url = await createMigratedDatabase();
    await using app = await startApp({ HELIO_DATABASE_URL: url });
    const home = await app.firstTenant();

    await ask(url, "update node_lease set owner = 'another', epoch = epoch + 1, expires_time = expires_time + 60000");

    expect((await app.node.failure).message).toMatch(/another node, on .* has taken over/);
    expect((await home.admin.post("/api/device", { name: "too late" })).status).toBe(503);
    expect((await ask(url, "select name from devices")).rows).toEqual([]);
  });
});

test.skipIf(!hasPostgres())(
  "[RUN11] a node whose lease was taken says so in one line and has an exit code for it",
  async () => {
    const url = await createMigratedDatabase();
    // What is under way at that moment fails, and the log says so: the line for whoever looks is none of the log.
    const env = { HELIO_DATABASE_URL: url, HELIO_ADMIN_PASSWORD: testPassword, HELIO_LOG_LEVEL: "silent" };
    await using node = await spawnNode({ env });
    await node.ready();

    await ask(
      url,
      "update node_lease set owner = 'x', epoch = epoch + 1, place = 'b', expires_time = expires_time + 60000",
    );

    expect(await node.exited).toEqual({ code: 4, signal: null });
    expect(node.stderr).toBe(
      "Heliograph stops: another node, on b, has taken over the database; this one stops. Nothing that was acknowledged is lost.\n",
    );
  },
);

// These wait for time to pass, and do it together; each with an `expect` of its own, which outlives the others.
const together = { concurrent: true };

describe("[RUN11] a PostgreSQL that answers at first and then falls silent", {
  ...together,
  skip: !hasPostgres(),
}, () => {
  /** Silence is noticed soon, but a PostgreSQL on a busy machine is not silent. */
  const soon = { HELIO_DATABASE_WAIT: "1s", HELIO_DATABASE_TIMEOUT: "3s" };

  test.for([
    ["insert into node_lease", /^PostgreSQL did not answer for 1 s .* Start it, or correct HELIO_DATABASE_URL/],
    ['create table "tenants"', /^PostgreSQL stopped answering during the start\. .* start again when it answers/],
  ] as const)("ends a start with one sentence: at %s", async ([words, sentence], { expect }) => {
    const { line, url } = await CutLine.before(await createPostgresDatabase());
    await using _line = line;
    line.silentAt = words;

    await expect(startApp({ HELIO_DATABASE_URL: url, ...soon })).rejects.toThrow(sentence);
    expect(line.lost).toBeGreaterThan(0);
  });

  test("is waited for when it comes back in time", async ({ expect }) => {
    const { line, url } = await CutLine.before(await createMigratedDatabase());
    await using _line = line;
    line.silentAt = "insert into node_lease";

    const starting = startApp({ HELIO_DATABASE_URL: url, HELIO_DATABASE_WAIT: "5min" });
    await expect.poll(() => line.lost, { timeout: 60_000 }).toBeGreaterThan(0);
    line.silentAt = undefined;
    line.cut();

    await using app = await starting;
    expect((await app.rest.get("/health/live")).status).toBe(200);
  });
});

describe("a PostgreSQL", together, () => {
  test("[RUN11] that is not there is waited for, and then named with what to do", async ({ expect }) => {
    const settings = { HELIO_DATABASE_URL: "postgres://x@127.0.0.1:1/x", HELIO_DATABASE_WAIT: "1s" };

    await expect(startApp(settings)).rejects.toThrow(/PostgreSQL did not answer for 1 s .* Start it, or correct/);
  });

  test.skipIf(!hasPostgres())(
    "[API11] that falls silent costs requests a 503 instead of hanging them, and is back by itself",
    async ({ expect }) => {
      const { line, url } = await CutLine.before(await createMigratedDatabase());
      await using _line = line;
      await using app = await startApp({
        HELIO_DATABASE_URL: url,
        HELIO_DATABASE_CONNECTIONS: "4",
        HELIO_DATABASE_TIMEOUT: "4s",
      });
      const home = await app.firstTenant();

      line.loses = "answers"; // of new connections, too
      const hung = Array.from({ length: 8 }, (_, n) => home.admin.post("/api/device", { name: `device ${n}` }));
      const statuses = new Set((await Promise.all(hung)).map(({ status }) => status));
      line.cut();

      expect([...statuses]).toEqual([503]);
      await expect.poll(async () => (await home.admin.post("/api/device", { name: "after" })).status).toBe(201);
      const body = { username: "admin", password: testPassword };
      await expect.poll(async () => (await app.rest.post("/api/auth/login", body)).status).toBe(200);
    },
  );
});
