import type { AlarmSeverity } from "@heliograph/contract";
import { type AlarmId, newId, type TenantId } from "../../kernel/ids.ts";
import { type EpochMs, epochMs } from "../../kernel/time.ts";
import type { Alarm, AlarmDetails, Originator } from "./alarm.ts";

/** Something is wrong, seen at a moment: by a rule in a point, or by a person. */
export interface Raise {
  readonly tenantId: TenantId;
  readonly originator: Originator;
  readonly type: string;
  readonly severity: AlarmSeverity;
  /** Since when, if it is new; the moment it was seen where nothing is said. */
  readonly startTs?: EpochMs;
  /** When it was seen. */
  readonly endTs: EpochMs;
  /** Undefined leaves those that are there. */
  readonly details?: AlarmDetails;
  /** It is late, or too long ago: nobody is to be told [RUL3]. */
  readonly isQuiet?: boolean;
}

/** `late`: what is known is newer, and stays. */
export interface Raised {
  readonly outcome: "raised" | "updated" | "late";
  readonly alarm: Alarm;
}

export const newAlarm = (raise: Raise, createdTime: EpochMs): Alarm => ({
  id: newId<AlarmId>(),
  tenantId: raise.tenantId,
  originator: raise.originator,
  type: raise.type,
  severity: raise.severity,
  acknowledged: false,
  cleared: false,
  createdTime,
  startTs: epochMs(Math.min(raise.startTs ?? raise.endTs, raise.endTs)),
  endTs: raise.endTs,
  ackTs: null,
  clearTs: null,
  assigneeId: null,
  assignTs: null,
  details: raise.details ?? null,
});

/** What has been seen since counts; what was seen before changes nothing [ALM1]. */
export const seenAgain = (open: Alarm, { endTs, severity, details = open.details }: Raise): Alarm =>
  endTs < open.endTs ? open : { ...open, endTs, severity, details };

export const acknowledged = (alarm: Alarm, now: EpochMs): Alarm =>
  alarm.acknowledged ? alarm : { ...alarm, acknowledged: true, ackTs: now };

export const cleared = (alarm: Alarm, now: EpochMs, by?: AlarmDetails): Alarm =>
  alarm.cleared ? alarm : { ...alarm, cleared: true, clearTs: now, details: endedBy(alarm.details, by) };

/** What caused it stays [ALM1]; what ended it is beside it, where the details have room for names. */
function endedBy(details: AlarmDetails, by: AlarmDetails): AlarmDetails {
  if (by === undefined || by === null) return details;
  const isNamed = typeof details === "object" && !Array.isArray(details);
  return isNamed || details === undefined ? { ...details, clearedBy: by } : details;
}
