import type { Channel } from "../format/channel.ts";
import type { NumericType } from "../format/data-type.ts";
import type { Buckets } from "./buckets.ts";

/** What is known of one drawable line: a channel, or one component of a position or vector. */
export interface BuiltSeries {
  readonly channel: Channel;
  readonly component: number;
  /** Nanoseconds since 1970 that the buckets count from. */
  readonly originNs: bigint;
  readonly firstNs: bigint;
  readonly lastNs: bigint;
  readonly count: number;
  /** Undefined for channels that are no numbers: only counts. */
  readonly element: NumericType | undefined;
  readonly buckets: Buckets;
}
