import type { JobKindName, Permission } from "@heliograph/contract";
import type { DeviceId } from "../../kernel/ids.ts";
import type { Standing } from "../access/index.ts";
import type { Reach } from "../projects/index.ts";

/** Who undoes, and where they may. */
export interface Undoing {
  readonly maker: Standing;
  readonly reach: Reach;
}

/** A kind of job whose changes are written down, and how one of them is taken back. */
export interface Undoable<Input> {
  readonly kind: JobKindName;
  readonly needed: readonly Permission[];
  /** Refused where the device is not any more what the job made of it: somebody has changed it since. */
  undo(by: Undoing, deviceId: DeviceId, before: unknown, input: Input): Promise<void>;
}
