// Threads of nodes and stores start as those of `npm start` do, without the flags of the test runner, from the first
// import of this on: what it requires in every thread to hide warnings is a quarter of what a node's start costs.
import { syncBuiltinESMExports } from "node:module";
import workerThreads, { type WorkerOptions } from "node:worker_threads";

class PlainWorker extends workerThreads.Worker {
  constructor(file: string | URL, options?: WorkerOptions) {
    super(file, { execArgv: [], ...options });
  }
}

Object.assign(workerThreads, { Worker: PlainWorker });
syncBuiltinESMExports();
