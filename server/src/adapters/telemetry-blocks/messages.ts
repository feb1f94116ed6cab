import type { AggregateFunction } from "../../core/telemetry/index.ts";
import type { ArenaMemory } from "./arena.ts";
import type { Columns } from "./columns.ts";
import type { SeriesDefinition } from "./series-table.ts";

/** What a worker is started with. */
export interface WorkerStart {
  readonly file: string;
  readonly arenas: readonly [ArenaMemory, ArenaMemory];
  readonly maxFileBytes: number | undefined;
}

/** Series ids are given by the main thread; the writer only stores them. */
export type WriterRequest =
  | {
      readonly type: "commit";
      readonly frame: ArrayBuffer;
      readonly length: number;
      readonly definitions: readonly SeriesDefinition[];
      /** Up to here the log may go: all receipts are where they belong. */
      readonly passed: number;
      readonly hasReceipts: boolean;
    }
  | { readonly type: "start-after"; readonly position: number }
  | { readonly type: "receipts" }
  | { readonly type: "remove"; readonly series: Uint32Array; readonly from: number; readonly to: number }
  | { readonly type: "forget"; readonly device: string; readonly series: Uint32Array }
  | { readonly type: "flush" }
  | { readonly type: "mark"; readonly installation: string; readonly beat: number }
  | { readonly type: "directory"; readonly after: number; readonly limit: number }
  | { readonly type: "close" };

export type ReaderRequest =
  | {
      readonly type: "read";
      readonly series: number;
      readonly from: number;
      readonly to: number;
      readonly order: "ASC" | "DESC";
      readonly limit: number;
      readonly maxText: number;
    }
  | {
      readonly type: "aggregate";
      readonly series: number;
      readonly edges: Float64Array<ArrayBuffer>;
      readonly by: AggregateFunction;
    }
  | { readonly type: "latest"; readonly series: readonly number[] }
  | { readonly type: "close" };

/** A refusal or failure on its way between threads. */
export type WireFault =
  | { readonly kind: "conflict" | "failed"; readonly message: string }
  | { readonly kind: "disk"; readonly errno: string; readonly message: string };

export type WorkerReply =
  | { readonly type: "done"; readonly id: number; readonly result: unknown }
  | { readonly type: "failed"; readonly id: number; readonly fault: WireFault }
  | { readonly type: "ready" }
  | { readonly type: "refused"; readonly fault: WireFault }
  | {
      readonly type: "damaged";
      readonly series: number;
      readonly block: number;
      readonly start: number;
      readonly end: number;
    };

/** What a commit answers: its buffer, to be filled again, and its position in the log. */
export interface Committed {
  readonly frame: ArrayBuffer;
  readonly position: number;
}

/** For each series asked for its newest point, or nothing. */
export type LatestResult = readonly (Columns | undefined)[];
