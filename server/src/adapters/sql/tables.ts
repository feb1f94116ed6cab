import type { Generated } from "kysely";

/** The columns as the databases hold them; the stores translate to and from the core's words. */
export interface Tables {
  facts: FactsTable;
  tenants: TenantsTable;
  users: UsersTable;
  assignments: AssignmentsTable;
  sessions: SessionsTable;
  api_keys: ApiKeysTable;
  device_types: DeviceTypesTable;
  device_channels: DeviceChannelsTable;
  devices: DevicesTable;
  device_credentials: DeviceCredentialsTable;
  device_activity: DeviceActivityTable;
  attributes: AttributesTable;
  tenant_settings: TenantSettingsTable;
  tenant_limits: TenantLimitsTable;
  points_to_forget: PointsToForgetTable;
  commands: CommandsTable;
  device_message_ids: DeviceMessageIdsTable;
  communication: CommunicationTable;
  mqtt_sessions: MqttSessionsTable;
  mqtt_pushes: MqttPushesTable;
  mqtt_owners: MqttOwnersTable;
  files: FilesTable;
  file_usage: FileUsageTable;
  download_tokens: DownloadTokensTable;
  released_contents: ReleasedContentsTable;
  stray_contents: StrayContentsTable;
  invitations: InvitationsTable;
  projects: ProjectsTable;
  roles: RolesTable;
  grants: GrantsTable;
  audit_entries: AuditEntriesTable;
  audit_chains: AuditChainsTable;
}

interface FactsTable {
  name: string;
  value: string;
}

interface TenantsTable {
  id: string;
  name: string;
  /** `foldCase(name)`: what is unique and sorted by. */
  name_key: string;
  created_time: number;
}

interface UsersTable {
  id: string;
  username: string;
  username_key: string;
  first_name: string | null;
  last_name: string | null;
  password_hash: string;
  created_time: number;
}

interface AssignmentsTable {
  id: string;
  user_id: string;
  tenant_id: string | null;
  role: string;
  created_time: number;
}

interface SessionsTable {
  id: string;
  user_id: string;
  assignment_id: string;
  generation: number;
  created_time: number;
  expires_time: number;
  last_used_time: number;
  address: string | null;
  user_agent: string | null;
}

interface ApiKeysTable {
  id: string;
  user_id: string;
  assignment_id: string;
  name: string;
  key_hash: string;
  /** JSON list. */
  permissions: string;
  /** JSON list; null is wherever its maker may. */
  project_ids: string | null;
  created_time: number;
  expires_time: number | null;
  last_used_time: number | null;
}

interface DeviceTypesTable {
  id: string;
  tenant_id: string;
  /** Unique as it is written. */
  name: string;
  name_key: string;
  description: string | null;
  /** A data URL. */
  picture: string | null;
  /** 1 for one of each tenant. */
  is_default: number;
  version: number;
  created_time: number;
  channel_count: number;
  /** Channels, commands and attributes as JSON. */
  definition: string;
}

/** What a device says otherwise than its type. */
interface DeviceChannelsTable {
  device_id: string;
  version: number;
  /** A list of channels as JSON. */
  channels: string;
}

interface DevicesTable {
  id: string;
  tenant_id: string;
  name: string;
  name_key: string;
  type_id: string;
  label: string | null;
  description: string | null;
  serial_number: string | null;
  firmware_version: string | null;
  inactivity_timeout_ms: number | null;
  created_time: number;
  /** Name, label and serial number folded and put together, for the text search. */
  search_text: string;
  /** Null is the root of the tenant. */
  project_id: string | null;
}

interface DeviceCredentialsTable {
  id: string;
  device_id: string;
  token: string;
  created_time: number;
}

interface DeviceActivityTable {
  device_id: string;
  last_activity_time: number;
  /** 1 when the device was last announced as active, 0 when as silent. */
  announced_active: number;
}

interface AttributesTable {
  device_id: string;
  scope: string;
  /** As `storedKey` writes it. */
  key: string;
  /** JSON, numbers with all their digits. */
  value: string;
  last_update_ts: number;
}

interface TenantSettingsTable {
  tenant_id: string;
  telemetry_retention_ms: number | null;
}

