import type { ReferenceKind } from "@heliograph/contract";
import type { Reach } from "../projects/index.ts";

/** What ids are called, and what is called so; only what is within reach [PRJ1]. */
export interface ReferenceNames {
  namesOf(reach: Reach, kind: ReferenceKind, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** The id of the only one of each name. */
  idsOf(reach: Reach, kind: ReferenceKind, names: readonly string[]): Promise<ReadonlyMap<string, string>>;
}
