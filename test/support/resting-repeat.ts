// In place of the kernel's `repeat`, in the nodes that tests run in their own process: a node that nobody uses for a while
// can rest. What it does now and then would cost two hundredths of a core for as long as the process lives.
import { AsyncLocalStorage } from "node:async_hooks";
import { repeat as always } from "../../server/src/kernel/repeat.ts";

export interface Rest {
  isResting: boolean;
}

/** Of the node that is started within. */
export const restOfNode = new AsyncLocalStorage<Rest>();

export const repeat: typeof always = (everyMs, onError, work) => {
  const rest = restOfNode.getStore();
  return always(everyMs, onError, async (stopping) => {
    if (!rest?.isResting) await work(stopping);
  });
};