interface TenantLimitsTable {
  tenant_id: string;
  device_messages: number;
  device_points: number;
  tenant_messages: number;
  tenant_points: number;
  series: number;
  file_quota: number;
}

interface PointsToForgetTable {
  device_id: string;
  removed_time: number;
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
}

interface MqttSessionsTable {
  id: string;
  device_id: string;
  client_id: string;
  /** JSON list. */
  subscriptions: string;
  /** 1 when attribute changes are to be queued for it. */
  wants_pushes: number;
  /** JSON list of packet identifiers. */
  received: string;
  /** Up to which position of the telemetry log its receipts are in there, or were released. */
  received_up_to: number;
  /** The number of the push queued last. */
  last_number: number;
  sent_up_to: number;
  /** Absent while the device is connected. */
  expires_time: number | null;
  created_time: number;
  /** The running node it is connected to; the last one after that. */
  owner: string | null;
}

/** Nodes that run: what they left connected is theirs until then. */
interface MqttOwnersTable {
  owner: string;
  alive_until: number;
}

interface MqttPushesTable {
  session_id: string;
  number: number;
  topic: string;
  payload: string;
  time: number;
}

interface FilesTable {
  id: string;
  device_id: string;
  tag: string;
  name: string;
  /** The last part of the name. */
  base_name: string;
  search_text: string;
  status: number;
  created_time: number;
  listed_size: number | null;
  listed_start: number | null;
  listed_end: number | null;
  listing: string | null;
  sha256: string | null;
  size: number | null;
  received_time: number | null;
  /** What was found wrong with the content on the disk. */
  damage: string | null;
  processing: string;
  error: string | null;
  content_start: number | null;
  content_end: number | null;
  channel_count: number | null;
  sample_count: number | null;
  /** From the device's list or the name, never from the content: what a list covers. */
  device_start: number | null;
  /** From whatever knows best: what queries look for. */
  start_time: number;
  end_time: number;
}

interface FileUsageTable {
  device_id: string;
  bytes: number;
}

interface DownloadTokensTable {
  token_hash: string;
  device_id: string;
  /** JSON list of tag and name. */
  files: string;
  expires_time: number;
  /** One of them. */
  session_id: string | null;
  key_id: string | null;
}

interface InvitationsTable {
  id: string;
  tenant_id: string;
  username: string;
  username_key: string;
  role: string;
  invited_by: string | null;
  token_hash: string;
  created_time: number;
  expires_time: number;
  accepted_time: number | null;
}

interface ProjectsTable {
  id: string;
  tenant_id: string;
  parent_id: string | null;
  name: string;
  name_key: string;
  description: string | null;
  /** The ids from the top down to its own, each followed by a slash: what is below begins with it. */
  path: string;
  created_time: number;
}

interface RolesTable {
  id: string;
  tenant_id: string;
  name: string;
  name_key: string;
  description: string | null;
  /** JSON list. */
  permissions: string;
  version: number;
  created_time: number;
}

/** Exactly one of `role` and `role_id`, and of an assignment and an invitation. */
interface GrantsTable {
  id: string;
  assignment_id: string | null;
  invitation_id: string | null;
  /** A built-in one. */
  role: string | null;
  role_id: string | null;
  /** Null is the whole tenant. */
  project_id: string | null;
}

/** Contents that deletions let go of; a row per deletion. */
interface ReleasedContentsTable {
  id: Generated<number>;
  sha256: string;
}

/** Contents that were found without any record. */
interface StrayContentsTable {
  sha256: string;
  found_time: number;
}

interface AuditEntriesTable {
  chain: string;
  number: number;
  id: string;
  created_time: number;
  user_id: string | null;
  user_name: string;
  address: string | null;
  via: string;
  action: string;
  entity_type: string;
  entity_id: string;
  entity_name: string | null;
  /** JSON: before, after, facts. */
  data: string;
  failure: string | null;
  count: number;
  /** Of this entry and the hash of the one before. */
  hash: string;
  search_text: string;
}

interface AuditChainsTable {
  chain: string;
  /** Of the last entry. */
  number: number;
  hash: string;
  /** Of the last that expired. */
  anchor_number: number;
  anchor_hash: string;
}
