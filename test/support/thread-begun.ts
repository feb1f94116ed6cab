// What the program of a thread finds about itself in `node:worker_threads`, for one that runs at hand.
import type { MessagePort } from "node:worker_threads";

export let parentPort: MessagePort | null = null;
export let workerData: unknown;

let last: Promise<unknown> = Promise.resolve();
let begun = 0;

/** Runs it once more from its first line, one after the other, so that each finds its own line and start. */
export function begin(program: URL, line: MessagePort, start: unknown): Promise<unknown> {
  const run = (): Promise<unknown> => {
    parentPort = line;
    workerData = start;
    begun += 1;
    return import(`${program.href}?begun=${begun}`);
  };
  last = last.then(run, run);
  return last;
}
