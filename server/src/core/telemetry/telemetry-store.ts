import type { DeviceId, TenantId } from "../../kernel/ids.ts";
import type { EpochMs } from "../../kernel/time.ts";
import type { BucketEdges } from "./buckets.ts";
import type { Receipt } from "./receipt.ts";
import type { PointBatch, Sample } from "./value.ts";

export type AggregateFunction = "MIN" | "MAX" | "AVG" | "SUM" | "COUNT";

/** `from` is included, `to` is not [TEL2]. */
export interface TimeRange {
  readonly from: EpochMs;
  readonly to: EpochMs;
}

/** What a store is told of points besides their device. */
export interface AppendTerms {
  /** Whose device it is; its series count for this tenant [QTA1]. */
  readonly owner?: TenantId;
  /** Stored with the points, in one commit; its position is set before the append resolves [MQ7]. */
  readonly receipt?: Receipt | undefined;
  /** Written by one who follows the log: does not wait until followers have caught up, that is for itself. */
  readonly isFollowers?: boolean;
}

/** As with points: whoever follows the log does not wait for itself. */
export type DeleteTerms = Pick<AppendTerms, "isFollowers">;

/** Which keys of a device: never an empty list that could mean either. */
export type KeySelection = "all" | { readonly only: readonly string[] };

/** One key of one device. */
export interface SeriesName {
  readonly device: DeviceId;
  readonly key: string;
}

/** For whoever needs the newest points of very many devices: few questions for all of them. */
export interface NewestPoints {
  /** The point of the highest time of each of these series, in their order; undefined where there is none. */
  newest(series: readonly SeriesName[]): Promise<readonly (Sample | undefined)[]>;
  /** Somebody will ask, perhaps while very much comes in: what has to start for an answer starts now. */
  expectQuestions(): void;
}

/**
 * Where points live. A series is one key of one device; what a store promises is proven by test/contract/telemetry-store.ts.
 * Reads see every append, deletion and retention that was acknowledged before the read began.
 */
export interface TelemetryStore {
  /**
   * Durable once resolved [REL1], all points or none. The same key and time again replaces the value; the order of
   * calls decides, and within a batch its own order [TEL4]. Rejects with `invalid` when a point cannot be kept, with
   * `busy` when the disk is full or the store is stopping, and with `no-room` when a new series is more than its tenant,
   * or the store, may have; nothing is stored then. Waits while too much is in flight.
   */
  append(device: DeviceId, batch: PointBatch, terms?: AppendTerms): Promise<void>;

  /** The point of the highest time of each key that has one [TEL1]. */
  latest(device: DeviceId, keys: KeySelection): Promise<ReadonlyMap<string, Sample>>;

  /**
   * One sample per bucket that has something to say, its time the bucket's start. COUNT counts every point; the others
   * take numbers, and booleans as 0 and 1, and leave a bucket without either out. MIN and MAX of integers are exact.
   */
  aggregate(device: DeviceId, key: string, edges: BucketEdges, by: AggregateFunction): Promise<readonly Sample[]>;

  /** The keys that have at least one point, in ascending code-unit order. */
  keys(device: DeviceId): Promise<readonly string[]>;

  /**
   * The points of the range in the order asked for, all or the first `limit`, in chunks, with memory that grows neither
   * with their number nor with their length. Each chunk shows the store at the moment it is read; a point written behind
   * the reader is not seen. The next chunk is read when asked, and none is empty.
   */
  scan(
    device: DeviceId,
    key: string,
    range: TimeRange,
    order?: "ASC" | "DESC",
    limit?: number,
  ): AsyncIterable<readonly Sample[]>;

  /** Removes the points of the range; durable once resolved. Points appended afterwards stay. */
  delete(device: DeviceId, keys: KeySelection, range: TimeRange, terms?: DeleteTerms): Promise<void>;

  /** Removes a deleted device's points and keys, whatever their time; durable once resolved [DEV3]. */
  forget(device: DeviceId): Promise<void>;

  /**
   * Removes everything before `before` of these devices [TEL5]. Retention is a tenant's, but who owns a device is known
   * to the device registry alone: it hands in the tenant's devices, and this store keeps no second copy of ownership.
   */
  applyRetention(devices: AsyncIterable<DeviceId> | Iterable<DeviceId>, before: EpochMs): Promise<void>;
}
