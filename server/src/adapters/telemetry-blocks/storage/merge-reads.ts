/** How much of a series is in one run. */
export interface RunSize {
  readonly run: number;
  readonly points: number;
  readonly start: number;
  readonly end: number;
}

/** What a compaction asks to find its work. A block is small below `smallBlockPoints` points; a run above 0 is late. */
export interface MergeReads {
  /** The next series after this number with `compactAfter` late runs or more. */
  nextLate(after: number): Promise<number | undefined>;
  /** The next series after this number with `compactAfter` small blocks or more. */
  nextSmall(after: number): Promise<number | undefined>;
  /** The late runs of a series, the highest first. */
  lateRuns(series: number): Promise<readonly RunSize[]>;
  /** The points in blocks of run 0 with `low` ≤ start ≤ `high`. */
  pointsInTime(series: number, low: number, high: number): Promise<number>;
  /** The start of the first small block from `until` on, Infinity when there is none, and how many are before it. */
  smallAround(series: number, until: number): Promise<{ readonly first: number; readonly before: number }>;
}
