import type { AlarmSeverity } from "@heliograph/contract";
import type { AlarmId, DeviceId } from "../../kernel/ids.ts";
import type { EpochMs } from "../../kernel/time.ts";
import type { AlarmScope } from "./alarm-scope.ts";

/** Back within this time of being cleared: it chatters. */
export const chatteringWithinMs = 10 * 60_000;

export interface StatisticsQuery {
  readonly reach: AlarmScope;
  /** Alarms that began in this time, the end excluded. */
  readonly from: EpochMs;
  readonly to: EpochMs;
  /** Until when those count that are still active. */
  readonly now: EpochMs;
  readonly limit: number;
}

interface About {
  readonly deviceId: DeviceId;
  readonly deviceName: string;
  readonly type: string;
}

export interface FrequentAlarm extends About {
  readonly count: number;
  readonly activeMs: number;
}

export interface LongAlarm extends About {
  readonly id: AlarmId;
  readonly severity: AlarmSeverity;
  readonly cleared: boolean;
  readonly startTs: EpochMs;
  readonly activeMs: number;
}

export interface ChatteringAlarm extends About {
  readonly count: number;
  readonly returns: number;
}

/** What to look at first [ALM4]. */
export interface AlarmStatistics {
  readonly total: number;
  readonly mostFrequent: readonly FrequentAlarm[];
  readonly longest: readonly LongAlarm[];
  readonly chattering: readonly ChatteringAlarm[];
}
