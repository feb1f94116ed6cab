/** What runs by the clock, and what it did. */
export interface ScheduleTables {
  schedules: SchedulesTable;
  schedule_runs: ScheduleRunsTable;
}

interface SchedulesTable {
  id: string;
  tenant_id: string;
  name: string;
  name_key: string;
  version: number;
  /** JSON: everything people say of it but its name. */
  content: string;
  /** JSON: in whose name it runs. */
  maker: string;
  created_time: number;
  updated_time: number;
  due_time: number | null;
}

interface ScheduleRunsTable {
  schedule_id: string;
  due_time: number;
  started_time: number;
  finished_time: number | null;
  trigger_kind: string;
  /** QUEUED as long as its job has more to tell. */
  state: string;
  missed: number;
  job_id: string | null;
  total: number | null;
  changed: number;
  failed: number;
  error: string | null;
}
