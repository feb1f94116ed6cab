import { setTimeout as sleep } from "node:timers/promises";
import { findPostgres } from "../../test/support/postgres-programs.ts";
import { PostgresServer } from "../../test/support/postgres-server.ts";
import { type LoggedIn, logIn } from "../child-node.ts";
import { Nodes } from "./nodes.ts";
import { say } from "./say.ts";
import { serverSettings } from "./servers.ts";

const rounds = Number(process.env["BENCH_ROUNDS"] ?? 400);
const pointCount = 10_000;
const aimMs = 2;
const settleMs = 6_000;

const questions: Readonly<Record<string, string>> = {
  latest: "keys=n",
  "history, 1,000 points": `keys=n&startTs=0&endTs=${pointCount + 1}&limit=1000`,
  "100 averages over 10,000 points": `keys=n&startTs=0&endTs=${pointCount}&interval=${pointCount / 100}&agg=AVG`,
};

async function makeDevice(user: LoggedIn, name: string): Promise<string> {
  const response = await user.post("/api/device", JSON.stringify({ name }), "application/json");
  const { id } = (await response.json()) as { id: { id: string } };
  const points = Array.from({ length: pointCount }, (_, at) => ({ ts: at + 1, values: { n: at } }));
  const path = `/api/plugins/telemetry/DEVICE/${id.id}/timeseries/ANY`;
  for (let at = 0; at < points.length; at += 1_000) {
    const stored = await user.post(path, JSON.stringify(points.slice(at, at + 1_000)), "application/json");
    if (!stored.ok) throw new Error(await stored.text());
  }
  return id.id;
}

async function timed(user: LoggedIn, path: string): Promise<number> {
  const start = performance.now();
  const response = await user.get(path);
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${response.status}`);
  return performance.now() - start;
}

const quantile = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(share * times.length))] ?? Number.NaN;

/** The same question to the node that has the device and to one that has not, in turns. */
async function compare(name: string, path: string, owner: LoggedIn, other: LoggedIn): Promise<void> {
  const times = { owner: [] as number[], other: [] as number[] };
  for (let round = -20; round < rounds; round++) {
    const [here, there] = [await timed(owner, path), await timed(other, path)];
    if (round < 0) continue;
    times.owner.push(here);
    times.other.push(there);
  }
  const at = (share: number) => ({ here: quantile(times.owner, share), there: quantile(times.other, share) });
  const [p50, p99] = [at(0.5), at(0.99)];
  const added = p50.there - p50.here;
  say(
    `${name.padEnd(34)} p50 ${p50.here.toFixed(2)} ms at its node, ${p50.there.toFixed(2)} ms through another: ${added.toFixed(2)} ms added   aim ≤ ${aimMs} ms ${added <= aimMs ? "met" : "MISSED"}; p99 ${p99.here.toFixed(1)} and ${p99.there.toFixed(1)} ms`,
  );
}

/** Reads through a node that does not have the device. */
export async function reads(): Promise<void> {
  const programs = findPostgres();
  if (!programs) return say("No PostgreSQL was found");
  const server = await PostgresServer.start(programs, serverSettings);
  try {
    await using cluster = await Nodes.start(3, server);
    await sleep(settleMs);
    const users = await Promise.all(cluster.nodes.map(({ port }) => logIn(port)));
    const [first] = users;
    if (!first) return;
    const device = await makeDevice(first, "bench");
    const at = await cluster.ownerOf(device);
    const [owner, other] = [users[at], users[(at + 1) % users.length]];
    if (!owner || !other) return;
    for (const [name, query] of Object.entries(questions))
      await compare(name, `/api/plugins/telemetry/DEVICE/${device}/values/timeseries?${query}`, owner, other);
  } finally {
    await server.stop();
  }
}
