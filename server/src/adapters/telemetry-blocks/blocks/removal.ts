import { sliceColumns } from "../columns.ts";
import type { BlockReader, BlockWriter, FetchedBlock } from "./block-table.ts";
import type { Span } from "./cursor.ts";
import { firstAtOrAfter } from "./sorted-times.ts";

const pageBlocks = 256;

/** Removes points of a time range from blocks: whole blocks go, blocks at the edges are written anew without them. */
export class Removal {
  readonly #reader: BlockReader;
  readonly #writer: BlockWriter;

  constructor(reader: BlockReader, writer: BlockWriter) {
    this.#reader = reader;
    this.#writer = writer;
  }

  /** Handles at most about `most` blocks inside the caller's transaction; returns how many it touched. */
  remove(series: number, span: Span, most: number): number {
    let touched = 0;
    for (const run of this.#reader.runsOf(series)) {
      if (touched < most) touched += this.#removeFromRun(series, run, span, most - touched);
    }
    return touched;
  }

  #removeFromRun(series: number, run: number, span: Span, most: number): number {
    let touched = 0;
    for (let low = this.#reader.firstStart(series, run, span.from); touched < most; ) {
      const page = this.#reader.page(series, run, low, span.to - 1, "ASC", "none", pageBlocks);
      for (const block of page) touched += this.#removeFromBlock(series, run, span, block);
      if (page.length < pageBlocks) return touched;
      low = (page.at(-1)?.row.start ?? low) + 1;
    }
    return touched;
  }

  #removeFromBlock(series: number, run: number, span: Span, block: FetchedBlock): number {
    const { row } = block;
    if (row.end < span.from) return 0;
    const covered = row.start >= span.from && row.end < span.to;
    if (covered || this.#rewriteWithout(series, run, span, block)) this.#writer.delete(row.id);
    return covered ? 1 : 0; // edges can be met again; counting them would never come to an end
  }

  /** False when the block has nothing in the range, or is damaged and has to stay as it is. */
  #rewriteWithout(series: number, run: number, span: Span, block: FetchedBlock): boolean {
    const columns = this.#reader.points(block);
    if (columns === undefined) return false;
    const low = firstAtOrAfter(columns.ts, span.from);
    const high = firstAtOrAfter(columns.ts, span.to);
    if (low === high) return false;
    if (low > 0) this.#writer.insert(series, run, sliceColumns(columns, 0, low));
    if (high < columns.ts.length) this.#writer.insert(series, run, sliceColumns(columns, high, columns.ts.length));
    return true;
  }
}
