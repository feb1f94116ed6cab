import type { Columns } from "../columns.ts";
import { maxBlockPoints } from "../limits.ts";
import { type BlockRow, isIntact } from "./block-row.ts";
import type { BlockReader, DataWish, FetchedBlock } from "./block-table.ts";
import { createBlockRoom } from "./codecs/block.ts";
import { firstAfter, firstAtOrAfter } from "./sorted-times.ts";

export type Direction = "ASC" | "DESC";

export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Blocks fetched with one statement: few when points are wanted, many when statistics may do. */
const pageWithData = 16;
const pageOfHeads = 512;

/**
 * Walks the points of one origin in one direction. `head` is the position on the way: the time of the next point,
 * negated when walking backwards, so that the smaller head always comes first; Infinity when there is none.
 */
export class PointCursor {
  head = Number.POSITIVE_INFINITY;
  protected columns: Columns | undefined;
  protected low = 0;
  protected high = 0;
  protected readonly ascending: boolean;

  constructor(direction: Direction) {
    this.ascending = direction === "ASC";
  }

  /** A block that was not read yet and lies completely inside the span: its statistics may be enough. */
  get unread(): BlockRow | undefined {
    return undefined;
  }

  /** Reads the block the cursor stands on. */
  open(): void {}

  /** Leaves the unread block out. */
  skip(): void {}

  /** The points before `bound` (on the way), handed to `visit` as a range of columns; they are behind the cursor then. */
  takeBefore(bound: number, visit: (columns: Columns, low: number, high: number) => void): void {
    const { columns, low, high } = this;
    if (columns === undefined) return;
    if (this.ascending) this.low = Math.min(high, firstAtOrAfter(columns.ts, bound));
    else this.high = Math.max(low, firstAfter(columns.ts, -bound));
    if (this.ascending) visit(columns, low, this.low);
    else visit(columns, this.high, high);
    this.settle();
  }

  /** Passes the next point. */
  advance(): void {
    if (this.ascending) this.low++;
    else this.high--;
    this.settle();
  }

  /** Stands on the part of `columns` inside the span. */
  protected standOn(columns: Columns, span: Span): void {
    this.columns = columns;
    this.low = firstAtOrAfter(columns.ts, span.from);
    this.high = firstAtOrAfter(columns.ts, span.to);
    this.settle();
  }

  protected settle(): void {
    const { columns } = this;
    if (columns === undefined || this.low >= this.high) this.exhausted();
    else this.head = this.ascending ? (columns.ts[this.low] as number) : -(columns.ts[this.high - 1] as number);
  }

  protected exhausted(): void {
    this.columns = undefined;
    this.head = Number.POSITIVE_INFINITY;
  }
}

/** Walks points that are in memory already. */
export class MemoryCursor extends PointCursor {
  constructor(columns: Columns, span: Span, direction: Direction) {
    super(direction);
    this.standOn(columns, span);
  }
}

/** Walks the blocks of one run, fetching them as they are reached. */
export class RunCursor extends PointCursor {
  readonly #reader: BlockReader;
  readonly #series: number;
  readonly #run: number;
  readonly #span: Span;
  readonly #data: DataWish;
  readonly #room = createBlockRoom(maxBlockPoints);
  #page: readonly FetchedBlock[] = [];
  #next = 0;
  #low: number;
  #high: number;
  #current: FetchedBlock | undefined;

  constructor(reader: BlockReader, series: number, run: number, span: Span, direction: Direction, data: DataWish) {
    super(direction);
    this.#reader = reader;
    this.#series = series;
    this.#run = run;
    this.#span = span;
    this.#data = data;
    this.#low = reader.firstStart(series, run, span.from);
    this.#high = span.to - 1;
    this.exhausted();
  }

  override get unread(): BlockRow | undefined {
    return this.#current?.row;
  }

  override open(): void {
    const block = this.#current;
    this.#current = undefined;
    const columns = block && this.#reader.points(block, this.#room);
    if (columns === undefined) this.exhausted();
    else this.standOn(columns, this.#span);
  }

  override skip(): void {
    this.exhausted();
  }

  /** Moves on to the next block; one that reaches out of the span is read at once, its first point being unknown. */
  protected override exhausted(): void {
    super.exhausted();
    this.#current = this.#fetch();
    if (this.#current === undefined) return;
    const { start, end } = this.#current.row;
    if (start < this.#span.from || end >= this.#span.to) this.open();
    else this.head = this.ascending ? start : -end;
  }

  /** The next block that reaches the span. Where a damaged one lies nobody knows: it is left out, and hides no other. */
  #fetch(): FetchedBlock | undefined {
    for (let block = this.#fetchAny(); block !== undefined; block = this.#fetchAny()) {
      if (!isIntact(block.row)) this.#reader.reportDamage(block.row);
      else if (block.row.end >= this.#span.from) return block;
    }
    return undefined;
  }

  #fetchAny(): FetchedBlock | undefined {
    if (this.#next === this.#page.length) this.#fetchPage();
    return this.#page[this.#next++];
  }

  #fetchPage(): void {
    const order = this.ascending ? "ASC" : "DESC";
    const limit = this.#data === "all" ? pageWithData : pageOfHeads;
    this.#page = this.#reader.page(this.#series, this.#run, this.#low, this.#high, order, this.#data, limit);
    this.#next = 0;
    const last = this.#page.at(-1)?.row.start;
    if (last === undefined) return;
    if (this.ascending) this.#low = last + 1;
    else this.#high = last - 1;
  }
}
