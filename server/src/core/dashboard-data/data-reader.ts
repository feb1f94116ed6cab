import type { Permission } from "@heliograph/contract";
import type { EpochMs } from "../../kernel/time.ts";
import type { DeviceWithActivity } from "../devices/index.ts";
import type { Reach } from "../projects/index.ts";

/** Outside of this nothing is told, whatever a question asks for: neither what came later nor what was before [DSH6]. */
export interface ToldTimes {
  readonly notBefore?: EpochMs | undefined;
  /** Newest values, alarms and attributes are as they were then. */
  readonly until?: EpochMs | undefined;
}

/** Who reads, as far as it matters here: a user, and later whoever holds the link of a dashboard. */
export interface DataReader {
  /** Where they may do all of this; throws where that is nowhere. */
  reachTo(needed: readonly Permission[]): Reach;
  /** Told of what is read for them, before any of it is said. */
  found?(devices: readonly DeviceWithActivity[]): void;
  readonly times?: ToldTimes;
  /** They are gone: nothing more need be read. */
  readonly gone: AbortSignal;
}
