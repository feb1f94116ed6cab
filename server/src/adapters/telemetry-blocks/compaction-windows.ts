import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { BlockReader, FetchedBlock } from "./block-table.ts";
import { smallBlockPoints } from "./limits.ts";

/** A run is merged into the next older one while that is not more than so many times as large. */
const growth = 4;
/** Blocks of one run that one step looks at. */
const windowBlocks = 128;

/** What one step rewrites: everything of runs `lowest` and up, from the first block to `until` (excluded). */
export interface Window {
  readonly lowest: number;
  readonly until: number;
  readonly blocks: readonly FetchedBlock[];
}

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
  readonly #firstSmall: StatementSync;

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
    this.#firstSmall = db.prepare(
      `SELECT min(start) AS start FROM block INDEXED BY small_block WHERE series = ? AND count < ${smallBlockPoints}`,
    );
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
    return this.#window(series, lowest, Math.min(...above.map(({ start }) => start)));
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
    return this.#window(series, 0, Number(this.#firstSmall.get(series)?.["start"]));
  }

  #window(series: number, lowest: number, from: number): Window {
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
    until = Math.min(until, this.#boundOf(found, from));
    return { lowest, until, blocks: found.filter(({ row }) => row.start < until) };
  }

  /** Where the window ends so that it holds about `stepPoints` points. */
  #boundOf(blocks: readonly FetchedBlock[], from: number): number {
    let points = 0;
    for (const { row } of blocks) {
      if (points >= this.#stepPoints && row.start > from) return row.start;
      points += row.count;
    }
    return Number.POSITIVE_INFINITY;
  }
}
