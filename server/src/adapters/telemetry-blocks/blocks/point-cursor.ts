import type { Columns } from "../columns.ts";
import type { BlockRow } from "../storage/block-row.ts";
import { firstAfter, firstAtOrAfter } from "./sorted-times.ts";

export type Direction = "ASC" | "DESC";

export interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * Walks the points of one origin in one direction. `head` is the position on the way: the time of the next point,
 * negated when walking backwards, so that the smaller head always comes first; Infinity when there is none, and
 * -Infinity while that is not known: then something has to be loaded first.
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

  get isWaiting(): boolean {
    return this.head === Number.NEGATIVE_INFINITY;
  }

  /** Fetches what a waiting cursor needs to know its next point, or the next one it has to fetch something for. */
  async load(): Promise<void> {}

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
