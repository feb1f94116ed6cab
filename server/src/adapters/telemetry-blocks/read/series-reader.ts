import type { BlockOpener } from "../blocks/block-opener.ts";
import { type MergeVisitor, merge } from "../blocks/merge.ts";
import { type Direction, MemoryCursor, type Span } from "../blocks/point-cursor.ts";
import { type Columns, ColumnsBuilder, isTextKind } from "../columns.ts";
import type { ArenaReader, HeadQuery } from "../heads/arena-reader.ts";
import type { BlockReads, DataWish } from "../storage/block-reads.ts";
import type { ReaderStorage } from "../storage/storage.ts";
import { RunCursor } from "./run-cursor.ts";

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

/** Reads series, merging what is in memory with what is in blocks. One read at a time: heads are read into one room. */
export class SeriesReader {
  readonly #storage: ReaderStorage;
  readonly #opener: BlockOpener;
  readonly #arenas: readonly ArenaReader[];

  constructor(storage: ReaderStorage, opener: BlockOpener, arenas: readonly ArenaReader[]) {
    this.#storage = storage;
    this.#opener = opener;
    this.#arenas = arenas;
  }

  /** The points of `span`, in order; at most `limit`, and no more after `maxText` characters of text. */
  async read(
    series: number,
    span: Span,
    direction: Direction,
    limit: number,
    maxText = Number.POSITIVE_INFINITY,
  ): Promise<Columns> {
    const collector = new Collector(direction, limit, maxText);
    await this.#visit(series, { from: span.from, to: span.to, direction, limit }, "all", collector);
    return collector.build();
  }

  /** Everything between the first and the last edge, ascending, for a visitor that can do with statistics of blocks. */
  fold(series: number, edges: Float64Array, visitor: MergeVisitor): Promise<void> {
    const span = { from: edges[0] as number, to: edges[edges.length - 1] as number };
    return this.#visit(series, { ...span, direction: "ASC", limit: Number.POSITIVE_INFINITY }, gridOf(edges), visitor);
  }

  /**
   * Memory first, then a snapshot of the blocks: points move from the one to the other and never back, so none is
   * missed; one that is met in both places has the same value there.
   */
  async #visit(series: number, query: HeadQuery, data: DataWish, visitor: MergeVisitor): Promise<void> {
    const heads = this.#headsOf(series, query).map((columns) => new MemoryCursor(columns, query, query.direction));
    await this.#storage.snapshot(async (blocks) => {
      const runs = await this.#runCursors(blocks, series, query, data);
      await merge([...heads, ...runs], visitor);
    });
  }

  /** Newest generation first. No more of each than the whole answer may hold. */
  #headsOf(series: number, query: HeadQuery): Columns[] {
    const heads = this.#arenas.map((arena) => arena.read(series, query));
    return heads.sort((a, b) => b.generation - a.generation).map(({ columns }) => columns);
  }

  /** The highest run first. */
  async #runCursors(blocks: BlockReads, series: number, head: HeadQuery, data: DataWish): Promise<RunCursor[]> {
    const query = { series, from: head.from, to: head.to, direction: head.direction, data };
    const runs = (await blocks.runs(series, head.from)).toReversed();
    return runs.map((run) => new RunCursor(blocks, this.#opener, run, query));
  }
}
