import { type SelectQueryBuilder, sql } from "kysely";
import type { DashboardQuery } from "../../../core/dashboards/index.ts";
import type { Reach } from "../../../core/projects/index.ts";
import { foldCase } from "../../../kernel/text.ts";
import type { Database } from "../database.ts";
import type { Tables } from "../tables.ts";
import { headColumns } from "./dashboard-rows.ts";

type Dashboards = SelectQueryBuilder<Tables, "dashboards", object>;

/** In no project is what only those see who reach all of the tenant [PRJ1]. */
function within(db: Database, { tenantId, projects }: Pick<Reach, "tenantId" | "projects">): Dashboards {
  const all = db.read.selectFrom("dashboards").where("dashboards.tenant_id", "=", tenantId);
  return projects === "all" ? all : all.where(inProjects(db, [...projects]));
}

/** As one parameter, however many there are. */
function inProjects(db: Database, projects: readonly string[]) {
  const ids = JSON.stringify(projects);
  return db.kind === "sqlite"
    ? sql<boolean>`dashboards.project_id in (select value from json_each(${ids}))`
    : sql<boolean>`dashboards.project_id in (select value::uuid from jsonb_array_elements_text(${ids}::jsonb))`;
}

export function matchingDashboards(db: Database, query: DashboardQuery): Dashboards {
  const present = within(db, query).where("dashboards.deleted_time", "is", null);
  return query.textSearch ? present.where(containing(db, query.textSearch)) : present;
}

const sortKeys = { title: "title_key", createdTime: "created_time", savedTime: "saved_time" } as const;

export function orderedDashboards(db: Database, query: DashboardQuery) {
  const direction = query.descending ? "desc" : "asc";
  return matchingDashboards(db, query)
    .select(headColumns)
    .orderBy(`dashboards.${sortKeys[query.sortProperty]}`, direction)
    .orderBy("dashboards.id", direction);
}

export const trashedDashboards = (db: Database, reach: Pick<Reach, "tenantId" | "projects">): Dashboards =>
  within(db, reach).where("dashboards.deleted_time", "is not", null);

const containing = (db: Database, text: string) =>
  db.kind === "sqlite"
    ? sql<boolean>`instr(title_key, ${foldCase(text)}) > 0`
    : sql<boolean>`strpos(title_key, ${foldCase(text)}) > 0`;
