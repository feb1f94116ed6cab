/** Work that is too large for a request. */
export interface JobTables {
  jobs: JobsTable;
  job_changes: JobChangesTable;
}

interface JobChangesTable {
  job_id: string;
  device_id: string;
  /** JSON, as the kind of the job wrote it. */
  before_text: string;
}

interface JobsTable {
  id: string;
  tenant_id: string;
  kind: string;
  state: string;
  /** JSON, as its kind understands it. */
  input: string;
  /** Who wants it; none of these refers to a row: it is asked each time whether there is one. */
  user_id: string;
  user_name: string;
  authority_id: string;
  key_id: string | null;
  key_name: string | null;
  visit_id: string | null;
  address: string | null;
  created_time: number;
  started_time: number | null;
  finished_time: number | null;
  /** Up to where it is done, as its kind understands it. */
  position: string | null;
  /** Null as long as nobody counted. */
  total: number | null;
  processed: number;
  changed: number;
  failed: number;
  /** JSON list: the first of them. */
  failures: string;
  /** Why it failed as a whole. */
  error: string | null;
  /** Which refusal that was. */
  refusal: string | null;
  /** 1 where what it changes is written down. */
  is_undoable: number;
  /** The job that took it back. */
  undone_by: string | null;
  lease_owner: string | null;
  lease_until: number | null;
}
