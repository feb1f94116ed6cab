import type { AlarmInfoRecord, AlarmInput, AlarmRecord, AlarmsOutcome } from "@heliograph/contract";
import {
  type Alarm,
  type AlarmInfo,
  type AlarmUser,
  type HandledAlarm,
  type MaintenanceWindow,
  projectOf,
  silenceOf,
  statusOf,
  type WantedAlarm,
} from "../../../core/alarms/index.ts";
import type { AlarmId } from "../../../kernel/ids.ts";
import { type EpochMs, epochMs } from "../../../kernel/time.ts";
import { deviceIdOf, userIdOf } from "../route-ids.ts";
import { projectReferenceOf } from "./project-record.ts";

export const alarmIdOf = (text: string): AlarmId => text.toLowerCase() as AlarmId;

export const alarmRecordOf = (alarm: Alarm): AlarmRecord => ({
  id: { entityType: "ALARM", id: alarm.id },
  createdTime: alarm.createdTime,
  tenantId: { entityType: "TENANT", id: alarm.tenantId },
  originator: { entityType: alarm.originator.type, id: alarm.originator.id },
  type: alarm.type,
  name: alarm.type,
  severity: alarm.severity,
  status: statusOf(alarm),
  acknowledged: alarm.acknowledged,
  cleared: alarm.cleared,
  assigneeId: alarm.assigneeId && { entityType: "USER", id: alarm.assigneeId },
  startTs: alarm.startTs,
  endTs: alarm.endTs,
  ackTs: alarm.ackTs ?? 0,
  clearTs: alarm.clearTs ?? 0,
  assignTs: alarm.assignTs ?? 0,
  details: alarm.details,
});

/** With what silences it, of the windows that are on. */
export function alarmInfoRecordOf(
  alarm: AlarmInfo,
  windows: readonly MaintenanceWindow[],
  now: EpochMs,
): AlarmInfoRecord {
  const { shelf, window } = silenceOf(alarm, windows, now);
  return {
    ...alarmRecordOf(alarm),
    originatorName: alarm.originatorName,
    originatorLabel: alarm.originatorLabel,
    originatorDisplayName: alarm.originatorLabel || alarm.originatorName,
    projectId: projectReferenceOf(projectOf(alarm)),
    assignee: alarm.assignee && alarmUserOf(alarm.assignee),
    shelved: shelf && { until: shelf.until, reason: shelf.reason, by: shelf.by },
    maintenance: window?.name ?? null,
  };
}

export const alarmUserOf = ({ id, username, firstName, lastName }: AlarmUser) => ({
  id: { entityType: "USER" as const, id },
  email: username,
  firstName,
  lastName,
});

export const wantedAlarmOf = (input: AlarmInput): WantedAlarm => ({
  originator: { type: "DEVICE", id: deviceIdOf(input.originator.id) },
  type: input.type,
  severity: input.severity,
  acknowledge: input.acknowledged ?? false,
  clear: input.cleared ?? false,
  ...(input.id && { id: alarmIdOf(input.id.id) }),
  ...(input.startTs && { startTs: epochMs(input.startTs) }),
  ...(input.endTs && { endTs: epochMs(input.endTs) }),
  ...(input.assigneeId && { assigneeId: userIdOf(input.assigneeId.id) }),
  ...(input.details !== undefined && { details: input.details }),
});

export const alarmsOutcomeOf = (results: readonly HandledAlarm[]): AlarmsOutcome => ({
  results: results.map(({ id, changed, error }) => ({ id, changed, error })),
  changed: results.filter(({ changed }) => changed).length,
});
