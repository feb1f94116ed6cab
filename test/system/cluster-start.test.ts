import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { scratchFolder } from "../scratch-folder.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { ClusterPlace, hasCluster } from "../support/cluster-place.ts";
import { NatsServer } from "../support/nats-server.ts";

async function ask(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

const refused = (env: Record<string, string>): Promise<string> =>
  startApp(env).then(
    async (app) => {
      await app[Symbol.asyncDispose]();
      return "it started";
    },
    (error: Error) => error.message,
  );

const readOnly = expect.stringContaining("PostgreSQL can only be read");

const without = (env: Record<string, string>, name: string): Record<string, string> =>
  Object.fromEntries(Object.entries(env).filter(([key]) => key !== name));

describe.skipIf(!hasCluster())("nodes that share a PostgreSQL, an S3 and a NATS", () => {
  let place: ClusterPlace;
  let nodes: TestApp[] = [];

  beforeAll(async () => {
    place = await ClusterPlace.onNothing();
    nodes = await Promise.all([0, 1].map((n) => startApp({ ...place.env, HELIO_NODE_NAME: `node ${n}` })));
  });

  afterAll(async () => {
    await Promise.all(nodes.map((node) => node[Symbol.asyncDispose]()));
    await place?.[Symbol.asyncDispose]();
  });

  test("[CLU1] two that begin at once on nothing are one installation: both let the same people in, with tokens of each other", async () => {
    const [one, two] = nodes as [TestApp, TestApp];
    const token = await one.tokens("admin");

    expect((await two.rest.withToken(token.token).get("/api/auth/user")).status).toBe(200);
    expect((await ask(place.url, "select count(*)::int as n from tenants"))[0]?.["n"]).toBe(1);
    for (const node of nodes) expect((await node.rest.get("/health/ready")).status).toBe(200);
  });

  test("[CLU2] soon each has half of the shards, and none is left", async () => {
    const held = async () =>
      (
        await ask(place.url, "select count(*)::int as n from points_shard where id >= 0 and owner <> '' group by owner")
      ).map(({ n }) => n);

    await expect.poll(held, { timeout: 15_000 }).toEqual([32, 32]);
  });

  test.for([
    ["HELIO_DATABASE_URL", /HELIO_NATS_URL needs HELIO_DATABASE_URL/],
    ["HELIO_FILES_URL", /HELIO_NATS_URL needs HELIO_FILES_URL/],
    ["HELIO_SECRET", /HELIO_NATS_URL needs HELIO_SECRET/],
    ["HELIO_NATS_URL", /Another node.*Several need HELIO_NATS_URL/],
  ] as const)("[CLU1] one without %s is refused, and says what is missing", async ([name, says]) => {
    expect(await refused(without(place.env, name))).toMatch(says);
  });

  test.for([
    ["another secret", { HELIO_SECRET: "a secret of somebody else" }, /HELIO_SECRET is not the one/],
    [
      "a NATS that is not there",
      { HELIO_NATS_URL: "nats://127.0.0.1:1", HELIO_NATS_WAIT: "0ms" },
      /NATS at 127.0.0.1:1/,
    ],
    ["a bucket without its files", { HELIO_FILES_URL: "s3://files/elsewhere" }, /missing or empty/],
  ] as const)("[CLU1] one with %s is refused", async ([, settings, says]) => {
    expect(await refused({ ...place.env, ...settings })).toMatch(says);
  });

  test("[CLU1, RUN12] one whose clock is ten minutes off is refused", async () => {
    const now = Date.now.bind(Date);
    const clock = vi.spyOn(Date, "now").mockImplementation(() => now() + 600_000);
    const says = await refused(place.env).finally(() => clock.mockRestore());

    expect(says).toMatch(/clock of this node is (599|600|601) s ahead of that of PostgreSQL/);
  });

  test("[CLU1, REL4] one that knows other tables than the nodes that run is refused, and changes none", async () => {
    const [newest] = await ask(place.url, "select max(name) as name from migrations");
    const putBack = `insert into migrations values ('${newest?.["name"]}', now()::text)`;
    await ask(place.url, `delete from migrations where name = '${newest?.["name"]}'`);
    const says = await refused(place.env);
    await ask(place.url, putBack);

    expect(says).toMatch(/has other tables than the nodes that run \(node 0, .*node 1, /);
  });

  test("[CLU1] another cluster on the same bucket is refused", async () => {
    await using other = await ClusterPlace.start();
    const there = { HELIO_S3_ENDPOINT: place.s3.endpoint };

    expect(await refused({ ...other.env, ...there })).toMatch(/is empty, but s3:.*hold the data of an installation/);
  });

  test("[CLU4, RUN11] on a PostgreSQL that can only be read nodes say so in words, one that starts too, and all go on when it can be written", async () => {
    const database = new URL(place.url).pathname.slice(1);
    const others =
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()";
    const ready = async () => Promise.all(nodes.map(async (node) => (await node.rest.get("/health/ready")).text));
    const token = await (nodes[0] as TestApp).login("admin");
    await ask(place.url, `alter database "${database}" set default_transaction_read_only = on`);
    await ask(place.url, others);

    await expect.poll(ready, { timeout: 15_000 }).toEqual([readOnly, readOnly]);
    const saved = await token.post("/api/device", { name: "not stored" });
    expect(saved).toMatchObject({ status: 503 });
    expect(await refused({ ...place.env, HELIO_DATABASE_WAIT: "0ms" })).toMatch(
      /PostgreSQL can only be read.*HELIO_DATABASE_URL/,
    );

    await ask(place.url, `begin read write; alter database "${database}" reset default_transaction_read_only; commit`);
    await expect
      .poll(async () => (await token.post("/api/device", { name: "stored" })).status < 300, { timeout: 20_000 })
      .toBe(true);
    await expect.poll(async () => (await ready()).join(), { timeout: 15_000 }).not.toContain("PostgreSQL");
  });

  test("[CLU1, CLU4] one that NATS does not let hear the others says which subject that is, and hears them when it is allowed", async () => {
    const rights = (subscribe: string) =>
      `authorization { users: [{ user: "n", password: "secret", permissions: { publish: [">"], subscribe: ["_INBOX.>", "${subscribe}"] } }] }`;
    await using nats = await NatsServer.start(rights("helio.*.node.>"));
    const file = join(scratchFolder("nats"), "password");
    await writeFile(file, "secret");
    const access = { HELIO_NATS_USER: "n", HELIO_NATS_PASSWORD_FILE: file };
    await using node = await startApp({ ...place.env, ...access, HELIO_NATS_URL: `nats://${nats.address}` });
    const ready = async () => (await node.rest.get("/health/ready")).text;

    await expect.poll(ready, { timeout: 15_000 }).toMatch(/NATS does not let this node.*helio\..*\.all\./);
    nats.reconfigure(rights("helio.>"));
    await expect.poll(ready, { timeout: 30_000 }).not.toContain("NATS");
  });

  test("[CLU1, CLU4] one that loses NATS says so to the balancer, and is ready again when it is back", async () => {
    const ready = async () => (await (nodes[0] as TestApp).rest.get("/health/ready")).text;
    await place.nats.kill();
    await expect.poll(ready, { timeout: 15_000 }).toContain("NATS is not reached");

    await place.nats.startAgain();
    await expect.poll(ready, { timeout: 15_000 }).not.toContain("NATS");
  });

  test("[CLU4] one that stops gives all it has to the other, and a third that starts gets its part", async () => {
    await (nodes.pop() as TestApp)[Symbol.asyncDispose]();
    const owners = () =>
      ask(place.url, "select count(*)::int as n, owner = '' as free from points_shard where id >= 0 group by owner");
    await expect.poll(owners, { timeout: 15_000 }).toEqual([{ n: 64, free: false }]);

    nodes.push(await startApp(place.env));
    await expect.poll(owners, { timeout: 15_000 }).toEqual([
      { n: 32, free: false },
      { n: 32, free: false },
    ]);
  });
});
