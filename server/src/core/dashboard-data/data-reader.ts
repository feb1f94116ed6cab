import type { Permission } from "@heliograph/contract";
import type { DeviceWithActivity } from "../devices/index.ts";
import type { Reach } from "../projects/index.ts";

/** Who reads, as far as it matters here: a user, and later whoever holds the link of a dashboard. */
export interface DataReader {
  /** Where they may do all of this; throws where that is nowhere. */
  reachTo(needed: readonly Permission[]): Reach;
  /** Told of what is read for them, before any of it is said. */
  found?(devices: readonly DeviceWithActivity[]): void;
  /** They are gone: nothing more need be read. */
  readonly gone: AbortSignal;
}
