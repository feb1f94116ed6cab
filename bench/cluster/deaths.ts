import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { findPostgres } from "../../test/support/postgres-programs.ts";
import { PostgresServer } from "../../test/support/postgres-server.ts";
import { quantiles } from "../../test/system/cluster-faults/distribution.ts";
import { logIn } from "../child-node.ts";
import { Nodes } from "./nodes.ts";
import { say } from "./say.ts";
import { Sender } from "./sender.ts";
import { serverSettings } from "./servers.ts";

const kills = Number(process.env["BENCH_KILLS"] ?? 20);
const deviceCount = Number(process.env["BENCH_SENDERS"] ?? 24);
const aimMs = 10_000;
/** All shards have found their places by then, and every device has sent. */
const settleMs = 6_000;
const lookEveryMs = 25;
const tokenOf = (number: number): string => `bench-token-${number}`;

/** What the database says of a member that was killed, by its place. */
const stages = {
  "called dead": "select not exists (select 1 from cluster_member where node = $1) as done",
  "its points in blocks":
    "select not exists (select 1 from points_shard where owner = $1) and not exists (select 1 from cluster_member where node = $1) as done",
  "its devices taken":
    "select not exists (select 1 from points_shard where id >= 0 and owner in ('', $1)) and not exists (select 1 from cluster_member where node = $1) as done",
} as const;
type Stage = keyof typeof stages;

async function createDevices(nodes: Nodes): Promise<void> {
  const user = await logIn(nodes.nodes[0]?.port ?? 0);
  const rows = Array.from({ length: deviceCount }, (_, number) => `bench ${number},${tokenOf(number)}`);
  const csv = ["name,token", ...rows].join("\n");
  const response = await user.post(`/api/tenants/${user.tenantId}/devices/import`, csv, "text/csv");
  if (!response.ok) throw new Error(`the devices could not be created: ${await response.text()}`);
}

/** When each stage was reached, from now on. */
async function stagesOf(client: pg.Client, member: string): Promise<Map<Stage, number>> {
  const [start, reached] = [performance.now(), new Map<Stage, number>()];
  for (const [stage, question] of Object.entries(stages) as [Stage, string][]) {
    while ((await client.query(question, [member])).rows[0]?.done !== true) await sleep(lookEveryMs);
    reached.set(stage, performance.now() - start);
  }
  return reached;
}

/** Time from the death of a node until every device is served again, as its devices see it. */
export async function deaths(): Promise<void> {
  const programs = findPostgres();
  if (!programs) return say("No PostgreSQL was found");
  const server = await PostgresServer.start(programs, serverSettings);
  try {
    await using nodes = await Nodes.start(3, server, { HELIO_LOG_LEVEL: "error" }); // they tell of what they miss
    await createDevices(nodes);
    const senders = Array.from({ length: deviceCount }, (_, number) => new Sender(tokenOf(number), () => nodes.ports));
    const working = senders.map((sender) => sender.work());
    const client = new pg.Client({ connectionString: nodes.url });
    await client.connect();
    const gaps: number[] = [];
    const times: Record<Stage, number[]> = { "called dead": [], "its points in blocks": [], "its devices taken": [] };
    for (let kill = 0; kill < kills; kill++) {
      await sleep(settleMs + Math.random() * 1_000);
      const at = kill % nodes.nodes.length;
      const member = await nodes.memberOf(at);
      const [killed, victim] = [performance.now(), nodes.nodes[at]?.process];
      victim?.kill("SIGKILL");
      nodes.forget(at);
      const reached = await stagesOf(client, member);
      await sleep(settleMs / 2);
      const gap = Math.max(...senders.map((sender) => sender.longestGapSince(killed)));
      gaps.push(gap);
      for (const [stage, ms] of reached) times[stage].push(ms);
      const parts = [...reached].map(([stage, ms]) => `${stage} ${(ms / 1_000).toFixed(1)}`);
      say(`  kill ${kill + 1}: ${parts.join(", ")}, all served again after ${(gap / 1_000).toFixed(1)} s`);
      if (victim && victim.exitCode === null && victim.signalCode === null) await once(victim, "exit");
      await nodes.replace(at);
    }
    for (const sender of senders) sender.isOver = true;
    await Promise.all(working);
    await client.end();
    for (const [stage, list] of Object.entries(times)) say(`${stage}: ${quantiles(list)}`);
    const within = gaps.filter((gap) => gap <= aimMs).length;
    say(
      `without service after a kill, the longest of ${deviceCount} devices: ${quantiles(gaps)}; ${within} of ${gaps.length} within 10 s`,
    );
  } finally {
    await server.stop();
  }
}
