import { AppError } from "../../../kernel/errors.ts";
import type { DeviceId } from "../../../kernel/ids.ts";
import { type EpochMs, epochMs } from "../../../kernel/time.ts";
import type { Alarms, Originator } from "../../alarms/index.ts";
import type { Transition } from "../step/transition.ts";
import type { LeftState } from "./live-rule-store.ts";
import type { Rule } from "./rule.ts";

/** What a rule needs of alarms. */
export type RaisedByRules = Pick<Alarms, "raise" | "clear" | "end" | "isOpen">;

const detailsOf = (rule: Rule, { values, cause }: Transition): unknown => ({
  rule: rule.name,
  ruleId: rule.id,
  version: rule.version,
  cause,
  values,
});

/**
 * The alarm that follows from a transition, in the transaction that stores it [RUL3]. What is refused (the device is gone, there
 * are too many alarms) is told and stops nothing: the transition has happened.
 */
export async function followWithAlarm(
  alarms: RaisedByRules,
  rule: Rule,
  deviceId: DeviceId,
  transition: Transition,
): Promise<AppError | undefined> {
  const originator = { type: "DEVICE", id: deviceId } as const;
  const refusal = await refusalOf(() => changeAlarm(alarms, rule, originator, transition, detailsOf(rule, transition)));
  if (refusal?.code !== "ALARM_DETAILS_TOO_LARGE") return refusal;
  // Long texts must not keep an alarm from being raised.
  return refusalOf(() => changeAlarm(alarms, rule, originator, transition, { ruleId: rule.id }));
}

async function refusalOf(change: () => Promise<void>): Promise<AppError | undefined> {
  try {
    await change();
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

async function changeAlarm(
  alarms: RaisedByRules,
  rule: Rule,
  originator: Originator,
  transition: Transition,
  details: unknown,
): Promise<void> {
  const { occasion, alarmType, severity, startTs, ts } = transition;
  if (occasion === null || alarmType === null || severity === null) return;
  const { tenantId } = rule;
  if (occasion === "CLEARED") {
    await alarms.clear({ tenantId, originator, type: alarmType, ts: epochMs(ts), details });
    return;
  }
  const startedAt = epochMs(startTs ?? ts);
  await alarms.raise({
    tenantId,
    originator,
    type: alarmType,
    severity,
    startTs: startedAt,
    endTs: epochMs(ts),
    details,
  });
}

/** The rule ended for this device: nobody would ever clear its alarm. What is newer than our clock stays as it is. */
export async function clearLeftAlarm(alarms: RaisedByRules, left: LeftState, now: EpochMs): Promise<void> {
  const { tenantId, deviceId, alarmType } = left;
  if (alarmType === null) return;
  const originator = { type: "DEVICE", id: deviceId } as const;
  await alarms.end({ tenantId, originator, type: alarmType, ts: now, details: { cause: "RULE_CHANGED" } });
}
