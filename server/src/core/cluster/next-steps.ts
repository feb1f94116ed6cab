import { planOf, preferredOf } from "./balance.ts";
import type { ClusterView, HeldShard, Member, OrphanedLog } from "./cluster-view.ts";

/** What one member does next; each acts for itself only. */
export interface NextSteps {
  /** Members that are dead. */
  readonly bury: readonly Member[];
  /** Logs whose points are to be turned into blocks. */
  readonly inherit: readonly OrphanedLog[];
  readonly take: readonly number[];
  readonly give: readonly number[];
}

const idsOf = (shards: readonly HeldShard[]): number[] => shards.map(({ id }) => id);

/** A log is inherited by the member that it prefers among those that are neither silent nor leaving, or by any if all are. */
function heirOf(log: number, { members }: ClusterView, silent: readonly Member[]): string | undefined {
  const living = members.filter((member) => !silent.includes(member));
  const staying = living.filter(({ isLeaving }) => !isLeaving);
  return preferredOf(`log ${log}`, staying.length > 0 ? staying : living)?.node;
}

/** `silent`: members that we think are dead. Whoever is buried may still be in the plan: nothing is taken from it here. */
export function nextSteps(node: string, view: ClusterView, silent: readonly Member[]): NextSteps {
  const others = silent.filter((member) => member.node !== node);
  const living = { ...view, members: view.members.filter((member) => !others.includes(member)) };
  const planned = new Set(planOf(living).get(node));
  return {
    bury: others,
    inherit: view.orphans.filter(({ log }) => heirOf(log, view, others) === node),
    take: idsOf(view.shards.filter(({ id, owner }) => owner === "" && planned.has(id))),
    give: idsOf(view.shards.filter(({ id, owner }) => owner === node && !planned.has(id))),
  };
}
