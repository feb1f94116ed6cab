import { type Columns, sliceColumns } from "../columns.ts";
import { type BlockRow, isIntact } from "./block-row.ts";
import type { BlockReader, BlockWriter } from "./block-table.ts";
import { cutIntoBlocks } from "./cut.ts";
import { firstAfter } from "./sorted-times.ts";

/** A damaged block may reach anywhere; taken for endless, it only costs queries and a run. */
const endOf = (row: BlockRow): number => (isIntact(row) ? row.end : Number.POSITIVE_INFINITY);

/**
 * Puts flushed points into runs so that blocks of a run never overlap and the later write is always in the higher run.
 * Points newer than all blocks, or in a gap between them, go to run 0; late ones above the runs they overlap.
 */
export class Placement {
  readonly #reader: BlockReader;
  readonly #writer: BlockWriter;
  /** Per series the end of its last block; asked for once. An end that is too high only costs a query. */
  readonly #ends: Float64Array;
  readonly #knownEnds: Uint8Array;

  constructor(reader: BlockReader, writer: BlockWriter, maxSeries: number) {
    this.#reader = reader;
    this.#writer = writer;
    this.#ends = new Float64Array(maxSeries);
    this.#knownEnds = new Uint8Array(maxSeries);
  }

  /** A new series has no blocks: nobody has to look. */
  created(series: number): void {
    if (this.#knownEnds[series] === 1) return; // defined again after a commit that failed, or by a second frame
    this.#ends[series] = Number.NEGATIVE_INFINITY;
    this.#knownEnds[series] = 1;
  }

  place(series: number, columns: Columns): void {
    const end = this.#endOf(series);
    const fresh = firstAfter(columns.ts, end);
    if (fresh > 0) this.#placeLate(series, sliceColumns(columns, 0, fresh));
    if (fresh < columns.ts.length) this.#insert(series, 0, sliceColumns(columns, fresh, columns.ts.length));
    this.#ends[series] = Math.max(end, columns.ts[columns.ts.length - 1] as number);
  }

  /** After a transaction that was rolled back, ends may be wrong the harmful way; they are asked for again. */
  forgetEnd(series: number): void {
    this.#knownEnds[series] = 0;
  }

  #placeLate(series: number, columns: Columns): void {
    this.#insert(series, this.#runFor(series, columns), columns);
  }

  #runFor(series: number, columns: Columns): number {
    const start = columns.ts[0] as number;
    const end = columns.ts[columns.ts.length - 1] as number;
    for (const run of this.#reader.runsOf(series).reverse()) {
      const last = this.#reader.lastUpTo(series, run, end);
      if (last !== undefined && endOf(last) >= start) return run + 1;
    }
    return 0;
  }

  #insert(series: number, run: number, columns: Columns): void {
    for (const block of cutIntoBlocks(columns)) this.#writer.insert(series, run, block);
  }

  #endOf(series: number): number {
    if (this.#knownEnds[series] === 1) return this.#ends[series] as number;
    const ends = this.#reader
      .runsOf(series)
      .map((run) => this.#reader.lastUpTo(series, run, Infinity))
      .map((last) => (last ? endOf(last) : Number.NEGATIVE_INFINITY));
    const end = Math.max(Number.NEGATIVE_INFINITY, ...ends);
    this.#ends[series] = end;
    this.#knownEnds[series] = 1;
    return end;
  }
}
