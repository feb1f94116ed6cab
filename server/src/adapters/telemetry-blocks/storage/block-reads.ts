import type { BlockRow } from "./block-row.ts";

/** Buckets of equal length: the blocks that reach from one into another will be read, whatever their statistics say. */
interface Grid {
  readonly origin: number;
  readonly ms: number;
}

/**
 * Which blocks of a page come with their data at once: all, none, or those that cross an edge of the grid. The others
 * are asked for when they are needed. `sizes`: how long the data of each is instead.
 */
export type DataWish = "all" | "none" | "sizes" | Grid;

/** A row with its data, or with how long that is, when it was asked for with the rest. */
export interface FetchedBlock {
  readonly row: BlockRow;
  readonly data: Uint8Array | undefined;
  readonly bytes: number | undefined;
}

/** At most `limit` blocks of a run with `low` ≤ start ≤ `high`. Fewer than `limit` are all there are. */
export interface BlockPage {
  readonly series: number;
  readonly run: number;
  readonly low: number;
  readonly high: number;
  readonly order: "ASC" | "DESC";
  readonly data: DataWish;
  readonly limit: number;
}

/** A run, and where a walk through it has to begin so that it meets every block that reaches a time. */
export interface RunStart {
  readonly run: number;
  readonly start: number;
}

/** Reads blocks. Blocks of one run of a series never overlap; of blocks that do, the higher run is the later write. */
export interface BlockReads {
  /** The runs a series has, ascending; `start` is that of the last block starting at or before `from`, or `from`. */
  runs(series: number, from: number): Promise<readonly RunStart[]>;
  page(wanted: BlockPage): Promise<readonly FetchedBlock[]>;
  /** In the order of the numbers asked for; undefined for a block that is not there. */
  data(blocks: readonly number[]): Promise<readonly (Uint8Array | undefined)[]>;
}

/** Told of a block that cannot be read; the block is left where it is and skipped. */
export type DamageReport = (damage: {
  readonly block: number;
  readonly series: number;
  readonly start: number;
  readonly end: number;
}) => void;
