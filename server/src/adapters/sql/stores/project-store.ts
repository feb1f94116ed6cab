import { sql } from "kysely";
import type {
  ListedProject,
  Project,
  ProjectContent,
  ProjectStore,
  ReachedProjects,
} from "../../../core/projects/index.ts";
import type { ProjectId, TenantId } from "../../../kernel/ids.ts";
import type { Database } from "../database.ts";
import { isForeignKeyViolation, isUniqueViolation } from "../sql-error.ts";
import { pathEnd, pathText, projectOf, projectRow } from "./project-rows.ts";
import { lockTenant } from "./row-locks.ts";

export class SqlProjectStore implements ProjectStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  lockTree(tenant: TenantId): Promise<void> {
    return this.#db.transact((trx) => lockTenant(trx, tenant));
  }

  async find(tenant: TenantId, id: ProjectId): Promise<Project | undefined> {
    const row = await this.#db.read
      .selectFrom("projects")
      .selectAll()
      .where("tenant_id", "=", tenant)
      .where("id", "=", id)
      .executeTakeFirst();
    return row && projectOf(row);
  }

  async list(tenant: TenantId, projects: ReachedProjects): Promise<readonly ListedProject[]> {
    const rows = await this.#db.read
      .selectFrom("projects")
      .selectAll()
      .select((eb) =>
        eb
          .selectFrom("devices")
          .select((count) => count.fn.countAll<number>().as("count"))
          .whereRef("devices.project_id", "=", "projects.id")
          .as("devices"),
      )
      .where("tenant_id", "=", tenant)
      .orderBy("name_key")
      .orderBy("id")
      .execute();
    return rows
      .filter(({ id }) => projects === "all" || projects.has(id as ProjectId))
      .map((row) => ({ ...projectOf(row), deviceCount: Number(row.devices ?? 0) }));
  }

  async count(tenant: TenantId): Promise<number> {
    const { total } = await this.#db.read
      .selectFrom("projects")
      .select((eb) => eb.fn.countAll<number>().as("total"))
      .where("tenant_id", "=", tenant)
      .executeTakeFirstOrThrow();
    return Number(total);
  }

  async atOrBelow({ tenantId, path }: Project): Promise<readonly Project[]> {
    const from = pathText(path);
    const rows = await this.#db.read
      .selectFrom("projects")
      .selectAll()
      .where("tenant_id", "=", tenantId)
      .where("path", ">=", from)
      .where("path", "<", pathEnd(from))
      .execute();
    return rows.map(projectOf);
  }

  async insert(project: Project): Promise<"created" | "name-taken" | "no-such-tenant"> {
    try {
      await this.#db.write.insertInto("projects").values(projectRow(project)).execute();
      return "created";
    } catch (error) {
      if (isUniqueViolation(error)) return "name-taken";
      if (isForeignKeyViolation(error)) return "no-such-tenant";
      throw error;
    }
  }

  async update(before: Project, after: Project): Promise<"updated" | "name-taken"> {
    const [from, to] = [pathText(before.path), pathText(after.path)];
    try {
      await this.#db.transact(async (trx) => {
        await trx.updateTable("projects").set(projectRow(after)).where("id", "=", after.id).execute();
        if (from === to) return;
        await trx
          .updateTable("projects")
          .set({ path: sql<string>`${to} || substr(path, ${sql.lit(from.length + 1)})` })
          .where("tenant_id", "=", after.tenantId)
          .where("path", ">=", from)
          .where("path", "<", pathEnd(from))
          .execute();
      });
      return "updated";
    } catch (error) {
      if (isUniqueViolation(error)) return "name-taken";
      throw error;
    }
  }

  async remove(project: Project): Promise<"removed" | ProjectContent> {
    const content = await this.#contentOf(project.id);
    if (content) return content;
    try {
      await this.#db.transact(async (trx) => {
        const inTrash = trx.updateTable("dashboards").set({ project_id: null }).where("deleted_time", "is not", null);
        await inTrash.where("project_id", "=", project.id).execute();
        await trx.deleteFrom("projects").where("id", "=", project.id).execute();
      });
      return "removed";
    } catch (error) {
      if (isForeignKeyViolation(error)) return "devices"; // one came in this very moment
      throw error;
    }
  }

  async #contentOf(id: ProjectId): Promise<ProjectContent | undefined> {
    const { read } = this.#db;
    const below = read.selectFrom("projects").select("id").where("parent_id", "=", id).limit(1);
    if (await below.executeTakeFirst()) return "projects";
    const devices = read.selectFrom("devices").select("id").where("project_id", "=", id).limit(1);
    if (await devices.executeTakeFirst()) return "devices";
    const dashboards = read.selectFrom("dashboards").select("id").where("deleted_time", "is", null);
    if (await dashboards.where("project_id", "=", id).limit(1).executeTakeFirst()) return "dashboards";
    const grants = read.selectFrom("grants").select("id").where("project_id", "=", id).limit(1);
    return (await grants.executeTakeFirst()) ? "assignments" : undefined;
  }
}
