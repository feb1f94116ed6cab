import { AsyncLocalStorage } from "node:async_hooks";

/**
 * Runs what the node does by itself, whoever's request, job or message woke it: not in their transaction, which may be rolled back or
 * over by then, and not in their name. Taken where a worker is made, which is in nobody's context.
 */
export const ownContext = (): (<T>(work: () => T) => T) => {
  const outside = AsyncLocalStorage.snapshot();
  return (work) => outside(work);
};
