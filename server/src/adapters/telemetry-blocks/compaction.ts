import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { BlockReader, BlockWriter, FetchedBlock } from "./block-table.ts";
import { type Columns, ColumnsBuilder, sliceColumns } from "./columns.ts";
import { MemoryCursor } from "./cursor.ts";
import { cutIntoBlocks } from "./cut.ts";
import { compactAfter, maxBlockPoints, smallBlockPoints } from "./limits.ts";
import { merge } from "./merge.ts";
import { firstAtOrAfter } from "./sorted-times.ts";

/** A run is merged into the next older one while that is not more than so many times as large. */
const growth = 4;
/** Blocks of one run that one step looks at. */
const windowBlocks = 128;

/** What a series counts for in a step besides its points: it takes queries to look at it. */
const minSeriesPoints = 256;

/** What one step rewrites: everything of runs `lowest` and up, from the first block to `until` (excluded). */
interface Window {
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

interface OpenedBlock {
  readonly run: number;
  readonly columns: Columns;
}

/**
 * Merges overlapping runs and small neighbours of a series into full blocks, a bounded window at a time. Late runs are
 * merged with each other first and with run 0 once they are worth rewriting it, so each point is rewritten a few times.
 */
export class Compaction {
  readonly #stepPoints: number;
  readonly #reader: BlockReader;
  readonly #writer: BlockWriter;
  readonly #nextLate: StatementSync;
  readonly #nextSmall: StatementSync;
  readonly #lateSizes: StatementSync;
  readonly #overlapped: StatementSync;
  readonly #firstSmall: StatementSync;
  /** Series where nothing can be gained, or where a damaged block must not be touched. */
  readonly #hopeless = new Set<number>();
  #late = -1;
  #small = -1;
  #isActive = false;
  /** What the running step has rewritten. */
  #points = 0;

  constructor(db: DatabaseSync, reader: BlockReader, writer: BlockWriter, stepPoints: number) {
    this.#stepPoints = stepPoints;
    this.#reader = reader;
    this.#writer = writer;
    this.#nextLate = db.prepare(
      `SELECT series FROM block INDEXED BY late_block WHERE run > 0 AND series > ?
       GROUP BY series HAVING count(DISTINCT run) >= ${compactAfter} LIMIT 1`,
    );
    this.#nextSmall = db.prepare(
      `SELECT series FROM block INDEXED BY small_block WHERE count < ${smallBlockPoints} AND series > ?
       GROUP BY series HAVING count(*) >= ${compactAfter} LIMIT 1`,
    );
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

  get isActive(): boolean {
    return this.#isActive;
  }

  /** Starts a pass over all series that need it. */
  begin(): void {
    this.#isActive = true;
    this.#late = -1;
    this.#small = -1;
  }

  /** One bounded piece of work, inside the caller's transaction: as many series as make up its share of points. */
  step(): void {
    this.#points = 0;
    while (this.#isActive && this.#points < this.#stepPoints) this.#compactNext();
  }

  #compactNext(): void {
    const late = this.#next(this.#nextLate, this.#late);
    const small = late ?? this.#next(this.#nextSmall, this.#small);
    if (small === undefined) this.#isActive = false;
    else if (late !== undefined) this.#late = this.#compact(late) ? late - 1 : late;
    else this.#small = this.#compact(small) ? small - 1 : small;
  }

  #next(statement: StatementSync, after: number): number | undefined {
    const series = statement.get(after)?.["series"];
    return series === undefined ? undefined : Number(series);
  }

  /** True when there is more of the series behind the window. */
  #compact(series: number): boolean {
    if (this.#hopeless.has(series)) return false;
    const sizes = this.#sizesOf(series);
    this.#points += minSeriesPoints;
    const window = sizes.length > 0 ? this.#lateWindow(series, sizes) : this.#smallWindow(series);
    if (window.blocks.length >= 2 && this.#rewrite(series, window)) return window.until < Number.POSITIVE_INFINITY;
    this.#hopeless.add(series);
    return false;
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

  /** False when a block is damaged or when the result would not be better than what is there. */
  #rewrite(series: number, { lowest, until, blocks }: Window): boolean {
    const opened: OpenedBlock[] = [];
    for (const block of blocks) {
      const columns = this.#reader.points(series, block);
      if (columns === undefined) return false;
      opened.push({ run: block.row.run, columns });
    }
    const points = mergedBefore(opened, until);
    this.#points += points.ts.length;
    const merged = [...cutIntoBlocks(points)];
    const overlapping = blocks.some(({ row }) => row.run > lowest);
    if (!overlapping && merged.length >= blocks.length) return false;
    for (const { row } of blocks) this.#writer.delete(row.id);
    for (const columns of merged) this.#writer.insert(series, lowest, columns);
    for (const rest of restsFrom(opened, until)) this.#writer.insert(series, rest.run, rest.columns);
    return true;
  }
}

/** The points before `until`; of those with one time the one in the highest run. */
function mergedBefore(opened: readonly OpenedBlock[], until: number): Columns {
  const span = { from: Number.NEGATIVE_INFINITY, to: until };
  const builder = new ColumnsBuilder(opened.length * maxBlockPoints);
  const runs = Map.groupBy(opened, ({ run }) => run);
  const newestFirst = [...runs.keys()].sort((a, b) => b - a).map((run) => joined(runs.get(run) ?? []));
  const cursors = newestFirst.map((columns) => new MemoryCursor(columns, span, "ASC"));
  merge(cursors, { done: false, points: (columns, low, high) => builder.pushRange(columns, low, high) });
  return builder.build();
}

/** The blocks of one run follow each other: one piece makes the merge look at few cursors. */
function joined(blocks: readonly OpenedBlock[]): Columns {
  const builder = new ColumnsBuilder(blocks.length * maxBlockPoints);
  for (const { columns } of blocks) builder.pushRange(columns, 0, columns.ts.length);
  return builder.build();
}

/** What of the blocks reaches beyond the window: it stays in its own run. */
function restsFrom(opened: readonly OpenedBlock[], until: number): OpenedBlock[] {
  return opened.flatMap(({ run, columns }) => {
    const first = firstAtOrAfter(columns.ts, until);
    return first === columns.ts.length ? [] : [{ run, columns: sliceColumns(columns, first, columns.ts.length) }];
  });
}
