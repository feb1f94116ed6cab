import type { JobKindName, JobState } from "@heliograph/contract";
import { parseJsonText } from "@heliograph/contract/json-text";
import { type Expression, type SqlBool, sql } from "kysely";
import type { Job, JobFailure, JobLane, JobLease, JobProgress, JobQuery, JobStore } from "../../../core/jobs/index.ts";
import type { AppError } from "../../../kernel/errors.ts";
import type { ApiKeyId, AuthorityId, JobId, SessionId, TenantId, UserId } from "../../../kernel/ids.ts";
import { offsetOf, type Page, type PageRequest, pageOf } from "../../../kernel/paging.ts";
import { refusalName } from "../../../kernel/refusal-name.ts";
import { type EpochMs, epochMs } from "../../../kernel/time.ts";
import { type Database, streamRows } from "../database.ts";
import type { Tables } from "../tables.ts";
import { lockTenant } from "./row-locks.ts";
import { clocksDifferMs } from "./wrong-clock.ts";

type Row = Tables["jobs"];
const openStates = ["QUEUED", "RUNNING"] as const satisfies readonly JobState[];

export class SqlJobStore implements JobStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  create(job: Job, openAtMost: number): Promise<boolean> {
    return this.#db.transact(async (trx) => {
      await lockTenant(trx, job.tenantId);
      const { open } = await trx
        .selectFrom("jobs")
        .select(({ fn }) => fn.countAll().as("open"))
        .where("tenant_id", "=", job.tenantId)
        .where("state", "in", openStates)
        .executeTakeFirstOrThrow();
      if (Number(open) >= openAtMost) return false;
      await trx.insertInto("jobs").values(rowOf(job)).execute();
      return true;
    });
  }

  async find(query: JobQuery, id: JobId): Promise<Job | undefined> {
    const row = await this.#seen(query).selectAll().where("id", "=", id).executeTakeFirst();
    return row && jobOf(row);
  }

  async page(query: JobQuery, page: PageRequest): Promise<Page<Job>> {
    const { count } = await this.#seen(query)
      .select(({ fn }) => fn.countAll().as("count"))
      .executeTakeFirstOrThrow();
    const rows = await this.#newestFirst(query).limit(page.limit).offset(offsetOf(page)).execute();
    return pageOf(rows.map(jobOf), Number(count), page);
  }

  async *stream(query: JobQuery): AsyncGenerator<readonly Job[]> {
    for await (const rows of streamRows(this.#db, this.#newestFirst(query))) yield rows.map(jobOf);
  }

  /** Asked before it is taken: a node with nothing to do writes nothing. */
  async claim({ owner, now, until }: JobLease, { kinds, oneOf }: JobLane): Promise<Job | undefined> {
    const free = isFree(now, until);
    const waiting = this.#db.read
      .selectFrom("jobs")
      .select("id")
      .where("state", "in", openStates)
      .where("kind", "in", kinds)
      .where(free)
      .where(sql<boolean>`not exists (select 1 from jobs as other where other.tenant_id = jobs.tenant_id
        and ${oneOf === "all" ? sql`other.kind in (${sql.join(kinds)})` : sql`other.kind = jobs.kind`}
        and other.state = 'RUNNING' and other.lease_until > ${now} and other.lease_until <= ${until + clocksDifferMs})`)
      .orderBy("created_time")
      .orderBy("id")
      .limit(1);
    const found = await waiting.executeTakeFirst();
    if (!found) return undefined;
    const row = await this.#db.write
      .updateTable("jobs")
      .set((eb) => ({
        ...{ state: "RUNNING", lease_owner: owner, lease_until: until },
        started_time: eb.fn.coalesce("started_time", eb.val(now)),
      }))
      .where("id", "=", found.id)
      .where("state", "in", openStates)
      .where(free)
      .returningAll()
      .executeTakeFirst();
    return row && jobOf(row);
  }

  async hold(id: JobId, { owner, until }: JobLease): Promise<Job | undefined> {
    const row = await this.#db.write
      .updateTable("jobs")
      .set({ lease_until: until })
      .where("id", "=", id)
      .where("lease_owner", "=", owner)
      .where("state", "=", "RUNNING")
      .returningAll()
      .executeTakeFirst();
    return row && jobOf(row);
  }

  async progress(id: JobId, { failures, ...progress }: JobProgress): Promise<void> {
    const change = { ...progress, failures: JSON.stringify(failures) };
    await this.#db.write.updateTable("jobs").set(change).where("id", "=", id).execute();
  }

  async finish(
    id: JobId,
    owner: string,
    { state, why, time }: { state: "DONE" | "FAILED"; why?: AppError; time: EpochMs },
  ): Promise<void> {
    await this.#db.write
      .updateTable("jobs")
      .set({ state, ...(why && { error: why.message, refusal: refusalName(why) }), finished_time: time, ...unowned })
      .where("id", "=", id)
      .where("lease_owner", "=", owner)
      .where("state", "=", "RUNNING")
      .execute();
  }

  async release(id: JobId, owner: string): Promise<void> {
    const held = this.#db.write.updateTable("jobs").set(unowned).where("id", "=", id).where("lease_owner", "=", owner);
    await held.execute();
  }

  cancel({ tenantId, userId }: JobQuery, id: JobId, now: EpochMs): Promise<Job | "finished" | undefined> {
    return this.#db.transact(async (trx) => {
      const change = trx
        .updateTable("jobs")
        .set({ state: "CANCELLED", finished_time: now, ...unowned })
        .where("id", "=", id)
        .where("tenant_id", "=", tenantId)
        .where("state", "in", openStates)
        .$if(userId !== undefined, (query) => query.where("user_id", "=", userId ?? ""));
      const row = await change.returningAll().executeTakeFirst();
      if (row) return jobOf(row);
      return (await this.find({ tenantId, userId }, id)) ? "finished" : undefined;
    });
  }

  async removeFinished(before: EpochMs): Promise<number> {
    const old = this.#db.write.deleteFrom("jobs").where("finished_time", "<", before);
    return Number((await old.executeTakeFirst()).numDeletedRows);
  }

  #seen({ tenantId, userId, isOpen }: JobQuery) {
    const jobs = this.#db.read.selectFrom("jobs").where("tenant_id", "=", tenantId);
    const all = isOpen ? jobs.where("state", "in", openStates) : jobs;
    return userId === undefined ? all : all.where("user_id", "=", userId);
  }

  #newestFirst(query: JobQuery) {
    return this.#seen(query).selectAll().orderBy("created_time", "desc").orderBy("id");
  }
}

