import type { NotificationPolicyInput, NotificationPolicyRecord } from "@heliograph/contract";
import type { Messages } from "../../../i18n/messages.tsx";

/** What people say of a policy, while they say it. */
export type PolicyDraft = Pick<
  NotificationPolicyRecord,
  | "name"
  | "enabled"
  | "alarms"
  | "recipients"
  | "channels"
  | "grouping"
  | "quietHours"
  | "escalation"
  | "perHour"
  | "tellCleared"
  | "language"
> & { readonly projectId: string | null };

/** What else is told of one is not said by people, and is not sent back. */
export function draftOf(record: NotificationPolicyRecord): PolicyDraft {
  const { name, enabled, alarms, recipients, channels, grouping } = record;
  const { quietHours, escalation, perHour, tellCleared, language, projectId } = record;
  return {
    ...{
      name,
      enabled,
      alarms,
      recipients,
      channels,
      grouping,
      quietHours,
      escalation,
      perHour,
      tellCleared,
      language,
    },
    projectId: projectId?.id ?? null,
  };
}

interface Beginning {
  readonly name: string;
  /** Who makes it is told at first: it works at once, and others are a choice away. */
  readonly userId: string;
  readonly projectId: string | null;
  readonly language: PolicyDraft["language"];
}

export const newDraft = ({ name, userId, projectId, language }: Beginning): PolicyDraft => ({
  ...{ name, enabled: true, projectId, language, quietHours: null, escalation: [], perHour: null },
  alarms: { severities: ["CRITICAL", "MAJOR"] },
  recipients: { userIds: [userId] },
  channels: ["INBOX", "MAIL"],
  grouping: { by: "ALL", waitMs: 5_000, everyMs: 60_000 },
  tellCleared: false,
});

export const inputOf = (draft: PolicyDraft, base: NotificationPolicyRecord | undefined): NotificationPolicyInput => ({
  ...draft,
  name: draft.name.trim(),
  projectId: draft.projectId === null ? null : { id: draft.projectId },
  ...(base && { id: base.id, version: base.version }),
});

export const isSame = (one: PolicyDraft, other: PolicyDraft): boolean => JSON.stringify(one) === JSON.stringify(other);

const names = (recipients: PolicyDraft["recipients"]): number =>
  Object.values(recipients).reduce((sum, list) => sum + list.length, 0);

/** What has to be corrected before it can be saved, by its place, in the reader's words. */
export function problemsOf({ name, recipients, escalation, quietHours }: PolicyDraft, w: Messages["policies"]) {
  const times = escalation.map(({ afterMs }) => afterMs);
  const steps = escalation.flatMap((step, at) => [
    ...(names(step.recipients) === 0 ? [[`escalation.${at}.recipients`, w.noRecipient] as const] : []),
    ...((times[at - 1] ?? 0) >= step.afterMs ? [[`escalation.${at}.afterMs`, w.escalationOrder] as const] : []),
  ]);
  return new Map<string, string>([
    ...(name.trim() === "" ? [["name", w.noName] as const] : []),
    ...(names(recipients) === 0 ? [["recipients", w.noRecipient] as const] : []),
    ...steps,
    ...(quietHours?.weekdays.length === 0 ? [["quietHours", w.noDays] as const] : []),
  ]);
}
