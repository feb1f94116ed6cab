import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findPostgres } from "../../test/support/postgres-programs.ts";
import { PostgresServer } from "../../test/support/postgres-server.ts";
import { type ChildNode, logIn } from "../child-node.ts";
import { buildLoad, type LoadResult, publish } from "../mqtt/load.ts";
import { Nodes } from "./nodes.ts";
import { say } from "./say.ts";
import { serverSettings } from "./servers.ts";

const devices = Number(process.env["BENCH_DEVICES"] ?? 600);
const seconds = Number(process.env["BENCH_SECONDS"] ?? 10);
const inFlight = Number(process.env["BENCH_IN_FLIGHT"] ?? 10);
const warmUpSeconds = 3;
const aim = 0.6;
/** In turns: how much a processor does in a second differs by a third from minute to minute. */
const rounds = 5;
/** Longer than the shards need to find their places. */
const settleMs = 6_000;

interface Side {
  readonly messages: number;
  readonly cpu: Readonly<Record<string, number>>;
}

const tokenOf = (number: number): string => `bench-token-${number}`;

async function createDevices(node: ChildNode): Promise<void> {
  const user = await logIn(node.port);
  const rows = Array.from({ length: devices }, (_, number) => `bench ${number},${tokenOf(number)}`);
  const csv = ["name,token", ...rows].join("\n");
  const response = await user.post(`/api/tenants/${user.tenantId}/devices/import`, csv, "text/csv");
  if (!response.ok) throw new Error(`the devices could not be created: ${await response.text()}`);
}

/** Each node has its share of the devices connected, whoever has their points. */
function targetsOf(nodes: readonly ChildNode[], program: string, folder: string) {
  return nodes.map((node, at) => {
    const numbers = Array.from({ length: devices }, (_, number) => number).filter((n) => n % nodes.length === at);
    const tokens = join(folder, `tokens-${nodes.length}-${at}`);
    writeFileSync(tokens, `${numbers.map(tokenOf).join("\n")}\n`);
    return { target: { program, port: node.mqttPort, tokens }, connections: numbers.length };
  });
}

async function measured(count: number, server: PostgresServer, program: string, folder: string): Promise<Side> {
  await using cluster = await Nodes.start(count, server);
  const [first] = cluster.nodes;
  if (first) await createDevices(first);
  const targets = targetsOf(cluster.nodes, program, folder);
  await sleep(settleMs);
  const run = (time: number) =>
    Promise.all(targets.map(({ target, connections }) => publish(target, connections, inFlight, time)));
  await run(warmUpSeconds);
  const before = cluster.cpuSeconds();
  const results = await run(seconds);
  const after = cluster.cpuSeconds();
  const cpu = {
    nodes: after.nodes - before.nodes,
    NATS: after.NATS - before.NATS,
    PostgreSQL: after.PostgreSQL - before.PostgreSQL,
  };
  show(count, results, cpu);
  return { messages: results.reduce((sum, { acknowledged }) => sum + acknowledged, 0), cpu };
}

function show(count: number, results: readonly LoadResult[], cpu: Side["cpu"]): void {
  const messages = results.reduce((sum, { acknowledged }) => sum + acknowledged, 0);
  const lost = results.reduce((sum, result) => sum + result.lost, 0);
  const parts = Object.entries(cpu).map(([name, used]) => `${used.toFixed(1)} s ${name}`);
  const p99 = Math.max(...results.map(({ p99ms }) => p99ms));
  say(
    `${count} ${count === 1 ? "node" : "nodes"}: ${messages.toLocaleString("en")} messages of 3 points in ${seconds} s, ${lost} lost, p99 ${p99} ms; CPU ${parts.join(", ")}`,
  );
}

const perCpuSecond = ({ messages, cpu }: Side): number =>
  messages / Object.values(cpu).reduce((sum, used) => sum + used, 0);

/** Messages that reach a node which does not have the device: two thirds of all, with three nodes. */
export async function forwarding(): Promise<void> {
  const programs = findPostgres();
  if (!programs) return say("No PostgreSQL was found");
  const folder = mkdtempSync(join(tmpdir(), "heliograph-bench-"));
  const program = buildLoad();
  const server = await PostgresServer.start(programs, serverSettings);
  try {
    const ratios: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const one = await measured(1, server, program, folder);
      const three = await measured(3, server, program, folder);
      ratios.push(perCpuSecond(three) / perCpuSecond(one));
      const [ofThree, ofOne] = [three, one].map((side) => Math.round(perCpuSecond(side)).toLocaleString("en"));
      say(`messages per CPU second of all servers, three nodes against one: ${ofThree} against ${ofOne}`);
    }
    const told = ratios.map((ratio) => `${ratio.toFixed(2)}×`).join(", ");
    const ratio = ratios.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0;
    say(`${told}; the median ${ratio.toFixed(2)}×   aim ≥ ${aim}× ${ratio >= aim ? "met" : "MISSED"}`);
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
