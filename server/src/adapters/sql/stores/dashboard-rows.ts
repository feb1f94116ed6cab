import type {
  DashboardHead,
  DashboardText,
  TrashedHead,
  VersionHead,
  VersionText,
} from "../../../core/dashboards/index.ts";
import type { DashboardId, ProjectId, TenantId } from "../../../kernel/ids.ts";
import { foldCase } from "../../../kernel/text.ts";
import { epochMs } from "../../../kernel/time.ts";
import type { Tables } from "../tables.ts";

type Row = Tables["dashboards"];

export const headColumns = [
  "dashboards.id",
  "dashboards.tenant_id",
  "dashboards.project_id",
  "dashboards.title",
  "dashboards.version",
  "dashboards.created_time",
  "dashboards.saved_time",
  "dashboards.saved_by",
] as const;

type HeadRow = Pick<
  Row,
  "id" | "tenant_id" | "project_id" | "title" | "version" | "created_time" | "saved_time" | "saved_by"
>;

export const headOf = (row: HeadRow): DashboardHead => ({
  id: row.id as DashboardId,
  tenantId: row.tenant_id as TenantId,
  projectId: row.project_id as ProjectId | null,
  title: row.title,
  version: row.version,
  createdTime: epochMs(row.created_time),
  savedTime: epochMs(row.saved_time),
  savedBy: row.saved_by,
});

export const trashedOf = (row: HeadRow & Pick<Row, "deleted_time" | "deleted_by">): TrashedHead => ({
  ...headOf(row),
  deletedTime: epochMs(row.deleted_time ?? 0),
  deletedBy: row.deleted_by,
});

/** What a save changes. */
export const savedColumns = ({ projectId, title, version, savedTime, savedBy }: DashboardText) => ({
  project_id: projectId,
  title,
  title_key: foldCase(title),
  version,
  saved_time: savedTime,
  saved_by: savedBy,
});

export const dashboardRow = (dashboard: DashboardText): Row => ({
  ...savedColumns(dashboard),
  id: dashboard.id,
  tenant_id: dashboard.tenantId,
  created_time: dashboard.createdTime,
  deleted_time: null,
  deleted_by: null,
  is_home: 0,
});

export const versionRow = ({ id, version, title, configuration, savedTime, savedBy }: DashboardText) => ({
  dashboard_id: id,
  version,
  title,
  configuration,
  bytes: Buffer.byteLength(configuration),
  saved_time: savedTime,
  saved_by: savedBy,
});

export const versionColumns = ["version", "title", "saved_time", "saved_by"] as const;

type VersionRow = Pick<Tables["dashboard_versions"], (typeof versionColumns)[number]>;

export const versionHeadOf = ({ version, title, saved_time, saved_by }: VersionRow): VersionHead => ({
  version,
  title,
  savedTime: epochMs(saved_time),
  savedBy: saved_by,
});

export const versionTextOf = (row: VersionRow & { readonly configuration: string }): VersionText => ({
  ...versionHeadOf(row),
  configuration: row.configuration,
});
