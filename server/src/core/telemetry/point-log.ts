import type { DeviceId } from "../../kernel/ids.ts";
import type { EpochMs } from "../../kernel/time.ts";
import type { PointBatch } from "./value.ts";

/** Points of one device, in the order they were sent. */
export interface LoggedBatch {
  readonly device: DeviceId;
  readonly points: PointBatch;
}

/** Those who follow the log, each from a position of its own. */
export type FollowerName = "rules" | "calculations";

/** Of the log of a node that is gone, one of those who followed it had not passed it: to be removed with what follows from it. */
interface UnseenOf {
  readonly id: number;
  readonly by: FollowerName;
}

/** What was stored together: its place in the log, and when it arrived, which is the same whenever it is told. */
export interface LoggedCommit {
  readonly position: number;
  readonly arrival: EpochMs;
  readonly batches: readonly LoggedBatch[];
  readonly unseen?: UnseenOf | undefined;
}

/** Whoever follows the log: told of every commit once, in order, after it is durable [RUL3]. Never throws. */
export interface LogFollower {
  committed(commit: LoggedCommit): void;
}

/** The log of the points, for one follower. What it has not passed stays in the log; too far behind, appends wait. */
export interface PointLog {
  /**
   * Tells what was committed after a position, as far as the log goes back, and then everything that follows; resolves when
   * the past was told, to the position it began after. Undefined: from now on. To be called before anything is appended.
   * Positions are greater than `known` from now on: whoever follows may know more than a log from a backup.
   */
  follow(follower: LogFollower, after: number | undefined, known?: number): Promise<number>;
  /** Everything up to here is done, durably: it need not be told again. */
  passed(position: number): void;
  /** Everything that arrived before this moment was told: whoever lets time pass does so up to here. */
  toldUpTo(): EpochMs;
  /** What is being committed and was not told yet; readers may see it already. */
  underWay(): readonly LoggedBatch[];
  /** Nobody follows any more, and nothing is kept for it. */
  unfollow(): Promise<void>;
}
