import type { Columns } from "../columns.ts";
import type { BlockRow } from "../storage/block-row.ts";
import type { PointCursor } from "./point-cursor.ts";

export interface MergeVisitor {
  /** Points `low` to `high` (excluded), to be taken in the direction of the cursors. */
  points(columns: Columns, low: number, high: number): void;
  /**
   * Only when walking forwards: true when the statistics of a block, which nothing else overlaps, were enough; its points
   * are not read then.
   */
  block?(row: BlockRow): boolean;
  /** True when enough was seen. */
  readonly done: boolean;
}

/** The smallest head among the cursors other than `chosen`. */
function nextHead(cursors: readonly PointCursor[], chosen: PointCursor): number {
  let head = Number.POSITIVE_INFINITY;
  for (const cursor of cursors) if (cursor !== chosen && cursor.head < head) head = cursor.head;
  return head;
}

/** The cursor that comes first; among equals the first in the list. */
function firstCursor(cursors: readonly PointCursor[]): PointCursor | undefined {
  let first: PointCursor | undefined;
  for (const cursor of cursors) if (cursor.head < (first?.head ?? Number.POSITIVE_INFINITY)) first = cursor;
  return first;
}

/** One point that several may have. Those that stand on a block are opened first: what it begins with is not enough. */
function takeOne(cursors: readonly PointCursor[], chosen: PointCursor, visitor: MergeVisitor): void {
  const { head } = chosen;
  for (const cursor of cursors) {
    if (cursor.head !== head || !cursor.unread) continue;
    cursor.open();
    return;
  }
  chosen.takeBefore(nextAfter(head), (columns, low, high) => visitor.points(columns, low, high));
  for (const cursor of cursors) if (cursor.head === head) cursor.advance();
}

/** Times are whole numbers, so this is the least bound that lets `head` itself pass. */
const nextAfter = (head: number): number => head + 1;

/** One step: a whole block by its statistics, a stretch that only one cursor has, or one point that several have. */
function step(cursors: readonly PointCursor[], chosen: PointCursor, visitor: MergeVisitor): void {
  const bound = nextHead(cursors, chosen);
  const { unread } = chosen;
  if (unread && unread.end < bound && visitor.block?.(unread) === true) chosen.skip();
  else if (unread) chosen.open();
  else if (bound === chosen.head) takeOne(cursors, chosen, visitor);
  else chosen.takeBefore(bound, (columns, low, high) => visitor.points(columns, low, high));
}

/**
 * Merges cursors over the same series into one sequence of points, as far as they know theirs; true when some have to
 * load something before it can go on. Cursors are given newest writes first: where several have a point of one time,
 * the first of them wins [TEL4].
 */
export function mergeLoaded(cursors: readonly PointCursor[], visitor: MergeVisitor): boolean {
  while (!visitor.done) {
    const chosen = firstCursor(cursors);
    if (chosen === undefined) return false;
    if (chosen.isWaiting) return true;
    step(cursors, chosen, visitor);
  }
  return false;
}

/** The same to the end, loading what is missing; what several cursors need is asked for at once. */
export async function merge(cursors: readonly PointCursor[], visitor: MergeVisitor): Promise<void> {
  while (mergeLoaded(cursors, visitor)) {
    await Promise.all(cursors.filter(({ isWaiting }) => isWaiting).map((cursor) => cursor.load()));
  }
}
