import type { DatabaseSync, StatementSync } from "node:sqlite";
import { smallBlockPoints } from "../limits.ts";
import type { BlockReader, FetchedBlock } from "./block-table.ts";

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

interface RunSize {
  readonly run: number;
  readonly points: number;
  readonly start: number;
  readonly end: number;
}

/** Decides which blocks of a series are merged next. Late runs come first, small neighbours when there are none. */
export class CompactionWindows {
  readonly #stepPoints: number;
  readonly #reader: BlockReader;
  readonly #lateSizes: StatementSync;
  readonly #overlapped: StatementSync;
  readonly #smallAround: StatementSync;
  readonly #bytes: StatementSync;
  readonly #passed = new Map<number, Passed>();

  constructor(db: DatabaseSync, reader: BlockReader, stepPoints: number) {
    this.#stepPoints = stepPoints;
    this.#reader = reader;
    this.#lateSizes = db.prepare(
      `SELECT run, sum(count) AS points, min(start) AS start, max("end") AS "end" FROM block
       WHERE series = ? AND run > 0 GROUP BY run ORDER BY run DESC`,
    );
    this.#overlapped = db.prepare(
      `SELECT coalesce(sum(count), 0) AS points FROM block WHERE series = ? AND run = 0 AND start >= ? AND start <= ?`,
    );
    this.#smallAround = db.prepare(
      `SELECT min(CASE WHEN start >= :until THEN start END) AS first, coalesce(sum(start < :until), 0) AS before
       FROM block INDEXED BY small_block WHERE series = :series AND count < ${smallBlockPoints}`,
    );
    this.#bytes = db.prepare("SELECT length(data) AS bytes FROM block WHERE id = ?");
  }

  of(series: number): Window {
    const sizes = this.#sizesOf(series);
    return sizes.length > 0 ? this.#lateWindow(series, sizes) : this.#smallWindow(series);
  }

  #sizesOf(series: number): RunSize[] {
    return this.#lateSizes.all(series).map((row) => ({
      run: Number(row["run"]),
      points: Number(row["points"]),
      start: Number(row["start"]),
      end: Number(row["end"]),
    }));
  }

  #lateWindow(series: number, sizes: readonly RunSize[]): Window {
    const lowest = this.#lowestRun(series, sizes);
    const above = sizes.filter(({ run }) => run > lowest);
    return this.#window(series, lowest, Math.min(...above.map(({ start }) => start)), true);
  }

  /** From the newest run down, as long as the next one is not out of proportion; at least two runs are merged. */
  #lowestRun(series: number, sizes: readonly RunSize[]): number {
    let points = 0;
    let lowest = 0;
    for (const [i, size] of sizes.entries()) {
      if (i >= 2 && size.points > growth * points) return lowest;
      points += size.points;
      lowest = size.run;
    }
    return sizes.length < 2 || this.#pointsBelow(series, sizes) <= growth * points ? 0 : lowest;
  }

  /** How much of run 0 the late runs overlap. */
  #pointsBelow(series: number, sizes: readonly RunSize[]): number {
    const start = Math.min(...sizes.map((size) => size.start));
    const end = Math.max(...sizes.map((size) => size.end));
    const row = this.#overlapped.get(series, this.#reader.firstStart(series, 0, start), end);
    return Number(row?.["points"] ?? 0);
  }

  #smallWindow(series: number): Window {
    const passed = this.#passed.get(series) ?? nothingPassed;
    const { first, before } = this.#small(series, passed.until);
    if (before === passed.before) return this.#window(series, 0, first, false);
    this.#passed.delete(series); // others have come, or some went
    return this.#window(series, 0, this.#small(series, nothingPassed.until).first, false);
  }

  /** The first small block from `until` on, and how many there are before it. */
  #small(series: number, until: number): { readonly first: number; readonly before: number } {
    const row = this.#smallAround.get({ series, until });
    return { first: Number(row?.["first"] ?? Number.POSITIVE_INFINITY), before: Number(row?.["before"]) };
  }

  /** Nothing can be gained in this window: the next one begins behind it. False when there is nothing behind it. */
  pass(series: number, { until, blocks }: Window): boolean {
    const hasMore = until < Number.POSITIVE_INFINITY;
    const next = hasMore ? until : blocks.at(-1)?.row.start; // what comes may be merged with the last one
    if (this.#passed.size >= maxPassed) this.#passed.clear();
    if (next !== undefined) this.#passed.set(series, { until: next, before: this.#small(series, next).before });
    return hasMore;
  }

  #window(series: number, lowest: number, from: number, isLate: boolean): Window {
    let until = Number.POSITIVE_INFINITY;
    const found: FetchedBlock[] = [];
    for (const run of this.#reader.runsOf(series)) {
      if (run < lowest) continue;
      const first = this.#reader.firstStart(series, run, from);
      const page = this.#reader.page(series, run, first, Number.POSITIVE_INFINITY, "ASC", "none", windowBlocks);
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
    for (const { row } of blocks) {
      if (weight >= this.#stepPoints && row.start > from) return { until: row.start, weight };
      weight += Math.max(row.count, Number(this.#bytes.get(row.id)?.["bytes"]) / bytesPerPoint);
    }
    return { until: Number.POSITIVE_INFINITY, weight };
  }
}
