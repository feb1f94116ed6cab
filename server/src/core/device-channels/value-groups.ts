import type { ValueGroup } from "@heliograph/contract";

/** A group holds at most this part of the samples that lie further out: limits stand at the ends, so these are finest. */
const partOfTail = 1 / 32;

/**
 * Sorted samples in groups, few however many samples there are, so that a browser can say for every limit what part of
 * them lies beyond it. Equal values are one group: a limit lies between groups or at one, seldom inside.
 */
export function groupsOf(sorted: Float64Array): ValueGroup[] {
  const groups: ValueGroup[] = [];
  for (let from = 0; from < sorted.length; ) {
    const to = endOfGroup(sorted, from);
    groups.push({ low: sorted[from] as number, high: sorted[to - 1] as number, samples: to - from });
    from = to;
  }
  return groups;
}

function endOfGroup(sorted: Float64Array, from: number): number {
  const tail = Math.min(from, sorted.length - from);
  let to = Math.min(sorted.length, from + Math.max(1, Math.floor(tail * partOfTail)));
  while (to < sorted.length && sorted[to] === sorted[to - 1]) to++;
  return to;
}
