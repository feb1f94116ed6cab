import type { AggregateFunction } from "../../../core/telemetry/index.ts";
import type { Columns } from "../columns.ts";

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
  | { readonly type: "hang-up" }
  | { readonly type: "close" };

/** For each series asked for its newest point, or nothing. */
export type LatestResult = readonly (Columns | undefined)[];
