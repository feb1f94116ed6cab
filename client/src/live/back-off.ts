const firstMs = 500;
const longestMs = 5_000;

/** How long to wait before the next attempt: doubling, bounded, and spread so that not all tabs come at once. */
export const backOffMs = (failures: number, random = Math.random()): number =>
  Math.min(longestMs, firstMs * 2 ** Math.max(0, failures - 1)) * (0.75 + random / 2);
