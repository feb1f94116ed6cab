import { type AlarmSeverity, alarmSeverities } from "@heliograph/contract";
import type { AlarmState } from "../../api/alarms.ts";

/** Which alarm is open, and which are shown at first: a link to it can be sent, as messages of several alarms have one. */
export interface AlarmSearch {
  readonly alarm?: string;
  readonly type?: string;
  readonly severity?: AlarmSeverity;
  readonly state?: AlarmState;
}

const states: readonly AlarmState[] = ["open", "active", "cleared", "all"];

export function alarmSearchOf({ alarm, type, severity, state }: Record<string, unknown>): AlarmSearch {
  const knownSeverity = alarmSeverities.find((one) => one === severity);
  const knownState = states.find((one) => one === state);
  return {
    ...(typeof alarm === "string" && alarm !== "" && { alarm }),
    ...(typeof type === "string" && type !== "" && { type }),
    ...(knownSeverity && { severity: knownSeverity }),
    ...(knownState && { state: knownState }),
  };
}
