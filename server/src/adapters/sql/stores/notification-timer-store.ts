import { sql } from "kysely";
import type { NoticeStore, NotificationTimer } from "../../../core/notifications/index.ts";
import type { AlarmId, DeviceId, TenantId } from "../../../kernel/ids.ts";
import type { EpochMs } from "../../../kernel/time.ts";
import type { Database } from "../database.ts";
import { columnsOf, givenOf, isOneOf, jsonRows, setOf } from "../json-rows.ts";
import { timerColumns, timerOf, timerRow } from "./notice-rows.ts";

/** What is looked at again later, restarts or not [NTF1]. */
export class SqlNotificationTimerStore
  implements
    Pick<
      NoticeStore,
      "tenantsWithTimers" | "takeTimers" | "takeTimersNamed" | "hasTimerNamed" | "setTimers" | "dropTimers" | "hasten"
    >
{
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async tenantsWithTimers(now: EpochMs): Promise<readonly TenantId[]> {
    const due = this.#db.read.selectFrom("notification_timers").select("tenant_id").where("due", "<=", now);
    return (await due.distinct().execute()).map((row) => row.tenant_id as TenantId);
  }

  async takeTimers(
    tenant: TenantId,
    now: EpochMs,
    atMost: number,
    except: readonly string[],
  ): Promise<readonly NotificationTimer[]> {
    const due = this.#db.write.selectFrom("notification_timers").selectAll().where("due", "<=", now);
    const all = due.where("tenant_id", "=", tenant);
    const rest = except.length > 0 ? all.where("key", "not in", [...except]) : all;
    const first = rest.orderBy("due").orderBy("key").limit(atMost);
    const rows = await (this.#db.kind === "postgres" ? first.forUpdate() : first).execute();
    await this.takeTimersNamed(rows.map(({ key }) => key));
    return rows.map(timerOf);
  }

  async takeTimersNamed(keys: readonly string[]): Promise<readonly string[]> {
    if (keys.length === 0) return [];
    const named = isOneOf(this.#db.kind, sql`key`, keys, "text");
    const taken = this.#db.write.deleteFrom("notification_timers").where(named).returning("key");
    return (await taken.execute()).map(({ key }) => key);
  }

  async hasTimerNamed(key: string): Promise<boolean> {
    const named = this.#db.read.selectFrom("notification_timers").select("key").where("key", "=", key);
    return (await named.executeTakeFirst()) !== undefined;
  }

  async setTimers(timers: readonly NotificationTimer[]): Promise<void> {
    if (timers.length === 0) return;
    const newest = [...new Map(timers.map((timer) => [timer.key, timer])).values()];
    const given = jsonRows(this.#db.kind, timerColumns, newest.map(timerRow));
    await sql`insert into notification_timers (${columnsOf(timerColumns)}) select ${givenOf(timerColumns)} from ${given}
      where true on conflict (key) do update set ${setOf(["step", "due", "body"], "excluded")}`.execute(this.#db.write);
  }

  async dropTimers(alarms: readonly AlarmId[], kinds: readonly NotificationTimer["kind"][]): Promise<void> {
    if (alarms.length === 0) return;
    const of = this.#db.write.deleteFrom("notification_timers").where(isOneOf(this.#db.kind, sql`alarm_id`, alarms));
    await of.where("kind", "in", [...kinds]).execute();
  }

  async hasten(
    { alarms, devices }: { readonly alarms: readonly AlarmId[]; readonly devices: readonly DeviceId[] },
    now: EpochMs,
  ): Promise<void> {
    const silent = () =>
      this.#db.write.updateTable("notification_timers").set({ due: now }).where("kind", "in", ["SILENCE", "TOLD"]);
    if (alarms.length > 0)
      await silent()
        .where(isOneOf(this.#db.kind, sql`alarm_id`, alarms))
        .execute();
    if (devices.length > 0)
      await silent()
        .where(isOneOf(this.#db.kind, sql`device_id`, devices))
        .execute();
  }
}
