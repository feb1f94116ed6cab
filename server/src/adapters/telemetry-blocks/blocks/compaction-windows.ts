import type { BlockReads, FetchedBlock } from "../storage/block-reads.ts";
import type { MergeReads, RunSize } from "../storage/merge-reads.ts";

/** What finding a window asks. */
type WindowReads = BlockReads & MergeReads;

/** A run is merged into the next older one while that is not more than so many times as large. */
const growth = 4;
/** Blocks of one run that one step looks at. */
const windowBlocks = 128;
/** So many bytes of a block are as much work as a point: long texts make few points heavy. */
const bytesPerPoint = 64;
/** Series of which it is remembered how far nothing can be gained; all are looked at again when there are more. */
const maxPassed = 10_000;

/** What one step rewrites: everything of runs `lowest` and up, from the first block to `until` (excluded). */
export interface Window {
  readonly lowest: number;
  readonly until: number;
  readonly blocks: readonly FetchedBlock[];
  /** What it costs to rewrite, in points. */
  readonly weight: number;
  /** Whether runs overlap in it; otherwise it is about small neighbours. */
  readonly isLate: boolean;
}

/** Small neighbours before `until` cannot be merged, as long as there are `before` of them. */
interface Passed {
  readonly until: number;
  readonly before: number;
}

const nothingPassed: Passed = { until: Number.NEGATIVE_INFINITY, before: 0 };

/** Decides which blocks of a series are merged next. Late runs come first, small neighbours when there are none. */
export class CompactionWindows {
  readonly #stepPoints: number;
  readonly #passed = new Map<number, Passed>();

  constructor(stepPoints: number) {
    this.#stepPoints = stepPoints;
  }

  async of(reads: WindowReads, series: number): Promise<Window> {
    const late = await reads.lateRuns(series);
    return late.length > 0 ? this.#lateWindow(reads, series, late) : this.#smallWindow(reads, series);
  }

  async #lateWindow(reads: WindowReads, series: number, sizes: readonly RunSize[]): Promise<Window> {
    const lowest = await this.#lowestRun(reads, series, sizes);
    const above = sizes.filter(({ run }) => run > lowest);
    return this.#window(reads, series, lowest, Math.min(...above.map(({ start }) => start)), true);
  }

  /** From the newest run down, as long as the next one is not out of proportion; at least two runs are merged. */
  async #lowestRun(reads: WindowReads, series: number, sizes: readonly RunSize[]): Promise<number> {
    let points = 0;
    let lowest = 0;
    for (const [i, size] of sizes.entries()) {
      if (i >= 2 && size.points > growth * points) return lowest;
      points += size.points;
      lowest = size.run;
    }
    return sizes.length < 2 || (await this.#pointsBelow(reads, series, sizes)) <= growth * points ? 0 : lowest;
  }

  /** How much of run 0 the late runs overlap. */
  async #pointsBelow(reads: WindowReads, series: number, sizes: readonly RunSize[]): Promise<number> {
    const from = Math.min(...sizes.map((size) => size.start));
    const end = Math.max(...sizes.map((size) => size.end));
    const inTime = (await reads.runs(series, from)).find(({ run }) => run === 0);
    return inTime === undefined ? 0 : reads.pointsInTime(series, inTime.start, end);
  }

  async #smallWindow(reads: WindowReads, series: number): Promise<Window> {
    const passed = this.#passed.get(series) ?? nothingPassed;
    const { first, before } = await reads.smallAround(series, passed.until);
    if (before === passed.before) return this.#window(reads, series, 0, first, false);
    this.#passed.delete(series); // others have come, or some went
    const all = await reads.smallAround(series, nothingPassed.until);
    return this.#window(reads, series, 0, all.first, false);
  }

  /** Nothing can be gained in this window: the next one begins behind it. False when there is nothing behind it. */
  async pass(reads: WindowReads, series: number, { until, blocks }: Window): Promise<boolean> {
    const hasMore = until < Number.POSITIVE_INFINITY;
    const next = hasMore ? until : blocks.at(-1)?.row.start; // what comes may be merged with the last one
    if (this.#passed.size >= maxPassed) this.#passed.clear();
    if (next === undefined) return hasMore;
    const { before } = await reads.smallAround(series, next);
    this.#passed.set(series, { until: next, before });
    return hasMore;
  }

  async #window(reads: WindowReads, series: number, lowest: number, from: number, isLate: boolean): Promise<Window> {
    let until = Number.POSITIVE_INFINITY;
    const found: FetchedBlock[] = [];
    const wanted = {
      series,
      high: Number.POSITIVE_INFINITY,
      order: "ASC",
      data: "sizes",
      limit: windowBlocks,
    } as const;
    for (const { run, start } of await reads.runs(series, from)) {
      if (run < lowest) continue;
      const page = await reads.page({ ...wanted, run, low: start });
      found.push(...page.filter(({ row }) => row.end >= from));
      const last = page.at(-1)?.row.start ?? from;
      if (page.length === windowBlocks && last > from) until = Math.min(until, last);
    }
    found.sort((a, b) => a.row.start - b.row.start);
    const bound = this.#boundOf(found, from);
    until = Math.min(until, bound.until);
    return { lowest, until, blocks: found.filter(({ row }) => row.start < until), weight: bound.weight, isLate };
  }

  /** Where the window ends so that it is about as much work as `stepPoints` points. */
  #boundOf(blocks: readonly FetchedBlock[], from: number): { readonly until: number; readonly weight: number } {
    let weight = 0;
    for (const { row, bytes = 0 } of blocks) {
      if (weight >= this.#stepPoints && row.start > from) return { until: row.start, weight };
      weight += Math.max(row.count, bytes / bytesPerPoint);
    }
    return { until: Number.POSITIVE_INFINITY, weight };
  }
}
