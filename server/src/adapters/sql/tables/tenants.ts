export interface TenantTables {
  tenants: TenantsTable;
  tenant_settings: TenantSettingsTable;
  tenant_limits: TenantLimitsTable;
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
