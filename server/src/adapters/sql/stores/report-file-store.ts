import type { Transaction } from "kysely";
import type { MadeReport, NewReportFile, ReportFile, ReportFileStore } from "../../../core/reports/index.ts";
import type { ReportFileId, ReportId, TenantId } from "../../../kernel/ids.ts";
import type { EpochMs } from "../../../kernel/time.ts";
import type { Database } from "../database.ts";
import type { Tables } from "../tables.ts";
import { recordReleased } from "./content-records.ts";
import { newFileRow, reportFileOf } from "./report-rows.ts";
import { countUse } from "./tenant-usage.ts";

const open = "QUEUED";
const atOnce = 200;

/** Reports that were made [SCH2]; their contents are counted as files of the tenant. */
export class SqlReportFileStore implements ReportFileStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async list(tenant: TenantId, report?: ReportId): Promise<readonly ReportFile[]> {
    const rows = await this.#files()
      .where("report_files.tenant_id", "=", tenant)
      .$if(report !== undefined, (query) => query.where("report_files.report_id", "=", report ?? ""))
      .orderBy("report_files.created_time", "desc")
      .orderBy("report_files.id")
      .execute();
    return rows.map(reportFileOf);
  }

  async find(tenant: TenantId, id: ReportFileId): Promise<ReportFile | undefined> {
    const row = await this.#files()
      .where("report_files.tenant_id", "=", tenant)
      .where("report_files.id", "=", id)
      .executeTakeFirst();
    return row && reportFileOf(row);
  }

  async begin(file: NewReportFile, kept: number): Promise<void> {
    await this.#db.transact(async (trx) => {
      await trx
        .insertInto("report_files")
        .values(newFileRow(file))
        .onConflict((conflict) => conflict.column("id").doNothing())
        .execute();
      const beyond = await trx
        .selectFrom("report_files")
        .select("id")
        .where("tenant_id", "=", file.tenantId)
        .where("state", "!=", open)
        .orderBy("created_time", "desc")
        .orderBy("id")
        .offset(kept)
        .limit(atOnce)
        .execute();
      await removeAll(
        trx,
        beyond.map(({ id }) => id),
      );
    });
  }

  finish(id: ReportFileId, made: MadeReport): Promise<boolean> {
    return this.#db.transact(async (trx) => {
      const row = await trx
        .updateTable("report_files")
        .set({
          ...{ state: "DONE", finished_time: made.finishedTime, failed: made.failed, file_name: made.fileName },
          ...{ sha256: made.content.sha256, size: made.content.size, row_count: made.rows },
          ...{ device_count: made.devices, projects: JSON.stringify(made.projects) },
        })
        .where("id", "=", id)
        .where("state", "=", open)
        .returning("tenant_id")
        .executeTakeFirst();
      if (row) await countUse(trx, { tenant: row.tenant_id, resource: "fileBytes", more: made.content.size, of: id });
      return row !== undefined;
    });
  }

  async remove(id: ReportFileId): Promise<void> {
    await this.#db.transact((trx) => removeAll(trx, [id]));
  }

  async settle(now: EpochMs): Promise<number> {
    const rows = await this.#files()
      .where("report_files.state", "=", open)
      .where((eb) => eb.or([eb("jobs.state", "is", null), eb("jobs.state", "not in", ["QUEUED", "RUNNING"])]))
      .limit(atOnce)
      .execute();
    for (const row of rows) {
      const { state, finishedTime, failed, error } = reportFileOf(row);
      await this.#db.write
        .updateTable("report_files")
        .set({ state, finished_time: finishedTime ?? now, failed, error })
        .where("id", "=", row.id)
        .where("state", "=", open)
        .execute();
    }
    return rows.length;
  }

  async removeExpired(now: EpochMs): Promise<number> {
    for (let removed = 0; ; ) {
      const some = await this.#db.transact(async (trx) => {
        const old = trx.selectFrom("report_files").select("id").where("expires_time", "<=", now);
        const ids = (await old.where("state", "!=", open).limit(atOnce).execute()).map(({ id }) => id);
        await removeAll(trx, ids);
        return ids.length;
      });
      removed += some;
      if (some < atOnce) return removed;
    }
  }

  #files() {
    return this.#db.read
      .selectFrom("report_files")
      .leftJoin("jobs", "jobs.id", "report_files.id")
      .selectAll("report_files")
      .select([
        "jobs.state as job_state",
        "jobs.finished_time as job_finished",
        "jobs.total as job_total",
        "jobs.processed as job_processed",
        "jobs.failed as job_failed",
        "jobs.error as job_error",
      ]);
  }
}

/** Their contents are released with them [RUN10]. */
async function removeAll(trx: Transaction<Tables>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const gone = await trx
    .deleteFrom("report_files")
    .where("id", "in", ids)
    .returning(["id", "tenant_id", "sha256", "size"])
    .execute();
  await recordReleased(
    trx,
    gone.flatMap(({ sha256 }) => sha256 ?? []),
  );
  for (const { id, tenant_id: tenant, sha256, size } of gone)
    if (sha256 !== null) await countUse(trx, { tenant, resource: "fileBytes", more: -Number(size), of: id });
}
