import type { Generated } from "kysely";

/** What devices are asked for, and what was exchanged with them. */
export interface CommandTables {
  commands: CommandsTable;
  device_message_ids: DeviceMessageIdsTable;
  communication: CommunicationTable;
  saved_commands: SavedCommandsTable;
}

interface CommandsTable {
  id: string;
  device_id: string;
  message_id: number;
  type: string;
  /** The command as JSON. */
  body: string;
  /** Equal for commands that are one while they wait. */
  merge_key: string | null;
  status: string;
  created_time: number;
  created_by: string;
  sent_time: number | null;
  answered_time: number | null;
  finished_time: number | null;
  expires_time: number | null;
  /** Set while SENT: the answer is overdue after this. */
  answer_by: number | null;
  timeout_ms: number | null;
  attempts: number;
  answer: string | null;
  error: string | null;
  /** The MQTT session that sends it again until the device acknowledges it. */
  session_id: string | null;
}

interface DeviceMessageIdsTable {
  device_id: string;
  last: number;
}

interface SavedCommandsTable {
  id: string;
  tenant_id: string;
  owner_id: string | null;
  is_shared: number;
  name: string;
  name_key: string;
  /** JSON. */
  command: string;
  created_time: number;
}

interface CommunicationTable {
  seq: Generated<number>;
  id: string;
  device_id: string;
  time: number;
  kind: string;
  direction: string;
  transport: string;
  message_id: number | null;
  size: number | null;
  summary: string;
  error: string | null;
  payload: string | null;
}
