import { Worker, type WorkerOptions } from "node:worker_threads";

/**
 * Starts as a thread of `npm start` does, without the flags of the test runner: what it requires in every thread to hide
 * warnings is a quarter of what a node's start costs.
 */
export class PlainWorker extends Worker {
  constructor(file: string | URL, options?: WorkerOptions) {
    super(file, { execArgv: [], ...options });
  }
}
