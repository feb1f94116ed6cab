import { readFileSync } from "node:fs";
import type { PostgresServer } from "../../test/support/postgres-server.ts";

const ticksPerSecond = 100;

/** User and system time of a process, and, of one that has ended children, theirs. */
function ticksOf(pid: number, withEnded: boolean): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  const own = Number(fields[11]) + Number(fields[12]);
  return withEnded ? own + Number(fields[13]) + Number(fields[14]) : own;
}

const ticksIfThere = (pid: number): number => {
  try {
    return ticksOf(pid, false);
  } catch {
    return 0; // ended meanwhile: its parent has it then
  }
};

/** A process with all of its threads. */
export const secondsOfProcess = (pid: number): number => ticksOf(pid, false) / ticksPerSecond;

/** This process, and the programs it ran. */
export const secondsOfSelf = (): number => ticksOf(process.pid, true) / ticksPerSecond;

/** All processes of a server, those that ended included. */
export const secondsOf = (server: PostgresServer): number =>
  (ticksOf(server.pid, true) + server.children.reduce((sum, pid) => sum + ticksIfThere(pid), 0)) / ticksPerSecond;

export interface Cost {
  readonly seconds: number;
  /** Of this process with all of its threads, and of the server with all of its processes. */
  readonly ourCpu: number;
  readonly serverCpu: number;
}

/** What some work costs, every process counted: a busy machine changes the time it takes, but hardly that. */
export async function costOf(server: PostgresServer, work: () => Promise<void>): Promise<Cost> {
  const [start, ours, theirs] = [performance.now(), process.cpuUsage(), secondsOf(server)];
  await work();
  const { user, system } = process.cpuUsage(ours);
  return {
    seconds: (performance.now() - start) / 1_000,
    ourCpu: (user + system) / 1e6,
    serverCpu: secondsOf(server) - theirs,
  };
}
