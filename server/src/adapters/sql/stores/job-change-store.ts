import type { JobChange, JobChangeStore } from "../../../core/jobs/index.ts";
import type { DeviceId, JobId, TenantId } from "../../../kernel/ids.ts";
import type { Database } from "../database.ts";

export class SqlJobChangeStore implements JobChangeStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async add(job: JobId, changes: readonly JobChange[]): Promise<void> {
    if (changes.length === 0) return;
    const rows = changes.map(({ deviceId, before }) => ({ job_id: job, device_id: deviceId, before_text: before }));
    await this.#db.write
      .insertInto("job_changes")
      .values(rows)
      .onConflict((conflict) => conflict.columns(["job_id", "device_id"]).doNothing())
      .execute();
  }

  async after(job: JobId, after: DeviceId | null, limit: number): Promise<readonly JobChange[]> {
    const all = this.#db.read
      .selectFrom("job_changes")
      .select(["device_id", "before_text"])
      .where("job_id", "=", job)
      .orderBy("device_id")
      .limit(limit);
    const rows = await (after === null ? all : all.where("device_id", ">", after)).execute();
    return rows.map((row) => ({ deviceId: row.device_id as DeviceId, before: row.before_text }));
  }

  async count(job: JobId): Promise<number> {
    const { total } = await this.#db.read
      .selectFrom("job_changes")
      .select((eb) => eb.fn.countAll<number>().as("total"))
      .where("job_id", "=", job)
      .executeTakeFirstOrThrow();
    return Number(total);
  }

  async markUndone(tenant: TenantId, job: JobId, by: JobId): Promise<boolean> {
    const { numUpdatedRows } = await this.#db.write
      .updateTable("jobs")
      .set({ undone_by: by })
      .where("id", "=", job)
      .where("tenant_id", "=", tenant)
      .where("is_undoable", "=", 1)
      .where("undone_by", "is", null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }
}
