export interface TenantTables {
  tenants: TenantsTable;
  tenant_settings: TenantSettingsTable;
  tenant_limits: TenantLimitsTable;
  tenant_usage: TenantUsageTable;
  projects: ProjectsTable;
}

interface TenantsTable {
  id: string;
  name: string;
  /** `foldCase(name)`: what is unique and sorted by. */
  name_key: string;
  created_time: number;
}

interface TenantSettingsTable {
  tenant_id: string;
  telemetry_retention_ms: number | null;
  /** Counts changes. */
  version: number;
  history_depth_ms: number | null;
  title: string | null;
  accent_color: string | null;
  /** A data URL. */
  logo: string | null;
  /** JSON. */
  home_page: string | null;
}

interface TenantLimitsTable {
  tenant_id: string;
  device_messages: number;
  device_points: number;
  tenant_messages: number;
  tenant_points: number;
  series: number;
  file_quota: number;
  devices: number;
  users: number;
  attribute_quota: number;
  /** Seconds per hour. */
  indexing_time: number;
  /** Counts changes. */
  version: number;
}

/** What a tenant uses of something is the sum of its rows. */
interface TenantUsageTable {
  tenant_id: string;
  resource: string;
  shard: number;
  amount: number;
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
