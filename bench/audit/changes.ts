import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { findPostgres } from "../../test/support/postgres-programs.ts";
import { PostgresServer } from "../../test/support/postgres-server.ts";
import { startChildNode } from "../child-node.ts";
import { secondsOf } from "../cluster/cpu.ts";
import type { Manner } from "./silenced.ts";
import { type ChangeKind, changeKinds } from "./user-changes.ts";

const rounds = Number(process.env["BENCH_ROUNDS"] ?? 15);
const changesPerRound = 40;
const atOnce = [1, 20];
const manners: readonly Manner[] = ["with its entry", "without its entry", "without any audit"];
/** As it is set up by hand for such a machine; everything durable as PostgreSQL has it by default. */
const postgresSettings = ["max_connections=50", "shared_buffers=256MB"];

interface Figures {
  readonly ms: number[];
  readonly cpuMs: number[];
}

/** Changes as people make them, over HTTP on a node of its own, with and without their entries in turns [AUD1]. */
export async function compareOnSqlite(): Promise<void> {
  console.log("changes on SQLite");
  await onNode({}, () => 0);
}

export async function compareOnPostgres(): Promise<void> {
  const programs = findPostgres();
  if (!programs) return console.log("no PostgreSQL here: changes on PostgreSQL are not measured");
  console.log("changes on PostgreSQL");
  const server = await PostgresServer.start(programs, postgresSettings);
  try {
    await onNode({ HELIO_DATABASE_URL: server.url }, () => secondsOf(server) * 1_000);
  } finally {
    await server.stop();
  }
}

async function onNode(env: Record<string, string>, serverCpuMs: () => number): Promise<void> {
  const node = await startChildNode(env, undefined, new URL("./silenced.ts", import.meta.url));
  try {
    for (const kind of await changeKinds(node.port, Math.max(...atOnce)))
      for (const lanes of atOnce) await compareKind(node.process, kind, lanes, serverCpuMs);
  } finally {
    await node.stop();
  }
}

async function compareKind(
  node: ChildProcess,
  kind: ChangeKind,
  lanes: number,
  serverCpuMs: () => number,
): Promise<void> {
  const figures = new Map<Manner, Figures>(manners.map((manner) => [manner, { ms: [], cpuMs: [] }]));
  for (let round = -1; round < rounds; round++) {
    // Whoever comes first differs from round to round; the first round only warms up.
    for (let turn = 0; turn < manners.length; turn++) {
      const manner = manners[(turn + round + manners.length) % manners.length] ?? "with its entry";
      const cpuBefore = (await told(node, manner)) + serverCpuMs();
      const start = performance.now();
      await inLanes(kind, lanes);
      const ms = performance.now() - start;
      const cpuMs = (await told(node, manner)) + serverCpuMs() - cpuBefore;
      if (round < 0) continue;
      figures.get(manner)?.ms.push(ms / changesPerRound);
      figures.get(manner)?.cpuMs.push(cpuMs / changesPerRound);
    }
  }
  show(kind.name, lanes, figures);
}

async function inLanes(kind: ChangeKind, lanes: number): Promise<void> {
  const lane = async (subject: number) => {
    for (let index = subject; index < changesPerRound; index += lanes) await kind.change(subject);
  };
  await Promise.all(Array.from({ length: lanes }, (_, subject) => lane(subject)));
}

/** Tells the node how to go on; it answers with the processor time it has used, all threads counted. */
async function told(node: ChildProcess, manner: Manner): Promise<number> {
  const answer = once(node, "message");
  node.send(manner);
  return Number((await answer)[0]);
}

/** Ratios are those of single rounds, whose turns follow each other at once, and of these the middle one. */
function show(name: string, lanes: number, figures: ReadonlyMap<Manner, Figures>): void {
  const of = (manner: Manner, what: keyof Figures) => figures.get(manner)?.[what] ?? [];
  console.log(`  ${name}, ${lanes === 1 ? "one after another" : `${lanes} at once`}`);
  for (const manner of manners) {
    const against = (what: keyof Figures) =>
      medianOf(of("with its entry", what).map((value, round) => value / (of(manner, what)[round] ?? Number.NaN)));
    const ratios = `  with its entry: ${against("ms").toFixed(2)}× by time, ${against("cpuMs").toFixed(2)}× by CPU`;
    const [ms, cpu] = [medianOf(of(manner, "ms")), medianOf(of(manner, "cpuMs"))];
    const figure = `${ms.toFixed(2)} ms, CPU ${cpu.toFixed(2)} ms`;
    console.log(`    ${manner.padEnd(18)} ${figure}${manner === "with its entry" ? "" : ratios}`);
  }
}

const medianOf = (list: readonly number[]): number =>
  list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? Number.NaN;
