import type { WhyOutcome, WhyRecord, WhyStep } from "@heliograph/contract";
import type { UserId } from "../../kernel/ids.ts";
import type { TenantUser, UserStore } from "../access/index.ts";
import { type AlarmInfo, projectOf } from "../alarms/index.ts";
import { reaches } from "../projects/index.ts";
import { isFor } from "./matching.ts";
import type { NoticeItem } from "./notice.ts";
import type { NotificationPolicy, NotificationPolicyStore } from "./notification-policy.ts";
import { alarmProjects, isNamed } from "./recipients.ts";
import type { NotificationOnRecord, RecordStore } from "./records.ts";

interface WhyParts {
  readonly records: Pick<RecordStore, "itemsOf" | "toUser">;
  readonly policies: Pick<NotificationPolicyStore, "list">;
  readonly users: Pick<UserStore, "findInTenant">;
}

const stepsAtMost = 200;

/** "Why was I (not) told": answered from what is on record [NTF1]. */
export class WhyTold {
  readonly #parts: WhyParts;

  constructor(parts: WhyParts) {
    this.#parts = parts;
  }

  async of(alarm: AlarmInfo, userId: UserId): Promise<WhyRecord> {
    const user = await this.#parts.users.findInTenant(alarm.tenantId, userId);
    if (!user || !reaches({ tenantId: alarm.tenantId, projects: alarmProjects(user) }, projectOf(alarm)))
      return answered([bare(alarm, "OUT_OF_REACH")]);
    const items = await this.#parts.records.itemsOf(alarm.tenantId, alarm.id, stepsAtMost);
    const policies = await this.#parts.policies.list(alarm.tenantId);
    const notices = items.flatMap(({ noticeId }) => noticeId ?? []);
    const sent = await this.#parts.records.toUser(alarm.tenantId, userId, notices);
    const steps = items.flatMap((item) => stepsOf(item, sent, policies, user));
    return answered(steps.length > 0 ? steps : [this.#unsaid(alarm, policies, user)]);
  }

  /** Nothing is on record: no policy is for it, or it was there before the policy. */
  #unsaid(alarm: AlarmInfo, policies: readonly NotificationPolicy[], user: TenantUser): WhyStep {
    const fitting = policies.filter((policy) => isFor(policy, alarm, alarm.severity));
    if (fitting.length === 0) return bare(alarm, "NO_POLICY");
    const named = fitting.find((policy) => isNamed(user, policy.recipients));
    return { ...bare(alarm, named ? "NO_POLICY" : "NOT_FOR_YOU"), policyName: (named ?? fitting[0])?.name ?? null };
  }
}

const outcomes: Record<NotificationOnRecord["shownState"], WhyOutcome> = {
  ...{ HELD: "HELD", TRYING: "TRYING", DELIVERED: "TOLD", GROUPED: "TOLD", FAILED: "FAILED", DROPPED: "DROPPED" },
};

function stepsOf(
  item: NoticeItem,
  sent: readonly NotificationOnRecord[],
  policies: readonly NotificationPolicy[],
  user: TenantUser,
): readonly WhyStep[] {
  const policy = policies.find(({ id }) => id === item.policyId);
  const shared = {
    ...{
      ts: item.decidedTime,
      occasion: item.occasion,
      notificationId: null,
      channel: null,
      state: null,
      reason: null,
    },
    policyId: item.policyId && ({ entityType: "NOTIFICATION_POLICY", id: item.policyId } as const),
    policyName: policy?.name ?? null,
  };
  if (item.silence) return [{ ...shared, outcome: item.silence, until: item.until, detail: item.detail }];
  const told = sent.filter(({ noticeId }) => noticeId === item.noticeId);
  if (told.length > 0) return told.map((one) => ({ ...shared, ...sentStep(one, sent) }));
  const isMine = policy !== undefined && isNamed(user, policy.recipients);
  return [{ ...shared, outcome: isMine ? "WAITS_FOR_MORE" : "NOT_FOR_YOU", until: null, detail: null }];
}

/** What went with another one has the fate of that one. */
function sentStep(one: NotificationOnRecord, sent: readonly NotificationOnRecord[]) {
  const went = sent.find(({ id }) => id === one.groupedInto) ?? one;
  return {
    outcome: went.reason === "ALREADY_TOLD" ? ("TOLD" as const) : outcomes[went.shownState],
    notificationId: { entityType: "NOTIFICATION", id: one.id } as const,
    ...{ channel: one.channel, state: one.shownState, reason: went.reason, policyName: one.policyName },
    ...{ until: went.heldUntil ?? went.nextAttempt, detail: went.answer },
  };
}

const bare = (alarm: AlarmInfo, outcome: WhyOutcome): WhyStep => ({
  ...{ ts: alarm.createdTime, occasion: "RAISED", outcome, policyId: null, policyName: null, notificationId: null },
  ...{ channel: null, state: null, reason: null, until: null, detail: null },
});

function answered(steps: readonly WhyStep[]): WhyRecord {
  const last = steps.findLast(({ outcome }) => outcome !== "NOT_FOR_YOU") ?? steps.at(-1);
  return {
    told: steps.some(({ outcome }) => outcome === "TOLD"),
    outcome: last?.outcome ?? "NO_POLICY",
    until: last?.until ?? null,
    steps: [...steps],
  };
}
