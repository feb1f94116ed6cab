import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { startApp, type TestApp } from "../support/app.ts";
import { ClusterPlace, hasCluster } from "../support/cluster-place.ts";

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

const without = (env: Record<string, string>, name: string): Record<string, string> =>
  Object.fromEntries(Object.entries(env).filter(([key]) => key !== name));

describe.skipIf(!hasCluster())("nodes that share a PostgreSQL, an S3 and a NATS", () => {
  let place: ClusterPlace;
  let nodes: TestApp[] = [];

  beforeAll(async () => {
    place = await ClusterPlace.start();
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
