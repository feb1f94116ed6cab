import type { NodeLine } from "../node-line/index.ts";
import type { ShardChores } from "./cluster-store.ts";
import type { ClusterView, Member } from "./cluster-view.ts";
import type { Membership } from "./membership.ts";
import type { Owners } from "./owners.ts";

/** The part of a node that makes it one of several. */
export interface ClusterOfNode {
  readonly self: Member;
  readonly membership: Membership;
  readonly line: NodeLine;
  readonly owners: Owners;
  /** Who takes part and who has what, as the database says now. */
  view(): Promise<ClusterView>;
  readonly chores: ShardChores;
  /** Why this node cannot serve whatever others have, for people; undefined when it can. */
  readonly problem: string | undefined;
  /** From now on it takes shards: whoever follows its points does so by then. */
  serve(): void;
  /** Hands everything over, within a time, while it still serves. */
  handOver(patienceMs: number): Promise<void>;
  /** The others may start. */
  endTurn(): Promise<void>;
}
