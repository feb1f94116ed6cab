import { parseJsonText } from "@heliograph/contract/json-text";
import {
  type Alarm,
  type AlarmInfo,
  type AlarmUser,
  rankOf,
  type Shelf,
  severityOfRank,
} from "../../../core/alarms/index.ts";
import type { AlarmId, DeviceId, DeviceTypeId, ProjectId, TenantId, UserId } from "../../../kernel/ids.ts";
import { foldCase } from "../../../kernel/text.ts";
import { type EpochMs, epochMs } from "../../../kernel/time.ts";
import type { Tables } from "../tables.ts";

export type AlarmRow = Omit<Tables["alarms"], "type_key">;

/** What is read beside the alarm itself. */
export interface AlarmInfoRow extends AlarmRow {
  device_name: string;
  device_label: string | null;
  device_type_id: string;
  project_path: string | null;
  assignee_username: string | null;
  assignee_first_name: string | null;
  assignee_last_name: string | null;
  shelved_until: number | null;
  shelved_reason: string | null;
  shelved_by: string | null;
}

/** What can change, but for the details. */
const changingPlain = (alarm: Alarm) => ({
  severity: rankOf(alarm.severity),
  acknowledged: alarm.acknowledged ? 1 : 0,
  cleared: alarm.cleared ? 1 : 0,
  start_ts: alarm.startTs,
  end_ts: alarm.endTs,
  ack_ts: alarm.ackTs,
  clear_ts: alarm.clearTs,
  assignee_id: alarm.assigneeId,
  assign_ts: alarm.assignTs,
});

/** What can change. */
export const changingColumns = (alarm: Alarm) => ({
  ...changingPlain(alarm),
  details: alarm.details === null ? null : JSON.stringify(alarm.details),
});

const lastingColumns = (alarm: Alarm) => ({
  id: alarm.id,
  tenant_id: alarm.tenantId,
  originator_type: alarm.originator.type,
  originator_id: alarm.originator.id,
  device_id: alarm.originator.id,
  type: alarm.type,
  type_key: foldCase(alarm.type),
  created_time: alarm.createdTime,
});

export const alarmRow = (alarm: Alarm): Tables["alarms"] => ({ ...lastingColumns(alarm), ...changingColumns(alarm) });

/** Its details as they are. */
export const givenAlarm = (alarm: Alarm) => ({
  ...lastingColumns(alarm),
  ...changingPlain(alarm),
  details: alarm.details,
});

export const alarmOf = (row: AlarmRow): Alarm => ({
  id: row.id as AlarmId,
  tenantId: row.tenant_id as TenantId,
  originator: { type: "DEVICE", id: row.originator_id as DeviceId },
  type: row.type,
  severity: severityOfRank(row.severity),
  acknowledged: row.acknowledged === 1,
  cleared: row.cleared === 1,
  createdTime: epochMs(row.created_time),
  startTs: epochMs(row.start_ts),
  endTs: epochMs(row.end_ts),
  ackTs: momentOf(row.ack_ts),
  clearTs: momentOf(row.clear_ts),
  assigneeId: row.assignee_id as UserId | null,
  assignTs: momentOf(row.assign_ts),
  details: row.details === null ? null : parseJsonText(row.details),
});

export const alarmInfoOf = (row: AlarmInfoRow): AlarmInfo => ({
  ...alarmOf(row),
  originatorName: row.device_name,
  originatorLabel: row.device_label,
  deviceTypeId: row.device_type_id as DeviceTypeId,
  projectPath: (row.project_path ?? "").split("/").filter((id) => id !== "") as ProjectId[],
  assignee: assigneeOf(row),
  shelf: shelfOf(row),
});

const momentOf = (value: number | null): EpochMs | null => (value === null ? null : epochMs(value));

const assigneeOf = (row: AlarmInfoRow): AlarmUser | null =>
  row.assignee_id === null || row.assignee_username === null
    ? null
    : {
        id: row.assignee_id as UserId,
        username: row.assignee_username,
        firstName: row.assignee_first_name,
        lastName: row.assignee_last_name,
      };

const shelfOf = (row: AlarmInfoRow): Shelf | null =>
  row.shelved_until === null
    ? null
    : { until: epochMs(row.shelved_until), reason: row.shelved_reason ?? "", by: row.shelved_by ?? "" };
