import { type Columns, ColumnsBuilder, sliceColumns } from "../columns.ts";
import { maxBlockPoints } from "../limits.ts";
import type { StorageTransaction } from "../storage/storage.ts";
import type { BlockOpener } from "./block-opener.ts";
import { CompactionWindows, type Window } from "./compaction-windows.ts";
import { cutIntoBlocks } from "./cut-into-blocks.ts";
import { blockOf } from "./encode-block.ts";
import { mergeLoaded } from "./merge.ts";
import { MemoryCursor } from "./point-cursor.ts";
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
  readonly #opener: BlockOpener;
  readonly #windows: CompactionWindows;
  /** Series where this pass can gain nothing, or where a damaged block must not be touched. */
  readonly #hopeless = new Set<number>();
  #late = -1;
  #small = -1;
  #isActive = false;
  /** What the running step has looked at and rewritten. */
  #points = 0;

  constructor(opener: BlockOpener, stepPoints: number) {
    this.#stepPoints = stepPoints;
    this.#opener = opener;
    this.#windows = new CompactionWindows(stepPoints);
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
  async step(storage: StorageTransaction): Promise<void> {
    this.#points = 0;
    while (this.#isActive && this.#points < this.#stepPoints) await this.#compactNext(storage);
  }

  async #compactNext(storage: StorageTransaction): Promise<void> {
    const late = await storage.nextLate(this.#late);
    const small = late ?? (await storage.nextSmall(this.#small));
    if (small === undefined) this.#isActive = false;
    else if (late !== undefined) this.#late = (await this.#compact(storage, late)) ? late - 1 : late;
    else this.#small = (await this.#compact(storage, small)) ? small - 1 : small;
  }

  /** True when there is more of the series behind the window. */
  async #compact(storage: StorageTransaction, series: number): Promise<boolean> {
    if (this.#hopeless.has(series)) return false;
    const window = await this.#windows.of(storage, series);
    this.#points += minSeriesPoints + window.weight;
    if (window.blocks.length >= 2 && (await this.#rewrite(storage, series, window)))
      return window.until < Number.POSITIVE_INFINITY;
    if (!window.isLate && (await this.#windows.pass(storage, series, window))) return true;
    this.#hopeless.add(series);
    return false;
  }

  /** False when a block is damaged or when the result would not be better than what is there. */
  async #rewrite(storage: StorageTransaction, series: number, { lowest, until, blocks }: Window): Promise<boolean> {
    const opened: OpenedBlock[] = [];
    for (const [i, columns] of (await this.#opener.open(storage, blocks)).entries()) {
      if (columns === undefined) return false;
      opened.push({ run: blocks[i]?.row.run ?? lowest, columns });
    }
    const merged = [...cutIntoBlocks(mergedBefore(opened, until))];
    const overlapping = blocks.some(({ row }) => row.run > lowest);
    if (!overlapping && merged.length >= blocks.length) return false;
    storage.delete(blocks.map(({ row }) => row.id));
    storage.insert(merged.map((columns) => blockOf(series, lowest, columns)));
    storage.insert(restsFrom(opened, until).map(({ run, columns }) => blockOf(series, run, columns)));
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
  mergeLoaded(cursors, { done: false, points: (columns, low, high) => builder.pushRange(columns, low, high) });
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
