/** Dashboards, what they were before, and which of them open first. */
export interface DashboardTables {
  dashboards: DashboardsTable;
  dashboard_versions: DashboardVersionsTable;
  home_dashboards: HomeDashboardsTable;
  dashboard_shares: DashboardSharesTable;
}

interface DashboardsTable {
  id: string;
  tenant_id: string;
  project_id: string | null;
  title: string;
  title_key: string;
  /** The newest of its versions; there is what is on it. */
  version: number;
  created_time: number;
  saved_time: number;
  saved_by: string | null;
  /** Since when it is in the trash. */
  deleted_time: number | null;
  deleted_by: string | null;
  /** Opens first for those of the tenant who chose none: 0 or 1. */
  is_home: number;
}

interface DashboardVersionsTable {
  dashboard_id: string;
  version: number;
  title: string;
  /** JSON. */
  configuration: string;
  bytes: number;
  saved_time: number;
  saved_by: string | null;
}

/** What a user chose for themselves in a tenant. */
interface HomeDashboardsTable {
  user_id: string;
  tenant_id: string;
  dashboard_id: string;
}

/** Links for people without an account; they go with their maker's assignment. */
interface DashboardSharesTable {
  id: string;
  dashboard_id: string;
  user_id: string;
  assignment_id: string;
  name: string;
  token_hash: string;
  password_hash: string | null;
  /** What is shown of it. */
  version: number;
  /** JSON: which times, variables, origins. */
  terms: string;
  created_time: number;
  expires_time: number | null;
  last_used_time: number | null;
}
