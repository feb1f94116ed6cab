// Programs that end with whoever started them, and with them all that they have started.
import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";

/** After they were asked to end. */
const patienceMs = 15_000;
const running = new Set<ChildProcess>();

/** Each leads a group of its own, in which is what it starts; none of that outlives it. */
export function startGroup(program: string, args: readonly string[], options: SpawnOptions): ChildProcess {
  const child = spawn(program, args, { ...options, detached: true });
  running.add(child);
  child.on("exit", () => {
    running.delete(child);
    signalGroup(child, "SIGKILL");
  });
  return child;
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // nobody is left
  }
}

function end(signal: NodeJS.Signals): void {
  for (const child of running) signalGroup(child, signal);
  setTimeout(() => {
    for (const child of running) signalGroup(child, "SIGKILL");
  }, patienceMs).unref();
}

/** By a signal, with the terminal, or when nobody reads any more what is said: this process goes on until all of them have ended. */
export function endTogether(): void {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => end(signal));
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => end("SIGTERM"));
}
