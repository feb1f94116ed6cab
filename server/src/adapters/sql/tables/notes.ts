/** What people write at times of devices. */
export interface NoteTables {
  notes: NotesTable;
}

interface NotesTable {
  id: string;
  tenant_id: string;
  /** Null: of the whole tenant. */
  device_id: string | null;
  start_ts: number;
  end_ts: number | null;
  /** Its end, or its moment. */
  last_ts: number;
  text: string;
  /** Folded. */
  search_text: string;
  created_by: string;
  created_time: number;
  changed_time: number;
  version: number;
}
