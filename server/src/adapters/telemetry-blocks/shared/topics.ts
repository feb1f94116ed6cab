import type { KeyQuestion } from "../../../core/channel-search/index.ts";
import type { LatestQuestion } from "../../../core/device-groups/index.ts";
import type { AggregateFunction, KeySelection, TimeRange } from "../../../core/telemetry/index.ts";
import type { DeviceId, MqttSessionId, TenantId } from "../../../kernel/ids.ts";

// What nodes ask the owner of a device. A change of what is in one raises its version; the version before has to be understood.

export const topics = {
  append: { name: "points-append", version: 1 },
  latest: { name: "points-latest", version: 1 },
  newest: { name: "points-newest", version: 1 },
  aggregate: { name: "points-aggregate", version: 1 },
  chunk: { name: "points-chunk", version: 1 },
  delete: { name: "points-delete", version: 1 },
  forget: { name: "points-forget", version: 1 },
  estimate: { name: "points-estimate", version: 1 },
  matching: { name: "points-matching", version: 1 },
  keys: { name: "points-keys", version: 1 },
  having: { name: "points-having", version: 1 },
  arrived: { name: "receipts-arrived", version: 1 },
  saved: { name: "receipts-saved", version: 1 },
} as const;

/** Its points are bytes behind it. */
export interface AppendAsked {
  readonly device: DeviceId;
  readonly owner?: TenantId;
  readonly receipt?: readonly [MqttSessionId, number];
  readonly isFollowers?: boolean;
}

export interface LatestAsked {
  readonly device: DeviceId;
  readonly keys: KeySelection;
}

export type NewestAsked = readonly (readonly [DeviceId, string])[];

export interface AggregateAsked {
  readonly device: DeviceId;
  readonly key: string;
  readonly by: AggregateFunction;
}

export interface ChunkAsked {
  readonly device: DeviceId;
  readonly key: string;
  readonly range: TimeRange;
  readonly order: "ASC" | "DESC";
  /** Null: as many as a chunk has. */
  readonly limit: number | null;
}

export interface DeleteAsked {
  readonly device: DeviceId;
  readonly keys: KeySelection;
  readonly range: TimeRange;
  readonly isFollowers: boolean;
}

/** Of these shards, all of which the other node has to have. */
export interface SearchAsked {
  readonly tenant: TenantId;
  readonly question: LatestQuestion;
  readonly shards: readonly number[];
}

/** As above. */
export interface KeysAsked extends KeyQuestion {
  readonly tenant: TenantId;
  readonly atMost: number;
  readonly shards: readonly number[];
}

/** As above: which of their devices have one of these keys. */
export interface HavingAsked {
  readonly tenant: TenantId;
  readonly keys: readonly string[];
  readonly shards: readonly number[];
}

export interface ArrivedAsked {
  readonly session: MqttSessionId;
  readonly device: DeviceId;
}

/** Null: all of them. */
export type SavedTold = readonly (readonly [MqttSessionId, DeviceId, number | null])[];
