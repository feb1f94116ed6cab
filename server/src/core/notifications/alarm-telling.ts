import { randomUUID } from "node:crypto";
import type { AlarmSeverity, NotificationOccasion } from "@heliograph/contract";
import type { AlarmId, NotificationPolicyId } from "../../kernel/ids.ts";
import { type EpochMs, epochMs } from "../../kernel/time.ts";
import { type AlarmInfo, rankOf } from "../alarms/index.ts";
import { groupOf, isFor } from "./matching.ts";
import type { NoticeItem, NotificationTimer } from "./notice.ts";
import type { NoticeDraft } from "./notice-draft.ts";
import type { NotificationPolicy, Telling } from "./notification-policy.ts";
import { readingsOf } from "./reading.ts";

/** What happened to an alarm, as policies look at it. */
export interface AlarmOccasion {
  readonly alarm: AlarmInfo;
  readonly occasion: NotificationOccasion;
  readonly severity: AlarmSeverity;
  readonly ts: EpochMs;
}

/** What each policy told of alarms before. */
export class ToldBefore {
  readonly #worst = new Map<string, number>();

  constructor(told: readonly { alarmId: AlarmId; policyId: NotificationPolicyId; severity: AlarmSeverity }[]) {
    for (const { alarmId, policyId, severity } of told) this.add(alarmId, policyId, severity);
  }

  add(alarm: AlarmId, policy: NotificationPolicyId, severity: AlarmSeverity): void {
    const key = `${alarm} ${policy}`;
    this.#worst.set(key, Math.max(this.#worst.get(key) ?? 0, rankOf(severity)));
  }

  rank(alarm: AlarmId, policy: NotificationPolicyId): number | undefined {
    return this.#worst.get(`${alarm} ${policy}`);
  }
}

/** Puts what happened to alarms into the messages of the policies that are for them. */
export class AlarmTelling {
  readonly #policies: readonly NotificationPolicy[];
  readonly #draft: NoticeDraft;
  readonly #told: ToldBefore;
  readonly timers: NotificationTimer[] = [];

  constructor(policies: readonly NotificationPolicy[], draft: NoticeDraft, told: ToldBefore) {
    this.#policies = policies;
    this.#draft = draft;
    this.#told = told;
  }

  /** It is there, got worse, or is not silenced any more. */
  begun(happened: AlarmOccasion, now: EpochMs): void {
    const { alarm, severity, occasion } = happened;
    for (const policy of this.#policies.filter((one) => isFor(one, alarm, severity))) {
      const before = this.#told.rank(alarm.id, policy.id);
      if (occasion === "CHANGED" && before !== undefined && before >= rankOf(severity)) continue;
      this.#put(policy, 0, policy, happened, now);
      this.#told.add(alarm.id, policy.id, severity);
      const [first] = policy.escalation;
      if (first && before === undefined && !alarm.acknowledged && !alarm.cleared)
        this.timers.push(escalationOf(alarm, policy, 1, epochMs(now + first.afterMs)));
    }
  }

  /** Its end is told to whom its beginning was told. */
  ended(happened: AlarmOccasion, now: EpochMs): void {
    const { alarm } = happened;
    for (const policy of this.#policies) {
      if (!policy.enabled || !policy.tellCleared || this.#told.rank(alarm.id, policy.id) === undefined) continue;
      this.#put(policy, 0, policy, happened, now);
    }
  }

  /** Nobody has acknowledged it. */
  escalated(policy: NotificationPolicy, step: number, alarm: AlarmInfo, now: EpochMs): void {
    const wanted = policy.escalation[step - 1];
    if (!wanted || !policy.enabled) return;
    const happened: AlarmOccasion = { alarm, occasion: "ESCALATED", severity: alarm.severity, ts: alarm.startTs };
    const { recipients, channels } = wanted;
    this.#put(policy, step, { ...policy, recipients, channels }, happened, now);
    const next = policy.escalation[step];
    if (next) {
      const due = epochMs(now + Math.max(0, next.afterMs - wanted.afterMs));
      this.timers.push(escalationOf(alarm, policy, step + 1, due));
    }
  }

  #put(policy: NotificationPolicy, step: number, telling: Telling, happened: AlarmOccasion, now: EpochMs): void {
    const item = itemOf(happened, policy.id, now);
    const group = groupOf(policy, step, happened.alarm, item.id);
    const { id: policyId, tenantId, projectId, name, grouping } = policy;
    this.#draft.put(item, { tenantId, projectId, policyId, ruleId: null, name, step, group, telling, ...grouping });
  }
}

export const itemOf = (
  { alarm, occasion, severity, ts }: AlarmOccasion,
  policyId: NotificationPolicyId | null,
  decidedTime: EpochMs,
): NoticeItem => ({
  id: randomUUID(),
  tenantId: alarm.tenantId,
  noticeId: null,
  policyId,
  alarmId: alarm.id,
  deviceId: alarm.originator.id,
  deviceName: alarm.originatorLabel ?? alarm.originatorName,
  title: alarm.type,
  text: null,
  severity,
  occasion,
  readings: readingsOf(alarm, occasion),
  ts,
  decidedTime,
  ...{ silence: null, until: null, detail: null, origin: null },
});

const escalationOf = (
  { id, tenantId, originator }: AlarmInfo,
  policy: NotificationPolicy,
  step: number,
  due: EpochMs,
): NotificationTimer => ({
  key: `escalation/${id}/${policy.id}`,
  kind: "ESCALATION",
  ...{ tenantId, alarmId: id, deviceId: originator.id, policyId: policy.id, step, due, body: null },
});
