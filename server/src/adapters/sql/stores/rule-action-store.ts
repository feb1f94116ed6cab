import { parseJsonText } from "@heliograph/contract/json-text";
import { type RawBuilder, sql } from "kysely";
import type { DueQuery, OutboxEntry } from "../../../core/outbox/index.ts";
import {
  type ActionCount,
  type ActionOrder,
  type ActionResult,
  type KindsDue,
  type PlannedAction,
  type PublishTelemetry,
  type RuleActionStore,
  type RuleOfDevice,
  ruleActionTopic,
} from "../../../core/rules/index.ts";
import type { DeviceId, NoticeId, OutboxId, RuleId, TenantId } from "../../../kernel/ids.ts";
import { type EpochMs, epochMs } from "../../../kernel/time.ts";
import type { Database } from "../database.ts";
import { columnsOf, givenOf, isOneOf, type JsonColumns, jsonRows } from "../json-rows.ts";
import { actionColumns, actionRow, entryOf, resultOf } from "./rule-action-rows.ts";

const doneColumns: JsonColumns<{ readonly key: string; readonly result: string }> = { key: "text", result: "text" };

const isDue = (kinds: KindsDue): RawBuilder<boolean> => {
  const [named, isAmong] = "among" in kinds ? [kinds.among, true] : [kinds.beside, false];
  if (named.length === 0) return sql<boolean>`${sql.lit(isAmong ? 0 : 1)} = 1`;
  return isAmong ? sql<boolean>`kind in (${sql.join(named)})` : sql<boolean>`kind not in (${sql.join(named)})`;
};

