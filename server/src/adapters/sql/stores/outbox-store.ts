import { type ExpressionBuilder, sql } from "kysely";
import type { DueQuery, OutboxEntry, OutboxQuery, OutboxStore } from "../../../core/outbox/index.ts";
import type { OutboxId, TenantId } from "../../../kernel/ids.ts";
import { offsetOf, type Page, type PageRequest, pageOf } from "../../../kernel/paging.ts";
import { type EpochMs, epochMs } from "../../../kernel/time.ts";
import { type Database, streamRows } from "../database.ts";
import { isForeignKeyViolation } from "../sql-error.ts";
import type { Tables } from "../tables.ts";

type Row = Omit<Tables["outbox"], "seq">;

export class SqlOutboxStore implements OutboxStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async add(entry: OutboxEntry, perTenant: number): Promise<"added" | "known" | "full" | "no-such-tenant"> {
    try {
      return await this.#db.transact(async (trx) => {
        const waiting = ofTenant(trx.selectFrom("outbox"), { tenantId: entry.tenantId });
        const { count } = await waiting.select(({ fn }) => fn.countAll().as("count")).executeTakeFirstOrThrow();
        if (Number(count) >= perTenant) return "full";
        const added = await trx
          .insertInto("outbox")
          .values(rowOf(entry))
          .onConflict((conflict) => conflict.column("key").doNothing())
          .returning("id")
          .executeTakeFirst();
        return added ? "added" : "known";
      });
    } catch (error) {
      if (isForeignKeyViolation(error)) return "no-such-tenant";
      throw error;
    }
  }

  async withdraw(key: string): Promise<void> {
    await this.#db.write.deleteFrom("outbox").where("key", "=", key).execute();
  }

  /** The longest waiting of each tenant, and of these the longest waiting. */
  async due({ now, sane, topics, underWay, busyTenants, perTenant, limit }: DueQuery): Promise<readonly OutboxEntry[]> {
    if (topics.length === 0) return [];
    const due = this.#db.read
      .selectFrom("outbox")
      .selectAll()
      .select(sql<number>`row_number() over (partition by tenant_id order by next_attempt, seq)`.as("turn"))
      .where((eb) => eb.or([eb("next_attempt", "<=", now), eb("next_attempt", ">", sane)]))
      .where("topic", "in", [...topics])
      .$if(underWay.length > 0, (query) => query.where("id", "not in", [...underWay]))
      .$if(busyTenants.length > 0, (query) => query.where((eb) => eb.not(isOfOne(eb, busyTenants))));
    const rows = await this.#db.read
      .selectFrom(due.as("due"))
      .selectAll()
      .where("turn", "<=", perTenant)
      .orderBy("next_attempt")
      .orderBy("seq")
      .limit(limit)
      .execute();
    return rows.map(entryOf);
  }

  async delivered(id: OutboxId): Promise<void> {
    await this.#db.write.deleteFrom("outbox").where("id", "=", id).execute();
  }

  async failed(id: OutboxId, attempts: number, failure: string, next: EpochMs): Promise<void> {
    await this.#change(id, { attempts, failure, next_attempt: next });
  }

  async giveUp(id: OutboxId, attempts: number, failure: string, now: EpochMs): Promise<void> {
    await this.#change(id, { attempts, failure, next_attempt: null, given_up_time: now });
  }

  async page(query: OutboxQuery, page: PageRequest): Promise<Page<OutboxEntry>> {
    const all = ofTenant(this.#db.read.selectFrom("outbox"), query);
    const { count } = await all.select(({ fn }) => fn.countAll().as("count")).executeTakeFirstOrThrow();
    const rows = await this.#newestFirst(query).limit(page.limit).offset(offsetOf(page)).execute();
    return pageOf(rows.map(entryOf), Number(count), page);
  }

  async *stream(query: OutboxQuery): AsyncGenerator<readonly OutboxEntry[]> {
    for await (const rows of streamRows(this.#db, this.#newestFirst(query))) yield rows.map(entryOf);
  }

  async tryAgain(query: OutboxQuery, id: OutboxId, now: EpochMs): Promise<OutboxEntry | undefined> {
    const row = await ofTenant(this.#db.write.updateTable("outbox"), query)
      .set({ attempts: 0, next_attempt: now, given_up_time: null })
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirst();
    return row && entryOf(row);
  }

  async remove(query: OutboxQuery, id: OutboxId): Promise<OutboxEntry | undefined> {
    const removal = ofTenant(this.#db.write.deleteFrom("outbox"), query).where("id", "=", id).returningAll();
    const row = await removal.executeTakeFirst();
    return row && entryOf(row);
  }

  async removeGivenUp(before: EpochMs): Promise<number> {
    const old = this.#db.write.deleteFrom("outbox").where("given_up_time", "<", before);
    return Number((await old.executeTakeFirst()).numDeletedRows);
  }

  async counts(): Promise<{ waiting: number; givenUp: number }> {
    const { waiting, all } = await this.#db.read
      .selectFrom("outbox")
      .select(({ fn }) => [fn.count("next_attempt").as("waiting"), fn.countAll().as("all")])
      .executeTakeFirstOrThrow();
    return { waiting: Number(waiting), givenUp: Number(all) - Number(waiting) };
  }

  #newestFirst(query: OutboxQuery) {
    return ofTenant(this.#db.read.selectFrom("outbox"), query).selectAll().orderBy("seq", "desc");
  }

  async #change(id: OutboxId, change: Partial<Row>): Promise<void> {
    await this.#db.write.updateTable("outbox").set(change).where("id", "=", id).execute();
  }
}

/** What kysely's queries on this table have in common. */
interface OnTenants<Q> {
  where(column: "tenant_id", operator: "=", value: string): Q;
  where(column: "tenant_id", operator: "is", value: null): Q;
  $call<T>(change: (query: Q) => T): T;
}

function ofTenant<Q extends OnTenants<Q>>(query: Q, { tenantId }: { tenantId: TenantId | null | undefined }): Q {
  if (tenantId === undefined) return query;
  return tenantId === null ? query.where("tenant_id", "is", null) : query.where("tenant_id", "=", tenantId);
}

function isOfOne(eb: ExpressionBuilder<Tables, "outbox">, tenants: readonly (TenantId | null)[]) {
  const named = tenants.filter((tenant) => tenant !== null);
  return eb.or([
    ...(tenants.includes(null) ? [eb("tenant_id", "is", null)] : []),
    // In a list that is compared with nothing, the answer would be "unknown" in place of "no".
    ...(named.length > 0 ? [eb.and([eb("tenant_id", "is not", null), eb("tenant_id", "in", named)])] : []),
  ]);
}

const rowOf = (entry: OutboxEntry): Row => ({
  id: entry.id,
  tenant_id: entry.tenantId,
  topic: entry.topic,
  key: entry.key,
  summary: entry.summary,
  body: entry.body,
  created_time: entry.createdTime,
  not_after: entry.notAfter,
  attempts: entry.attempts,
  next_attempt: entry.nextAttempt,
  given_up_time: entry.givenUpTime,
  failure: entry.failure,
});

const timeOf = (time: number | null): EpochMs | null => (time === null ? null : epochMs(Number(time)));

const entryOf = (row: Row): OutboxEntry => ({
  id: row.id as OutboxId,
  tenantId: row.tenant_id as TenantId | null,
  topic: row.topic,
  key: row.key,
  summary: row.summary,
  body: row.body,
  createdTime: epochMs(Number(row.created_time)),
  notAfter: timeOf(row.not_after),
  attempts: Number(row.attempts),
  nextAttempt: timeOf(row.next_attempt),
  givenUpTime: timeOf(row.given_up_time),
  failure: row.failure,
});
