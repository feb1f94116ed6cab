import type { AlarmSeverity } from "@heliograph/contract";
import type { AlarmState } from "../../api/alarm-choices.ts";
import { type TimeChoice, timeChoiceOf } from "../../time-range/shown-time.ts";

/** Which alarm is open, and which are shown at first: a link to it can be sent, as messages of several alarms have one. */
export interface AlarmSearch extends TimeChoice {
  readonly alarm?: string;
  readonly type?: string;
  readonly severity?: AlarmSeverity;
  readonly state?: AlarmState;
}

/** Named again: the router reads addresses in the first load, and the contract with its schemas is no part of that. */
const named: Readonly<Record<AlarmSeverity, true>> = {
  ...{ CRITICAL: true, MAJOR: true, MINOR: true, WARNING: true, INDETERMINATE: true },
};
const severities = Object.keys(named) as AlarmSeverity[];
const states: readonly AlarmState[] = ["open", "active", "cleared", "all"];

export function alarmSearchOf({ alarm, type, severity, state, ...search }: Record<string, unknown>): AlarmSearch {
  const knownSeverity = severities.find((one) => one === severity);
  const knownState = states.find((one) => one === state);
  return {
    ...(typeof alarm === "string" && alarm !== "" && { alarm }),
    ...(typeof type === "string" && type !== "" && { type }),
    ...(knownSeverity && { severity: knownSeverity }),
    ...(knownState && { state: knownState }),
    ...timeChoiceOf(search),
  };
}

/** Which alarm of a device is open. */
export type DeviceAlarmSearch = TimeChoice & Pick<AlarmSearch, "alarm">;

export function deviceAlarmSearchOf({ alarm, ...search }: Record<string, unknown>): DeviceAlarmSearch {
  return { ...(typeof alarm === "string" && alarm !== "" && { alarm }), ...timeChoiceOf(search) };
}