/** The actions of rules, and what became of them [RUL4]. */
export class SqlRuleActionStore implements RuleActionStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async counts(of: readonly RuleOfDevice[], since: EpochMs): Promise<readonly ActionCount[]> {
    const { kind, read } = this.#db;
    const rows = await read
      .selectFrom("rule_actions")
      .select(({ fn }) => ["rule_id", "device_id", "place", fn.countAll<number>().as("count")])
      .where(isOneOf(kind, sql`device_id`, [...new Set(of.map(({ deviceId }) => deviceId))]))
      .where(isOneOf(kind, sql`rule_id`, [...new Set(of.map(({ ruleId }) => ruleId))]))
      .where("time", ">", since)
      .where("status", "!=", "SKIPPED")
      .groupBy(["rule_id", "device_id", "place"])
      .execute();
    return rows.map((row) => ({
      ruleId: row.rule_id as RuleId,
      deviceId: row.device_id as DeviceId,
      place: Number(row.place),
      count: Number(row.count),
    }));
  }

  async waiting(tenants: readonly TenantId[]): Promise<ReadonlyMap<TenantId, number>> {
    const { kind, read } = this.#db;
    const rows = await read
      .selectFrom("rule_actions")
      .select(({ fn }) => ["tenant_id", fn.countAll<number>().as("count")])
      .where(isOneOf(kind, sql`tenant_id`, tenants))
      .where("next_attempt", "is not", null)
      .groupBy("tenant_id")
      .execute();
    return new Map(rows.map((row) => [row.tenant_id as TenantId, Number(row.count)]));
  }

  async add(actions: readonly PlannedAction[], notAfter: (time: EpochMs) => EpochMs): Promise<void> {
    const rows = actions.map((action) => actionRow(action, notAfter(action.time)));
    await sql`insert into rule_actions (${columnsOf(actionColumns)})
      select ${givenOf(actionColumns)} from ${jsonRows(this.#db.kind, actionColumns, rows)}`.execute(this.#db.write);
  }

  async due(query: DueQuery, kinds: KindsDue): Promise<readonly OutboxEntry[]> {
    const { now, sane, topics, underWay, busyTenants, limit } = query;
    if (!topics.includes(ruleActionTopic)) return [];
    const tenants = busyTenants.filter((tenant) => tenant !== null);
    const rows = await this.#db.read
      .selectFrom("rule_actions")
      .selectAll()
      .where("next_attempt", "is not", null)
      .where((eb) => eb.or([eb("next_attempt", "<=", now), eb("next_attempt", ">", sane)]))
      .where(isDue(kinds))
      .$if(underWay.length > 0, (query) => query.where("key", "not in", [...underWay]))
      .$if(tenants.length > 0, (query) => query.where("tenant_id", "not in", tenants))
      .orderBy("next_attempt")
      .orderBy("seq")
      .limit(limit)
      .execute();
    return rows.map(entryOf);
  }

  async lockWaiting(keys: readonly string[]): Promise<ReadonlySet<string>> {
    const { kind, write } = this.#db;
    const waiting = write
      .selectFrom("rule_actions")
      .select("key")
      .where(isOneOf(kind, sql`key`, keys, "text"))
      .where("next_attempt", "is not", null)
      .orderBy("key");
    const rows = await (kind === "postgres" ? waiting.forUpdate() : waiting).execute();
    return new Set(rows.map(({ key }) => key));
  }

  async done(done: readonly { readonly key: string; readonly result: string }[], now: EpochMs): Promise<void> {
    await sql`update rule_actions set status = 'DONE', attempts = attempts + 1, next_attempt = null,
      finished_time = ${now}, result = given.result
      from ${jsonRows(this.#db.kind, doneColumns, done)} where rule_actions.key = given.key`.execute(this.#db.write);
  }

  async failed(id: OutboxId, attempts: number, failure: string, next: EpochMs): Promise<void> {
    const change = { attempts, result: failure, next_attempt: next };
    await this.#db.write.updateTable("rule_actions").set(change).where("key", "=", id).execute();
  }

  async giveUp(id: OutboxId, attempts: number, failure: string, now: EpochMs): Promise<void> {
    const change = { status: "GIVEN_UP", attempts, result: failure, next_attempt: null, finished_time: now };
    await this.#db.write.updateTable("rule_actions").set(change).where("key", "=", id).execute();
  }

  /** In the order they were planned; the indexes of what waits and of what is over keep both short. */
  async published(atMost: number): Promise<readonly ActionOrder<PublishTelemetry>[]> {
    const all = this.#db.read.selectFrom("rule_actions").select(["seq", "kind", "status", "body"]);
    const waiting = await all.where("next_attempt", "is not", null).orderBy("next_attempt").limit(atMost).execute();
    const over = all.where("finished_time", "is not", null).orderBy("finished_time", "desc").limit(atMost);
    const rows = [...(await over.execute()), ...waiting].toSorted((a, b) => Number(a.seq) - Number(b.seq));
    const published = rows.filter(({ kind, status }) => kind === "PUBLISH_TELEMETRY" && status !== "SKIPPED");
    return published.map(({ body }) => parseJsonText(body) as ActionOrder<PublishTelemetry>); // written by us
  }

  async resultsOf(transitions: readonly string[]): Promise<readonly ActionResult[]> {
    if (transitions.length === 0) return [];
    const { kind, read } = this.#db;
    const isAsked = isOneOf(kind, sql`transition_id`, transitions);
    const rows = await read.selectFrom("rule_actions").selectAll().where(isAsked).orderBy("seq").execute();
    return rows.map(resultOf);
  }

  async told(notice: NoticeId, result: string): Promise<void> {
    const origins = this.#db.write.selectFrom("notice_items").select("origin").where("notice_id", "=", notice);
    await this.#db.write
      .updateTable("rule_actions")
      .set({ result })
      .where("key", "in", origins.where("origin", "is not", null).$castTo<{ origin: string }>())
      .execute();
  }

  async removeFinishedBefore(time: EpochMs, atMost: number): Promise<number> {
    const { numDeletedRows } = await this.#db.write
      .deleteFrom("rule_actions")
      .where("seq", "in", (eb) =>
        eb.selectFrom("rule_actions").select("seq").where("finished_time", "<", epochMs(time)).limit(atMost),
      )
      .executeTakeFirst();
    return Number(numDeletedRows);
  }
}
