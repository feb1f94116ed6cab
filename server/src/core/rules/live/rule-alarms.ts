import type { DeviceId } from "../../../kernel/ids.ts";
import { type EpochMs, epochMs } from "../../../kernel/time.ts";
import type { AlarmChange, Alarms } from "../../alarms/index.ts";
import { isMomentary } from "../inputs/looks-at.ts";
import { comparedLimits } from "../step/compared-limits.ts";
import type { Transition } from "../step/transition.ts";
import type { LeftState } from "./live-rule-store.ts";
import type { Rule } from "./rule.ts";

/** What a rule needs of alarms. */
export type RaisedByRules = Pick<Alarms, "changeAll" | "openAmong" | "isSmallEnough">;

/** Long texts must not keep an alarm from being raised. */
function detailsOf(alarms: RaisedByRules, rule: Rule, transition: Transition): unknown {
  const { values, cause, file } = transition;
  const kind = { ...(isOfSilence(rule) && { silent: true }), ...(isOfMoment(rule) && { momentary: true }) };
  const why = { cause, ...kind, ...(file !== undefined && { file }) };
  const details = { rule: rule.name, ruleId: rule.id, version: rule.version, ...why, values };
  const limits = comparedLimits(rule.definition, transition);
  const whole = limits.length > 0 ? { ...details, limits } : details;
  if (alarms.isSmallEnough(whole)) return whole;
  return alarms.isSmallEnough(details) ? details : { ruleId: rule.id, ...why };
}

/** What was seen when it ended; whose alarm it is stands in its details already [ALM1]. */
function endOf(alarms: RaisedByRules, rule: Rule, transition: Transition): unknown {
  const { values, cause } = transition;
  const limits = comparedLimits(rule.definition, transition);
  const whole = { cause, values, ...(limits.length > 0 && { limits }) };
  return alarms.isSmallEnough(whole) ? whole : { cause };
}

/** It fires for each that happens, and is over at once. */
const isOfMoment = ({ definition: { inputs } }: Rule): boolean => inputs.some(isMomentary);

/** That a device is silent is all it looks for: other alarms of that device follow from it [ALM3]. A missing channel says nothing of others. */
const isOfSilence = ({ definition: { inputs } }: Rule): boolean => inputs.every(({ kind }) => kind === "ACTIVITY");

/** The change of an alarm that follows from a transition; none where it is not about one, or nobody is to see it. */
export function alarmChangeOf(
  alarms: RaisedByRules,
  rule: Rule,
  deviceId: DeviceId,
  transition: Transition,
): AlarmChange | undefined {
  const { occasion, alarmType, severity, startTs } = transition;
  if (rule.mode !== "LIVE" || occasion === null || alarmType === null || severity === null) return undefined;
  const ts = epochMs(transition.ts);
  const originator = { type: "DEVICE", id: deviceId } as const;
  const of = { tenantId: rule.tenantId, originator, type: alarmType };
  if (occasion === "CLEARED") return { kind: "clear", ...of, details: endOf(alarms, rule, transition), ts };
  const { isQuiet } = transition;
  const details = detailsOf(alarms, rule, transition);
  return { kind: "raise", ...of, details, severity, startTs: epochMs(startTs ?? ts), endTs: ts, isQuiet };
}

/** The rule ended for this device: nobody would ever clear its alarm. What is newer than our clock ends, too. */
export function endOfAlarm({ tenantId, deviceId, alarmType }: LeftState, now: EpochMs): readonly AlarmChange[] {
  if (alarmType === null) return [];
  const originator = { type: "DEVICE", id: deviceId } as const;
  return [{ kind: "end", tenantId, originator, type: alarmType, ts: now, details: { cause: "RULE_CHANGED" } }];
}
