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

/** Logs that we inherit, or would if these are dead. */
export function expectedLogs(node: string, view: ClusterView, suspects: readonly Member[]): number[] {
  const logs = [...suspects.filter((one) => one.node !== node), ...view.orphans].map(({ log }) => log);
  return logs.filter((log) => heirOf(log, view, suspects) === node);
}

/** A member as it sees itself. */
export interface Self {
  readonly node: string;
  /** The shards it serves; one that is its own and that it could not give, or take, is not among them. */
  readonly held: readonly number[];
}

/** `silent`: members that we think are dead. */
export function nextSteps({ node, held }: Self, view: ClusterView, silent: readonly Member[]): NextSteps {
  const others = silent.filter((member) => member.node !== node);
  const living = { ...view, members: view.members.filter((member) => !others.includes(member)) };
  const planned = new Set(planOf(living).get(node));
  const isLeftOver = (id: number, owner: string): boolean => owner === node && !held.includes(id);
  return {
    bury: others,
    inherit: view.orphans.filter(({ log }) => heirOf(log, view, others) === node),
    take: idsOf(view.shards.filter(({ id, owner }) => planned.has(id) && (owner === "" || isLeftOver(id, owner)))),
    give: idsOf(view.shards.filter(({ id, owner }) => owner === node && !planned.has(id))),
  };
}
