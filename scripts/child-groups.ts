// Programs that end with whoever started them, and with them all that they have started.
import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";

const lookEveryMs = 50;
const running = new Set<ChildProcess>();
let isEnding = false;

/**
 * Each leads a group of its own, in which is what it starts; none of that outlives it. When all are asked to end, what is left of its group
 * is waited for: some of it has servers to stop and folders to remove.
 */
export function startGroup(program: string, args: readonly string[], options: SpawnOptions): ChildProcess {
  const child = spawn(program, args, { ...options, detached: true });
  running.add(child);
  if (isEnding) signalGroup(child, "SIGKILL"); // it comes too late
  child.on("exit", () => {
    if (isEnding) return;
    running.delete(child);
    signalGroup(child, "SIGKILL");
  });
  return child;
}

/** Whether there was anybody. */
function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals | 0): boolean {
  if (pid === undefined) return false;
  try {
    return process.kill(-pid, signal);
  } catch {
    return false;
  }
}

function end(signal: NodeJS.Signals, patienceMs: number): void {
  if (isEnding) return; // a second one would cut short who is tidying up, and npm sends each again
  isEnding = true;
  for (const child of running) signalGroup(child, signal);
  const last = Date.now() + patienceMs;
  const looking = setInterval(() => {
    const isLate = Date.now() >= last;
    for (const child of running) if (!signalGroup(child, isLate ? "SIGKILL" : 0)) running.delete(child);
    if (running.size === 0 || isLate) clearInterval(looking);
  }, lookEveryMs);
}

/** By a signal, with the terminal, or when nobody reads any more what is said: this process goes on until all of them have ended. */
export function endTogether(patienceMs = 15_000): void {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => end(signal, patienceMs));
  process.on("SIGQUIT", () => end("SIGTERM", patienceMs)); // which would have each of them write down its memory
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => end("SIGTERM", patienceMs));
}
