// Threads for SQLite and for points are half of what a node costs that lives for a few tests. In the processes of tests
// their programs run in the thread that asks them, from the first import of this on. Nodes in processes of their own have
// threads, and so has every node of the long run.
import { registerHooks, syncBuiltinESMExports } from "node:module";
import workerThreads, { type WorkerOptions } from "node:worker_threads";
import { afterAll, beforeAll } from "vitest";
import { isLongRun } from "../switches.ts";
import { PlainWorker } from "./plain-worker.ts";
import { ThreadAtHand } from "./thread-at-hand.ts";

const programs = /\/(connection|writer|reader)\.worker\.ts$/;
const lineEnd = new URL("../../server/src/threads/thread-end.ts", import.meta.url).href;
const begun = new URL("./thread-begun.ts", import.meta.url).href;
let areReal = isLongRun();

const canBeAtHand = (file: string | URL): file is URL => file instanceof URL && programs.test(file.pathname);

function Thread(file: string | URL, options?: WorkerOptions): PlainWorker | ThreadAtHand {
  return areReal || !canBeAtHand(file) ? new PlainWorker(file, options) : new ThreadAtHand(file, options?.workerData);
}

/** For a file whose tests tell what is done side by side: its own nodes have threads, as everywhere else. */
export function withRealThreads(): void {
  beforeAll(() => {
    if (!Object.is(workerThreads.Worker, Thread)) throw new Error("the threads are others than this module's");
    areReal = true;
  });
  afterAll(() => {
    areReal = isLongRun();
  });
}

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === "node:worker_threads" && context.parentURL === lineEnd
      ? { url: begun, format: "module-typescript", shortCircuit: true }
      : next(specifier, context),
});
Object.assign(workerThreads, { Worker: Thread });
syncBuiltinESMExports();
