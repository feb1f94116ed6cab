import type { Report, ReportStore } from "../../../core/reports/index.ts";
import type { ReportId, TenantId } from "../../../kernel/ids.ts";
import type { Database } from "../database.ts";
import { isForeignKeyViolation, isUniqueViolation } from "../sql-error.ts";
import { projectsOfDevices } from "./projects-of-devices.ts";
import { reportOf, reportRow } from "./report-rows.ts";
import { lockTenant } from "./row-locks.ts";

/** Reports as they are to be made [SCH2]. */
export class SqlReportStore implements ReportStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async list(tenant: TenantId): Promise<readonly Report[]> {
    const all = this.#db.read.selectFrom("reports").selectAll().where("tenant_id", "=", tenant).orderBy("name_key");
    return (await all.execute()).map(reportOf);
  }

  async find(tenant: TenantId, id: ReportId): Promise<Report | undefined> {
    const one = this.#db.read.selectFrom("reports").selectAll().where("tenant_id", "=", tenant).where("id", "=", id);
    const row = await one.executeTakeFirst();
    return row && reportOf(row);
  }

  async insert(report: Report, perTenant: number): Promise<"created" | "name-taken" | "no-such-tenant" | "too-many"> {
    try {
      return await this.#db.transact(async (trx) => {
        await lockTenant(trx, report.tenantId);
        const { total } = await trx
          .selectFrom("reports")
          .select(({ fn }) => fn.countAll().as("total"))
          .where("tenant_id", "=", report.tenantId)
          .executeTakeFirstOrThrow();
        if (Number(total) >= perTenant) return "too-many";
        await trx.insertInto("reports").values(reportRow(report)).execute();
        return "created";
      });
    } catch (error) {
      if (isUniqueViolation(error)) return "name-taken";
      if (isForeignKeyViolation(error)) return "no-such-tenant";
      throw error;
    }
  }

  async update(report: Report): Promise<"updated" | "changed" | "name-taken"> {
    try {
      const { numUpdatedRows } = await this.#db.write
        .updateTable("reports")
        .set(reportRow(report))
        .where("id", "=", report.id)
        .where("version", "=", report.version - 1)
        .executeTakeFirst();
      return numUpdatedRows === 0n ? "changed" : "updated";
    } catch (error) {
      if (isUniqueViolation(error)) return "name-taken";
      throw error;
    }
  }

  async remove(id: ReportId): Promise<void> {
    await this.#db.write.deleteFrom("reports").where("id", "=", id).execute();
  }

  projectsOf: ReportStore["projectsOf"] = (tenant, devices) => projectsOfDevices(this.#db, tenant, devices);
}
