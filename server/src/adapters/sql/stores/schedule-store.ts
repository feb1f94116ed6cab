import { sql } from "kysely";
import type { NewRun, Schedule, ScheduleRun, ScheduleStore } from "../../../core/schedules/index.ts";
import type { ScheduleId, TenantId } from "../../../kernel/ids.ts";
import { offsetOf, type Page, type PageRequest, pageOf } from "../../../kernel/paging.ts";
import type { EpochMs } from "../../../kernel/time.ts";
import type { Database } from "../database.ts";
import { isOneOf } from "../json-rows.ts";
import { isForeignKeyViolation, isUniqueViolation } from "../sql-error.ts";
import { projectsOfDevices } from "./projects-of-devices.ts";
import { lockTenant } from "./row-locks.ts";
import { runOf, scheduleOf, scheduleRow } from "./schedule-rows.ts";

const open = "QUEUED";
const settledAtOnce = 500;

/** Schedules and their runs [SCH1]. */
export class SqlScheduleStore implements ScheduleStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async list(tenant: TenantId): Promise<readonly Schedule[]> {
    const rows = await this.#db.read
      .selectFrom("schedules")
      .selectAll()
      .where("tenant_id", "=", tenant)
      .orderBy("name_key")
      .execute();
    return rows.map(scheduleOf);
  }

  async find(tenant: TenantId, id: ScheduleId): Promise<Schedule | undefined> {
    const row = await this.#db.read
      .selectFrom("schedules")
      .selectAll()
      .where("tenant_id", "=", tenant)
      .where("id", "=", id)
      .executeTakeFirst();
    return row && scheduleOf(row);
  }

  async insert(
    schedule: Schedule,
    perTenant: number,
  ): Promise<"created" | "name-taken" | "no-such-tenant" | "too-many"> {
    try {
      return await this.#db.transact(async (trx) => {
        await lockTenant(trx, schedule.tenantId);
        const { total } = await trx
          .selectFrom("schedules")
          .select(({ fn }) => fn.countAll().as("total"))
          .where("tenant_id", "=", schedule.tenantId)
          .executeTakeFirstOrThrow();
        if (Number(total) >= perTenant) return "too-many";
        await trx.insertInto("schedules").values(scheduleRow(schedule)).execute();
        return "created";
      });
    } catch (error) {
      if (isUniqueViolation(error)) return "name-taken";
      if (isForeignKeyViolation(error)) return "no-such-tenant";
      throw error;
    }
  }

  async update(schedule: Schedule): Promise<"updated" | "changed" | "name-taken"> {
    try {
      const { numUpdatedRows } = await this.#db.write
        .updateTable("schedules")
        .set(scheduleRow(schedule))
        .where("id", "=", schedule.id)
        .where("version", "=", schedule.version - 1)
        .executeTakeFirst();
      return numUpdatedRows === 0n ? "changed" : "updated";
    } catch (error) {
      if (isUniqueViolation(error)) return "name-taken";
      throw error;
    }
  }

  async remove(id: ScheduleId): Promise<void> {
    await this.#db.write.deleteFrom("schedules").where("id", "=", id).execute();
  }

  async due(now: EpochMs, limit: number): Promise<readonly Schedule[]> {
    const rows = await this.#db.read
      .selectFrom("schedules")
      .selectAll()
      .where("due_time", "<=", now)
      .orderBy("due_time")
      .limit(limit)
      .execute();
    return rows.map(scheduleOf);
  }

  async advance(id: ScheduleId, due: EpochMs, next: EpochMs | null): Promise<boolean> {
    const { numUpdatedRows } = await this.#db.write
      .updateTable("schedules")
      .set({ due_time: next })
      .where("id", "=", id)
      .where("due_time", "=", due)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  async waiting(after: ScheduleId | null, limit: number): Promise<readonly Schedule[]> {
    const rows = await this.#db.read
      .selectFrom("schedules")
      .selectAll()
      .where("due_time", "is not", null)
      .$if(after !== null, (query) => query.where("id", ">", after ?? ""))
      .orderBy("id")
      .limit(limit)
      .execute();
    return rows.map(scheduleOf);
  }

  addRun(run: NewRun, kept: number): Promise<boolean> {
    return this.#db.transact(async (trx) => {
      const { numInsertedOrUpdatedRows } = await trx
        .insertInto("schedule_runs")
        .values(runRow(run))
        .onConflict((conflict) => conflict.columns(["schedule_id", "due_time"]).doNothing())
        .executeTakeFirst();
      if (numInsertedOrUpdatedRows === 0n) return false;
      const oldest = await trx
        .selectFrom("schedule_runs")
        .select("due_time")
        .where("schedule_id", "=", run.scheduleId)
        .orderBy("due_time", "desc")
        .offset(kept)
        .limit(1)
        .executeTakeFirst();
      if (oldest)
        await trx
          .deleteFrom("schedule_runs")
          .where("schedule_id", "=", run.scheduleId)
          .where("due_time", "<=", oldest.due_time)
          .where("state", "!=", open) // one that is under way keeps others from beginning
          .execute();
      return true;
    });
  }

  async isUnderWay(id: ScheduleId): Promise<boolean> {
    const row = await this.#db.read
      .selectFrom("schedule_runs")
      .innerJoin("jobs", "jobs.id", "schedule_runs.job_id")
      .select("jobs.id")
      .where("schedule_runs.schedule_id", "=", id)
      .where("schedule_runs.state", "=", open)
      .where("jobs.state", "in", ["QUEUED", "RUNNING"])
      .executeTakeFirst();
    return row !== undefined;
  }

  async runs(id: ScheduleId, page: PageRequest): Promise<Page<ScheduleRun>> {
    const { total } = await this.#db.read
      .selectFrom("schedule_runs")
      .select(({ fn }) => fn.countAll().as("total"))
      .where("schedule_id", "=", id)
      .executeTakeFirstOrThrow();
    const rows = await this.#runs()
      .where("schedule_runs.schedule_id", "=", id)
      .orderBy("schedule_runs.due_time", "desc")
      .limit(page.limit)
      .offset(offsetOf(page))
      .execute();
    return pageOf(rows.map(runOf), Number(total), page);
  }

  async runsBetween(
    ids: readonly ScheduleId[],
    from: EpochMs,
    to: EpochMs,
    limit: number,
  ): Promise<readonly ScheduleRun[]> {
    if (ids.length === 0) return [];
    const rows = await this.#runs()
      .where(isOneOf(this.#db.kind, sql`schedule_runs.schedule_id`, ids))
      .where("schedule_runs.due_time", ">=", from)
      .where("schedule_runs.due_time", "<", to)
      .orderBy("schedule_runs.due_time", "desc")
      .limit(limit)
      .execute();
    return rows.map(runOf);
  }

  /** A job that is gone never ends: its run is over, too. */
  async settleRuns(now: EpochMs): Promise<number> {
    const rows = await this.#runs()
      .where("schedule_runs.state", "=", open)
      .where((eb) => eb.or([eb("jobs.state", "is", null), eb("jobs.state", "not in", ["QUEUED", "RUNNING"])]))
      .limit(settledAtOnce)
      .execute();
    for (const row of rows) {
      const { state, finishedTime, total, changed, failed, error } = runOf(row);
      await this.#db.write
        .updateTable("schedule_runs")
        .set({ state, finished_time: finishedTime ?? now, total, changed, failed, error })
        .where("schedule_id", "=", row.schedule_id)
        .where("due_time", "=", row.due_time)
        .execute();
    }
    return rows.length;
  }

  projectsOf: ScheduleStore["projectsOf"] = (tenant, devices) => projectsOfDevices(this.#db, tenant, devices);

  #runs() {
    return this.#db.read
      .selectFrom("schedule_runs")
      .leftJoin("jobs", "jobs.id", "schedule_runs.job_id")
      .selectAll("schedule_runs")
      .select([
        "jobs.state as job_state",
        "jobs.finished_time as job_finished",
        "jobs.total as job_total",
        "jobs.changed as job_changed",
        "jobs.failed as job_failed",
        "jobs.error as job_error",
      ]);
  }
}

const runRow = (run: NewRun) => ({
  schedule_id: run.scheduleId,
  due_time: run.dueTime,
  started_time: run.startedTime,
  finished_time: run.finishedTime,
  trigger_kind: run.trigger,
  state: run.state,
  missed: run.missed,
  job_id: run.jobId,
  ...{ total: null, changed: 0, failed: 0, error: null },
});
