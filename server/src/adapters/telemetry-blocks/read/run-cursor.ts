import type { BlockOpener } from "../blocks/block-opener.ts";
import { createBlockRoom } from "../blocks/codecs/block.ts";
import { type Direction, PointCursor, type Span } from "../blocks/point-cursor.ts";
import { maxBlockPoints } from "../limits.ts";
import type { BlockReads, DataWish, FetchedBlock, RunStart } from "../storage/block-reads.ts";
import { type BlockRow, isIntact } from "../storage/block-row.ts";

/** Blocks fetched at once: few when points are wanted, many when statistics may do. */
const pageWithData = 16;
const pageOfHeads = 512;

/** What of a series is read, and how. */
export interface RunQuery extends Span {
  readonly series: number;
  readonly direction: Direction;
  readonly data: DataWish;
}

/** Walks the blocks of one run, fetching them as they are reached. */
export class RunCursor extends PointCursor {
  readonly #reads: BlockReads;
  readonly #opener: BlockOpener;
  readonly #query: RunQuery;
  readonly #run: number;
  readonly #room = createBlockRoom(maxBlockPoints);
  readonly #pageSize: number;
  #page: readonly FetchedBlock[] = [];
  #next = 0;
  #isLastPage = false;
  #low: number;
  #high: number;
  /** The block the cursor stands on, not read yet; while it waits: the one whose data it waits for. */
  #current: FetchedBlock | undefined;

  constructor(reads: BlockReads, opener: BlockOpener, { run, start }: RunStart, query: RunQuery) {
    super(query.direction);
    this.#reads = reads;
    this.#opener = opener;
    this.#query = query;
    this.#run = run;
    this.#pageSize = query.data === "all" ? pageWithData : pageOfHeads;
    this.#low = start;
    this.#high = query.to - 1;
    this.exhausted();
  }

  override get unread(): BlockRow | undefined {
    return this.#current?.row;
  }

  override open(): void {
    const block = this.#current;
    if (block === undefined) return;
    if (block.data === undefined) this.head = Number.NEGATIVE_INFINITY;
    else this.#standOnBlock(block.row, block.data);
  }

  override skip(): void {
    this.exhausted();
  }

  override async load(): Promise<void> {
    const block = this.#current;
    if (block === undefined) return this.#loadPage();
    const [data] = await this.#reads.data([block.row.id]);
    this.#standOnBlock(block.row, data);
  }

  #standOnBlock(row: BlockRow, data: Uint8Array | undefined): void {
    this.#current = undefined;
    const columns = this.#opener.points(row, data, this.#room);
    if (columns === undefined) this.exhausted();
    else this.standOn(columns, this.#query);
  }

  /** Moves on to the next block; one that reaches out of the span is read at once, its first point being unknown. */
  protected override exhausted(): void {
    super.exhausted();
    this.#current = this.#nextOfPage();
    if (this.#current === undefined) {
      if (!this.#isLastPage) this.head = Number.NEGATIVE_INFINITY;
      return;
    }
    const { start, end } = this.#current.row;
    if (start < this.#query.from || end >= this.#query.to) this.open();
    else this.head = this.ascending ? start : -end;
  }

  /** The next block that reaches the span. Where a damaged one lies nobody knows: it is left out, and hides no other. */
  #nextOfPage(): FetchedBlock | undefined {
    for (let block = this.#page[this.#next++]; block !== undefined; block = this.#page[this.#next++]) {
      if (!isIntact(block.row)) this.#opener.reportDamage(block.row);
      else if (block.row.end >= this.#query.from) return block;
    }
    return undefined;
  }

  async #loadPage(): Promise<void> {
    const { series, data } = this.#query;
    const [run, low, high, limit] = [this.#run, this.#low, this.#high, this.#pageSize];
    const order = this.ascending ? "ASC" : "DESC";
    this.#page = await this.#reads.page({ series, run, low, high, order, data, limit });
    this.#next = 0;
    this.#isLastPage = this.#page.length < limit;
    const last = this.#page.at(-1)?.row.start ?? 0;
    if (this.ascending) this.#low = last + 1;
    else this.#high = last - 1;
    this.exhausted();
  }
}
