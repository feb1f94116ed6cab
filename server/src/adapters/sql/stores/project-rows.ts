import type { Project } from "../../../core/projects/index.ts";
import type { ProjectId, TenantId } from "../../../kernel/ids.ts";
import { foldCase } from "../../../kernel/text.ts";
import { epochMs } from "../../../kernel/time.ts";
import type { Tables } from "../tables.ts";

/** Each id followed by a slash: a path begins with another one exactly when it is below it. */
export const pathText = (path: readonly ProjectId[]): string => path.map((id) => `${id}/`).join("");

/** Behind everything that begins with this path: "0" follows "/". */
export const pathEnd = (path: string): string => `${path.slice(0, -1)}0`;

export const projectRow = (project: Project): Tables["projects"] => ({
  id: project.id,
  tenant_id: project.tenantId,
  parent_id: project.parentId,
  name: project.name,
  name_key: foldCase(project.name),
  description: project.description,
  path: pathText(project.path),
  created_time: project.createdTime,
});

export const projectOf = (row: Tables["projects"]): Project => ({
  id: row.id as ProjectId,
  tenantId: row.tenant_id as TenantId,
  parentId: row.parent_id as ProjectId | null,
  name: row.name,
  description: row.description,
  path: row.path.split("/").filter((id) => id !== "") as ProjectId[],
  createdTime: epochMs(row.created_time),
});
