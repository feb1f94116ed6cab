import type { GroupProblemCode } from "@heliograph/contract";
import type { EpochMs } from "../../../kernel/time.ts";
import type { Projects, Reach } from "../../projects/index.ts";
import type { DeviceIndex, StoredCondition } from "../device-index.ts";
import type { LatestMatches } from "../latest-matches.ts";
import { from, type SearchTree } from "../search/search-tree.ts";
import { storedSource } from "../search/stored-source.ts";

/** What a condition is resolved with: who asks, when, and whom to ask. */
export interface Resolving {
  readonly reach: Reach;
  readonly now: EpochMs;
  readonly inactivityTimeoutMs: number;
  readonly index: DeviceIndex;
  readonly latest: LatestMatches;
  readonly projects: Pick<Projects, "within">;
  /** Resolves when the store knows the latest contacts. */
  readonly contactsStored: () => Promise<void>;
}

/** A condition as it is looked for, and why it may find nothing. */
export interface Resolved {
  readonly tree: SearchTree;
  readonly findProblem?: () => Promise<GroupProblemCode | undefined>;
}

/** Turns the conditions of one kind into what is looked for. */
export type Resolve<Condition> = (condition: Condition, at: Resolving) => Promise<Resolved>;

export const storedTree = ({ index, reach }: Resolving, condition: StoredCondition): SearchTree =>
  from(storedSource(index, reach.tenantId, condition));
