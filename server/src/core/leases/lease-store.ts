import type { EpochMs } from "../../kernel/time.ts";

export interface LeaseStore {
  /**
   * Makes `owner` the owner until then, if it is already, or nobody is at `now`. One that ends later than `sane` was
   * given by a clock that was wrong by more than clocks of nodes differ, and counts as nobody's [RUN12].
   */
  take(name: string, owner: string, time: { now: EpochMs; until: EpochMs; sane: EpochMs }): Promise<boolean>;
  /** Gives it back, if it is still held. */
  release(name: string, owner: string): Promise<void>;
}
