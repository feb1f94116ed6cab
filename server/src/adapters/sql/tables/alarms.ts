import type { Generated } from "kysely";

/** What is wrong, what is said about it, and what silences it. */
export interface AlarmTables {
  alarms: AlarmsTable;
  alarm_comments: AlarmCommentsTable;
  alarm_shelves: AlarmShelvesTable;
  maintenance_windows: MaintenanceWindowsTable;
}

interface AlarmsTable {
  id: string;
  tenant_id: string;
  originator_type: string;
  originator_id: string;
  /** The originator while it is a device. */
  device_id: string | null;
  type: string;
  type_key: string;
  /** 5 is CRITICAL, 1 INDETERMINATE. */
  severity: number;
  acknowledged: number;
  cleared: number;
  created_time: number;
  start_ts: number;
  end_ts: number;
  ack_ts: number | null;
  clear_ts: number | null;
  assignee_id: string | null;
  assign_ts: number | null;
  /** JSON. */
  details: string | null;
}

interface AlarmCommentsTable {
  /** The order in which they were made; many can be of one millisecond. */
  seq: Generated<number>;
  id: string;
  alarm_id: string;
  user_id: string | null;
  /** SYSTEM or OTHER. */
  kind: string;
  /** JSON. */
  body: string;
  created_time: number;
}

/** Of an originator and a type, not of one alarm. */
interface AlarmShelvesTable {
  id: string;
  tenant_id: string;
  originator_id: string;
  device_id: string | null;
  type: string;
  until: number;
  reason: string;
  shelved_by: string;
  shelved_time: number;
}

interface MaintenanceWindowsTable {
  id: string;
  tenant_id: string;
  name: string;
  name_key: string;
  description: string | null;
  start_ts: number;
  end_ts: number | null;
  /** JSON. */
  recurrence: string | null;
  device_id: string | null;
  project_id: string | null;
  type_id: string | null;
  alarm_type: string | null;
  created_time: number;
}
