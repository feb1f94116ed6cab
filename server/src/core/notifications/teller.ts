import type { RuleId, ScheduleId } from "../../kernel/ids.ts";
import type { EpochMs } from "../../kernel/time.ts";
import type { NoticeItem, Notification } from "./notice.ts";

/** What told a message. */
export type Teller =
  | { readonly kind: "policy"; readonly name: string; readonly step: number }
  | { readonly kind: "rule"; readonly name: string; readonly id: RuleId }
  | { readonly kind: "schedule"; readonly name: string; readonly id: ScheduleId };

/** Of what a schedule tells: the same when it is told again. */
export const scheduledKeyOf = (schedule: string, dueTime: EpochMs): string => `schedule/${schedule}/${dueTime}`;

/** The schedule that told something, where it was one. */
export function scheduleOf({ occasion, origin }: Pick<NoticeItem, "occasion" | "origin">): ScheduleId | undefined {
  const [, id] = occasion === "SCHEDULED" ? (origin?.split("/") ?? []) : [];
  return id as ScheduleId | undefined;
}

export function tellerOf(
  { ruleId, policyName: name, step }: Pick<Notification, "ruleId" | "policyName" | "step">,
  items: readonly NoticeItem[],
): Teller {
  if (ruleId !== null) return { kind: "rule", name, id: ruleId };
  const [first] = items;
  const schedule = first && scheduleOf(first);
  return schedule ? { kind: "schedule", name, id: schedule } : { kind: "policy", name, step };
}
