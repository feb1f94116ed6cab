import { sliceColumns } from "../columns.ts";
import type { FetchedBlock } from "../storage/block-reads.ts";
import type { NewBlock } from "../storage/block-row.ts";
import type { StorageTransaction } from "../storage/storage.ts";
import type { BlockOpener } from "./block-opener.ts";
import { blockOf } from "./encode-block.ts";
import type { Span } from "./point-cursor.ts";
import { firstAtOrAfter } from "./sorted-times.ts";

const pageBlocks = 256;

/** Removes points of a time range from blocks: whole blocks go, blocks at the edges are written anew without them. */
export class Removal {
  readonly #opener: BlockOpener;

  constructor(opener: BlockOpener) {
    this.#opener = opener;
  }

  /** Handles at most about `most` blocks inside the caller's transaction; returns how many it touched. */
  async remove(storage: StorageTransaction, series: number, span: Span, most: number): Promise<number> {
    let touched = 0;
    for (const { run, start } of await storage.runs(series, span.from)) {
      const from = { series, run, low: start };
      if (touched < most) touched += await this.#removeFromRun(storage, from, span, most - touched);
    }
    return touched;
  }

  async #removeFromRun(
    storage: StorageTransaction,
    { series, run, low }: { readonly series: number; readonly run: number; low: number },
    span: Span,
    most: number,
  ): Promise<number> {
    const wanted = { series, run, high: span.to - 1, order: "ASC", data: "none", limit: pageBlocks } as const;
    for (let touched = 0; ; ) {
      const page = await storage.page({ ...wanted, low });
      touched += await this.#removeFromBlocks(storage, page, span);
      if (page.length < pageBlocks || touched >= most) return touched;
      low = (page.at(-1)?.row.start ?? low) + 1;
    }
  }

  async #removeFromBlocks(storage: StorageTransaction, page: readonly FetchedBlock[], span: Span): Promise<number> {
    const met = page.filter(({ row }) => row.end >= span.from);
    const [covered, edges]: [number[], FetchedBlock[]] = [[], []];
    for (const block of met)
      if (block.row.start >= span.from && block.row.end < span.to) covered.push(block.row.id);
      else edges.push(block);
    if (covered.length > 0) storage.delete(covered);
    if (edges.length > 0) await this.#rewriteWithout(storage, edges, span);
    return covered.length; // edges can be met again; counting them would never come to an end
  }

  /** Blocks that have nothing in the range stay, and damaged ones, as they are. */
  async #rewriteWithout(storage: StorageTransaction, edges: readonly FetchedBlock[], span: Span): Promise<void> {
    const opened = await this.#opener.open(storage, edges);
    for (const [i, columns] of opened.entries()) {
      const row = edges[i]?.row;
      if (columns === undefined || row === undefined) continue;
      const [low, high] = [firstAtOrAfter(columns.ts, span.from), firstAtOrAfter(columns.ts, span.to)];
      if (low === high) continue;
      const rests: NewBlock[] = [];
      if (low > 0) rests.push(blockOf(row.series, row.run, sliceColumns(columns, 0, low)));
      if (high < columns.ts.length)
        rests.push(blockOf(row.series, row.run, sliceColumns(columns, high, columns.ts.length)));
      storage.insert(rests);
      storage.delete([row.id]);
    }
  }
}
