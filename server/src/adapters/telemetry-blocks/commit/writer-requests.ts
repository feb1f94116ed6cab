import type { Transferable } from "node:worker_threads";
import type { SeriesDefinition } from "../storage/series-definition.ts";

/** Series ids are given by the main thread; the writer only stores them. */
export type WriterRequest =
  | {
      readonly type: "commit";
      readonly frame: ArrayBuffer;
      readonly length: number;
      readonly definitions: readonly SeriesDefinition[];
      /** Which of them these points are of; none where the writer has all. */
      readonly shards: readonly number[];
      /** Up to here the log may go: all receipts are where they belong. */
      readonly passed: number;
      readonly hasReceipts: boolean;
      /** Up to here whoever follows the log has passed it; undefined when nobody does. */
      readonly followed: number | undefined;
    }
  | { readonly type: "start-after"; readonly position: number }
  | { readonly type: "receipts" }
  | { readonly type: "follow"; readonly after: number | undefined }
  | { readonly type: "unfollow" }
  | { readonly type: "entries"; readonly after: number }
  | {
      readonly type: "remove";
      readonly series: Uint32Array;
      readonly from: number;
      readonly to: number;
      readonly shards: readonly number[];
    }
  | {
      readonly type: "forget";
      readonly device: string;
      readonly series: Uint32Array;
      readonly shards: readonly number[];
    }
  | { readonly type: "take-shards"; readonly shards: readonly number[] }
  /** Everything of these becomes blocks first. */
  | { readonly type: "give-shards"; readonly shards: readonly number[]; readonly receiptsUpTo: number }
  | { readonly type: "unseen-in"; readonly shards: readonly number[] }
  | { readonly type: "remove-unseen"; readonly ids: readonly number[] }
  /** So many positions are given to what is in no entry; answers the one before them. */
  | { readonly type: "reserve"; readonly count: number }
  | { readonly type: "series-in"; readonly shards: readonly number[]; readonly after: number; readonly limit: number }
  | { readonly type: "numbers-in"; readonly shards: readonly number[] }
  /** The log of one that is gone becomes blocks, what its consumers had not seen is left for others, and its shards are free. */
  | { readonly type: "retire" }
  | { readonly type: "flush" }
  | { readonly type: "mark"; readonly installation: string; readonly beat: number }
  | { readonly type: "directory"; readonly after: number; readonly limit: number }
  | { readonly type: "hang-up" }
  | { readonly type: "close" };

/** What a commit answers: its buffer, to be filled again, and its position in the log. */
export interface Committed {
  readonly frame: ArrayBuffer;
  readonly position: number;
}

/** The way to the writer, wherever it runs. */
export interface WriterLine {
  request(request: WriterRequest, transfer?: readonly Transferable[]): Promise<unknown>;
}
