import type { Receipt } from "../telemetry/index.ts";
import type { ClusterView, Member } from "./cluster-view.ts";

/** What the others are told of a process that takes part. */
export interface Joining {
  readonly node: string;
  /** Where it runs, for people. */
  readonly place: string;
  readonly version: string;
  /** It gets no shards before it says that it serves. */
  readonly isStarting?: boolean;
}

/** Members as the database has them; every change is one transaction, and only what is still as it was seen is changed. */
export interface ClusterStore {
  /** Makes it a member, with a log that nobody else has. */
  join(joining: Joining): Promise<Member>;
  /** Counts up; false when it is no member any more: somebody has called it dead. */
  beat(node: string, isLeaving: boolean): Promise<boolean>;
  view(): Promise<ClusterView>;
  /** It is no member any more and commits nothing from here on, unless its beat has changed since. */
  bury(member: Member): Promise<boolean>;
  /** Its log is finished; it has no shards any more. */
  leave(node: string): Promise<void>;
}

/** What has shards: the store of points, and whatever else goes with a device's owner. */
export interface ShardHost {
  /** What is served. */
  readonly held: readonly number[];
  /** Those of them that were still free, or ours already, are served when it resolves. */
  take(shards: readonly number[]): Promise<void>;
  /** Everything of them is in blocks and they are free when it resolves. */
  give(shards: readonly number[]): Promise<void>;
  /** Turns a log of one that is gone into blocks; its shards are free when it resolves. */
  inherit(log: number): Promise<void>;
  /** These logs may have to be inherited soon, and no others. */
  expect?(logs: readonly number[]): void;
}

/** What goes with shards beside their points, set by who is in charge of it. */
export interface ShardChores {
  /** They are ours; their devices are served when it resolves. Receipts of a node that is gone come with them, to be noted. */
  beforeServed: (shards: readonly number[], receipts: readonly Readonly<Receipt>[]) => Promise<void>;
  /** Nothing of them is taken any more and everything is durable; others may have them when it resolves. */
  beforeFreed: (shards: readonly number[]) => Promise<void>;
  /** Somebody else may have them now, or we. */
  moved: () => void;
}
