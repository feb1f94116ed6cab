export interface DeviceTables {
  devices: DevicesTable;
  device_credentials: DeviceCredentialsTable;
  device_activity: DeviceActivityTable;
  attributes: AttributesTable;
  device_groups: DeviceGroupsTable;
  device_views: DeviceViewsTable;
  device_pins: DevicePinsTable;
  points_to_forget: PointsToForgetTable;
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
  /** Of its device. */
  tenant_id: string;
  /** The value as `comparableOf` writes it. */
  comparable: string;
}

interface DeviceGroupsTable {
  id: string;
  tenant_id: string;
  name: string;
  name_key: string;
  description: string | null;
  /** JSON. */
  filter: string;
  version: number;
  created_time: number;
}

interface DeviceViewsTable {
  id: string;
  tenant_id: string;
  project_id: string | null;
  owner_id: string | null;
  is_shared: number;
  name: string;
  name_key: string;
  /** JSON. */
  look: string;
  version: number;
  created_time: number;
}

interface DevicePinsTable {
  user_id: string;
  device_id: string;
  /** JSON list, in the order of who chose them. */
  keys: string;
}

interface PointsToForgetTable {
  device_id: string;
  removed_time: number;
}
