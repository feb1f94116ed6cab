import type { DatabaseSync, StatementSync } from "node:sqlite";
import { type Columns, ColumnsBuilder, sliceColumns } from "../columns.ts";
import { compactAfter, maxBlockPoints, smallBlockPoints } from "../limits.ts";
import type { BlockReader, BlockWriter } from "./block-table.ts";
import { CompactionWindows, type Window } from "./compaction-windows.ts";
import { MemoryCursor } from "./cursor.ts";
import { cutIntoBlocks } from "./cut.ts";
import { merge } from "./merge.ts";
import { firstAtOrAfter } from "./sorted-times.ts";

/** What a series counts for in a step besides its points: it takes queries to look at it. */
const minSeriesPoints = 256;

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
  readonly #windows: CompactionWindows;
  /** Series where this pass can gain nothing, or where a damaged block must not be touched. */
  readonly #hopeless = new Set<number>();
  #late = -1;
  #small = -1;
  #isActive = false;
  /** What the running step has looked at and rewritten. */
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
    this.#windows = new CompactionWindows(db, reader, stepPoints);
  }

  get isActive(): boolean {
    return this.#isActive;
  }

  /** Starts a pass over all series that need it. */
  begin(): void {
    this.#isActive = true;
    this.#hopeless.clear(); // what came since may have changed that
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
    const window = this.#windows.of(series);
    this.#points += minSeriesPoints + window.weight;
    if (window.blocks.length >= 2 && this.#rewrite(series, window)) return window.until < Number.POSITIVE_INFINITY;
    if (!window.isLate && this.#windows.pass(series, window)) return true;
    this.#hopeless.add(series);
    return false;
  }

  /** False when a block is damaged or when the result would not be better than what is there. */
  #rewrite(series: number, { lowest, until, blocks }: Window): boolean {
    const opened: OpenedBlock[] = [];
    for (const block of blocks) {
      const columns = this.#reader.points(block);
      if (columns === undefined) return false;
      opened.push({ run: block.row.run, columns });
    }
    const points = mergedBefore(opened, until);
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
