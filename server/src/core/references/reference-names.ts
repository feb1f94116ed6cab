import type { RuleReferenceKind } from "@heliograph/contract";
import type { Reach } from "../projects/index.ts";

/** Whatever is named by id in something that travels: dashboards name some of it, rules all. */
export type NamedKind = RuleReferenceKind;

/** What ids are called, and what is called so; only what is within reach [PRJ1]. */
export interface ReferenceNames {
  namesOf(reach: Reach, kind: NamedKind, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** The ids of all of each name: projects below different ones may be called the same. */
  idsOf(reach: Reach, kind: NamedKind, names: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>;
}
