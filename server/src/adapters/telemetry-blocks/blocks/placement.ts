import { type Columns, sliceColumns } from "../columns.ts";
import { type BlockRow, isIntact } from "../storage/block-row.ts";
import type { StorageTransaction } from "../storage/storage.ts";
import { blocksOf } from "./encode-block.ts";
import { firstAfter } from "./sorted-times.ts";

/** What placing points asks and changes. */
export type PlacementStorage = Pick<StorageTransaction, "lastBlocks" | "insert">;

/** Points that are older than the newest block of their series. */
export interface LatePoints {
  readonly series: number;
  readonly columns: Columns;
}

/** A damaged block may reach anywhere; taken for endless, it only costs a question and a run. */
const endOf = (row: BlockRow): number => (isIntact(row) ? row.end : Number.POSITIVE_INFINITY);

const copyOf = ({ ts, kinds, numbers, texts }: Columns): Columns => ({
  ts: ts.slice(),
  kinds: kinds.slice(),
  numbers: numbers.slice(),
  texts,
});

/** The run above the highest one with a block that reaches `start`; the lower ones are further back, or do not overlap. */
const runAbove = (lastBlocks: readonly BlockRow[], start: number): number => {
  const overlapped = lastBlocks.find((last) => endOf(last) >= start);
  return overlapped === undefined ? 0 : overlapped.run + 1;
};

/**
 * Puts flushed points into runs so that blocks of a run never overlap and the later write is always in the higher run.
 * Points newer than all blocks, or in a gap between them, go to run 0; late ones above the runs they overlap.
 */
export class Placement {
  /** Per series the end of its last block; asked for once. An end that is too high only costs a question. */
  readonly #ends: Float64Array;
  readonly #knownEnds: Uint8Array;

  constructor(maxSeries: number) {
    this.#ends = new Float64Array(maxSeries);
    this.#knownEnds = new Uint8Array(maxSeries);
  }

  /** A new series has no blocks: nobody has to look. */
  created(series: number): void {
    if (this.#knownEnds[series] === 1) return; // defined again after a commit that failed, or by a second frame
    this.#learn(series, Number.NEGATIVE_INFINITY);
  }

  #learn(series: number, end: number): void {
    this.#ends[series] = end;
    this.#knownEnds[series] = 1;
  }

  /** Asks where the blocks of these series end, as far as that is not known. */
  async learnEnds(storage: PlacementStorage, series: Uint32Array): Promise<void> {
    const unknown = Array.from(series.filter((id) => this.#knownEnds[id] !== 1));
    if (unknown.length === 0) return;
    const found = await storage.lastBlocks(unknown.map((id) => ({ series: id, upTo: Number.POSITIVE_INFINITY })));
    for (const [i, id] of unknown.entries())
      this.#learn(id, Math.max(Number.NEGATIVE_INFINITY, ...(found[i] ?? []).map(endOf)));
  }

  /** Places points of a series whose end is known. Late ones are copied and given back, for `placeLate`. */
  place(storage: PlacementStorage, series: number, columns: Columns): LatePoints[] {
    const end = this.#ends[series] as number;
    const [fresh, count] = [firstAfter(columns.ts, end), columns.ts.length];
    if (fresh < count) storage.insert(blocksOf(series, 0, sliceColumns(columns, fresh, count)));
    this.#ends[series] = Math.max(end, columns.ts[count - 1] as number);
    return fresh === 0 ? [] : [{ series, columns: copyOf(sliceColumns(columns, 0, fresh)) }];
  }

  /** Places late points of any number of series; of one series they do not overlap each other. */
  async placeLate(storage: PlacementStorage, late: readonly LatePoints[]): Promise<void> {
    if (late.length === 0) return;
    const wanted = late.map(({ series, columns }) => ({ series, upTo: columns.ts.at(-1) as number }));
    const found = await storage.lastBlocks(wanted);
    for (const [i, { series, columns }] of late.entries())
      storage.insert(blocksOf(series, runAbove(found[i] ?? [], columns.ts[0] as number), columns));
  }

  /** After a transaction that was rolled back, ends may be wrong the harmful way; they are asked for again. */
  forgetEnd(series: number): void {
    this.#knownEnds[series] = 0;
  }
}
