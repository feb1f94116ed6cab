import type { DatabaseSync } from "node:sqlite";
import type { BlockReader, DataWish } from "../blocks/block-table.ts";
import { type Direction, MemoryCursor, type PointCursor, RunCursor, type Span } from "../blocks/cursor.ts";
import { type MergeVisitor, merge } from "../blocks/merge.ts";
import { type Columns, ColumnsBuilder, isTextKind } from "../columns.ts";
import type { ArenaReader, HeadQuery } from "../heads/arena-reader.ts";

/** Collects points up to a number of points or of text. */
class Collector implements MergeVisitor {
  readonly #builder: ColumnsBuilder;
  readonly #direction: Direction;
  readonly #limit: number;
  readonly #maxText: number;
  #text = 0;
  done = false;

  constructor(direction: Direction, limit: number, maxText: number) {
    this.#builder = new ColumnsBuilder(Math.min(limit, 1024));
    this.#direction = direction;
    this.#limit = limit;
    this.#maxText = maxText;
  }

  points(columns: Columns, low: number, high: number): void {
    if (columns.texts.length === 0) this.#takeNumbers(columns, low, high);
    else this.#takeEach(columns, low, high);
    if (this.#builder.length >= this.#limit) this.done = true;
  }

  #takeNumbers(columns: Columns, low: number, high: number): void {
    const count = Math.min(high - low, this.#limit - this.#builder.length);
    if (this.#direction === "ASC") this.#builder.pushRange(columns, low, low + count);
    else for (let i = high - 1; i >= high - count; i--) this.#builder.push(columns, i);
  }

  #takeEach(columns: Columns, low: number, high: number): void {
    for (let n = 0; n < high - low && this.#builder.length < this.#limit && !this.done; n++) {
      const i = this.#direction === "ASC" ? low + n : high - 1 - n;
      this.#builder.push(columns, i);
      if (isTextKind(columns.kinds[i] as number))
        this.#text += columns.texts[columns.numbers[i] as number]?.length ?? 0;
      if (this.#text > this.#maxText) this.done = true;
    }
  }

  build(): Columns {
    return this.#builder.build();
  }
}

/** The grid that buckets of equal length make; those of a calendar make none. */
function gridOf(edges: Float64Array): DataWish {
  const origin = edges[0] as number;
  const ms = (edges[1] as number) - origin;
  const inner = edges.subarray(0, -1);
  return inner.every((edge, i) => edge === origin + i * ms) ? { origin, ms } : "none";
}

/** Reads series, merging what is in memory with what is in blocks. */
export class SeriesReader {
  readonly #db: DatabaseSync;
  readonly #blocks: BlockReader;
  readonly #arenas: readonly ArenaReader[];

  constructor(db: DatabaseSync, blocks: BlockReader, arenas: readonly ArenaReader[]) {
    this.#db = db;
    this.#blocks = blocks;
    this.#arenas = arenas;
  }

  /** The points of `span`, in order; at most `limit`, and no more after `maxText` characters of text. */
  read(series: number, span: Span, direction: Direction, limit: number, maxText = Number.POSITIVE_INFINITY): Columns {
    const collector = new Collector(direction, limit, maxText);
    this.#visit(series, { ...span, direction, limit }, "all", collector);
    return collector.build();
  }

  /** Everything between the first and the last edge, ascending, for a visitor that can do with statistics of blocks. */
  fold(series: number, edges: Float64Array, visitor: MergeVisitor): void {
    const span = { from: edges[0] as number, to: edges[edges.length - 1] as number };
    this.#visit(series, { ...span, direction: "ASC", limit: Number.POSITIVE_INFINITY }, gridOf(edges), visitor);
  }

  /**
   * Memory first, then a snapshot of the blocks: points move from the one to the other and never back, so none is
   * missed; one that is met in both places has the same value there.
   */
  #visit(series: number, query: HeadQuery, data: DataWish, visitor: MergeVisitor): void {
    const { direction } = query;
    const heads = this.#headsOf(series, query).map((columns) => new MemoryCursor(columns, query, direction));
    this.#db.exec("BEGIN");
    try {
      merge([...heads, ...this.#runCursors(series, query, direction, data)], visitor);
    } finally {
      this.#db.exec("COMMIT");
    }
  }

  /** Newest generation first. No more of each than the whole answer may hold. */
  #headsOf(series: number, query: HeadQuery): Columns[] {
    const heads = this.#arenas.map((arena) => arena.read(series, query));
    return heads.sort((a, b) => b.generation - a.generation).map(({ columns }) => columns);
  }

  #runCursors(series: number, span: Span, direction: Direction, data: DataWish): PointCursor[] {
    const runs = this.#blocks.runsOf(series).reverse();
    return runs.map((run) => new RunCursor(this.#blocks, series, run, span, direction, data));
  }
}