const unowned = { lease_owner: null, lease_until: null };

/** Nobody's, or of somebody who was not heard of; one that ends later than ours would was given by a wrong clock [RUN12]. */
const isFree = (now: EpochMs, until: EpochMs): Expression<SqlBool> =>
  sql<boolean>`(jobs.lease_until is null or jobs.lease_until <= ${now} or jobs.lease_until > ${until + clocksDifferMs})`;

const rowOf = ({ maker, failures, input, ...job }: Job): Row => ({
  id: job.id,
  tenant_id: job.tenantId,
  kind: job.kind,
  state: job.state,
  input: JSON.stringify(input),
  user_id: maker.userId,
  user_name: maker.username,
  authority_id: maker.authorityId,
  key_id: maker.key?.id ?? null,
  key_name: maker.key?.name ?? null,
  visit_id: maker.visitId,
  address: maker.address,
  created_time: job.createdTime,
  started_time: job.startedTime,
  finished_time: job.finishedTime,
  position: job.position,
  total: job.total,
  processed: job.processed,
  changed: job.changed,
  failed: job.failed,
  failures: JSON.stringify(failures),
  error: job.error,
  refusal: job.refusal,
  is_undoable: job.isUndoable ? 1 : 0,
  undone_by: job.undoneBy,
  ...unowned,
});

const timeOf = (time: number | null): EpochMs | null => (time === null ? null : epochMs(Number(time)));

const jobOf = (row: Row): Job => ({
  id: row.id as JobId,
  tenantId: row.tenant_id as TenantId,
  kind: row.kind as JobKindName,
  state: row.state as JobState,
  input: parseJsonText(row.input),
  maker: {
    userId: row.user_id as UserId,
    username: row.user_name,
    authorityId: row.authority_id as AuthorityId,
    key: row.key_id === null ? null : { id: row.key_id as ApiKeyId, name: row.key_name ?? "" },
    visitId: row.visit_id as SessionId | null,
    address: row.address,
  },
  createdTime: epochMs(Number(row.created_time)),
  startedTime: timeOf(row.started_time),
  finishedTime: timeOf(row.finished_time),
  position: row.position,
  total: row.total === null ? null : Number(row.total),
  processed: Number(row.processed),
  changed: Number(row.changed),
  failed: Number(row.failed),
  failures: parseJsonText(row.failures) as JobFailure[],
  error: row.error,
  refusal: row.refusal,
  isUndoable: Number(row.is_undoable) === 1,
  undoneBy: row.undone_by as JobId | null,
});
