import type { AuditRecord } from "@heliograph/contract";

/** Fewer than these are shown one by one. */
const foldedFrom = 5;

export type EntryRun = readonly [first: AuditRecord, ...others: AuditRecord[]];

/** Entries that stand together and say the same of several things, as those of one job, are one run [AUD1]. */
export function foldedEntries(entries: readonly AuditRecord[]): readonly EntryRun[] {
  const runs: [AuditRecord, ...AuditRecord[]][] = [];
  for (const entry of entries) {
    const run = runs.at(-1);
    if (run && isAlike(run[0], entry)) run.push(entry);
    else runs.push([entry]);
  }
  return runs.flatMap((run) => (run.length < foldedFrom ? run.map((entry): EntryRun => [entry]) : [run]));
}

const isAlike = (one: AuditRecord, other: AuditRecord): boolean => sameness(one) === sameness(other);

const sameness = ({ actionType, actionStatus, entityId, userName, via, actionData }: AuditRecord): string =>
  JSON.stringify([actionType, actionStatus, entityId.entityType, userName, via, Object.keys(actionData.after ?? {})]);
