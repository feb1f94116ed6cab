/** Reports, and what was made of them. */
export interface ReportTables {
  reports: ReportsTable;
  report_files: ReportFilesTable;
}

interface ReportsTable {
  id: string;
  tenant_id: string;
  name: string;
  name_key: string;
  version: number;
  /** JSON: everything people say of it but its name. */
  properties: string;
  /** JSON: in whose name rules make it. */
  maker: string;
  created_time: number;
  updated_time: number;
}

interface ReportFilesTable {
  /** That of the job. */
  id: string;
  tenant_id: string;
  report_id: string | null;
  name: string;
  created_time: number;
  trigger_kind: string;
  user_id: string;
  user_name: string;
  start_ts: number;
  end_ts: number;
  time_zone: string;
  format: string;
  /** QUEUED as long as its job has more to tell. */
  state: string;
  finished_time: number | null;
  error: string | null;
  failed: number;
  file_name: string | null;
  sha256: string | null;
  size: number | null;
  row_count: number | null;
  device_count: number | null;
  /** JSON: the projects its devices were in. */
  projects: string | null;
  expires_time: number;
}
