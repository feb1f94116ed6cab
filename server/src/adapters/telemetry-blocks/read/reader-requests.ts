import type { AggregateFunction } from "../../../core/telemetry/index.ts";

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
  /** Answered by a point for each of them; one of no kind where there is none. */
  | { readonly type: "latest"; readonly series: readonly number[] }
  | { readonly type: "hang-up" }
  | { readonly type: "close" };
