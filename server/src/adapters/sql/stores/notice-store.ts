import { sql } from "kysely";
import { severityOfRank } from "../../../core/alarms/index.ts";
import {
  type AlarmNews,
  isDeviceSilent,
  type Notice,
  type NoticeContent,
  type NoticeItem,
  type NoticePlaces,
  type NoticeStore,
  type Notification,
  type NotificationTimer,
  type Recipient,
  type SaidByRule,
  type TakenNews,
  type ToldDevice,
} from "../../../core/notifications/index.ts";
import type { ReachedProjects } from "../../../core/projects/index.ts";
import { stateIn } from "../../../core/rules/index.ts";
import type {
  AlarmId,
  DeviceId,
  DeviceTypeId,
  NoticeId,
  NotificationId,
  NotificationPolicyId,
  ProjectId,
  RuleId,
  TenantId,
} from "../../../kernel/ids.ts";
import { type EpochMs, epochMs } from "../../../kernel/time.ts";
import type { Database } from "../database.ts";
import { columnsOf, givenOf, isOneOf, jsonRows, setOf } from "../json-rows.ts";
import { inProjects } from "./device-query.ts";
import {
  itemColumns,
  itemOf,
  itemRow,
  newsColumns,
  newsOf,
  newsRow,
  noticeColumns,
  noticeOf,
  noticeRow,
  notificationOf,
  notificationRow,
  saidOf,
  tellingOf,
  timerColumns,
  timerOf,
  timerRow,
} from "./notice-rows.ts";

const titlesShown = 3;
/** Made by a clock that was wrong: its times say nothing, and it is due [RUN12]. */
const ahead = (now: EpochMs): number => now + 60_000;

export class SqlNoticeStore implements NoticeStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async hasWork(now: EpochMs): Promise<boolean> {
    const { rows } = await sql<{ found: number }>`select 1 as found where exists (select 1 from alarm_news)
      or exists (select 1 from notification_timers where due <= ${now})
      or exists (select 1 from notices where closed_time is null and (due <= ${now} or opened_time > ${ahead(now)}))
      or exists (select 1 from notifications where state = 'HELD'
        and (held_until <= ${now} or created_time > ${ahead(now)}))`.execute(this.#db.read);
    return rows.length > 0;
  }

  /** One statement, whatever the number: alarms come by the thousand. */
  async addNews(news: readonly AlarmNews[]): Promise<void> {
    const given = jsonRows(this.#db.kind, newsColumns, news.map(newsRow));
    await sql`insert into alarm_news (${columnsOf(newsColumns)}) select ${givenOf(newsColumns)} from ${given}
      where given.kind = 'TOLD' or (given.kind = 'AWAKE' and exists (select 1 from notice_items as said
        where said.alarm_id = given.alarm_id and said.origin is not null)) or exists (select 1 from notification_policies as wanted
        where wanted.tenant_id = given.tenant_id) or exists (select 1 from notification_timers as waiting
        where waiting.alarm_id = given.alarm_id)`.execute(this.#db.write);
  }

  async tenantsWithWindows(): Promise<readonly TenantId[]> {
    const rows = await this.#db.read
      .selectFrom("maintenance_windows")
      .select("tenant_id")
      .where((eb) =>
        eb.or([
          eb("tenant_id", "in", eb.selectFrom("notification_policies").select("tenant_id")),
          eb("tenant_id", "in", eb.selectFrom("rules").select("tenant_id")),
        ]),
      )
      .distinct()
      .execute();
    return rows.map((row) => row.tenant_id as TenantId);
  }

  async tenantsWithNews(): Promise<readonly TenantId[]> {
    const rows = await this.#db.read.selectFrom("alarm_news").select("tenant_id").distinct().execute();
    return rows.map((row) => row.tenant_id as TenantId);
  }

  async takeNews(tenant: TenantId, atMost: number, except: readonly number[]): Promise<readonly TakenNews[]> {
    const all = this.#db.write.selectFrom("alarm_news").selectAll().where("tenant_id", "=", tenant);
    const rest = except.length > 0 ? all.where("seq", "not in", [...except]) : all;
    const first = rest.orderBy("seq").limit(atMost);
    const rows = await (this.#db.kind === "postgres" ? first.forUpdate() : first).execute();
    if (rows.length === 0) return [];
    const taken = seqs(
      this.#db,
      rows.map(({ seq }) => seq),
    );
    await this.#db.write.deleteFrom("alarm_news").where("seq", "in", taken).execute();
    return rows.map(newsOf);
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

  async open(tenant: TenantId, groups: readonly string[]): Promise<readonly Notice[]> {
    const open = this.#db.write.selectFrom("notices").selectAll().where("tenant_id", "=", tenant);
    const rows = await open
      .where("closed_time", "is", null)
      .where(isOneOf(this.#db.kind, sql`group_key`, groups, "text"))
      .execute();
    return rows.map(noticeOf);
  }

  async lastClosed(tenant: TenantId, groups: readonly string[]): Promise<ReadonlyMap<string, EpochMs>> {
    const rows = await this.#db.read
      .selectFrom("notices")
      .select((eb) => ["group_key", eb.fn.max("closed_time").as("closed")])
      .where("tenant_id", "=", tenant)
      .where("closed_time", "is not", null)
      .where(isOneOf(this.#db.kind, sql`group_key`, groups, "text"))
      .groupBy("group_key")
      .execute();
    return new Map(rows.map((row) => [row.group_key, epochMs(Number(row.closed))]));
  }

  async saveNotices(fresh: readonly Notice[], later: readonly Notice[]): Promise<void> {
    if (fresh.length > 0) {
      const given = jsonRows(this.#db.kind, noticeColumns, fresh.map(noticeRow));
      await sql`insert into notices (${columnsOf(noticeColumns)}) select ${givenOf(noticeColumns)} from ${given}`.execute(
        this.#db.write,
      );
    }
    for (const { id, due } of later)
      await this.#db.write.updateTable("notices").set({ due }).where("id", "=", id).execute();
  }

  async addItems(items: readonly NoticeItem[]): Promise<void> {
    if (items.length === 0) return;
    const given = jsonRows(this.#db.kind, itemColumns, items.map(itemRow));
    await sql`insert into notice_items (${columnsOf(itemColumns)}) select ${givenOf(itemColumns)} from ${given}`.execute(
      this.#db.write,
    );
  }

  async toldOf(alarms: readonly AlarmId[]) {
    const rows = await this.#db.read
      .selectFrom("notice_items")
      .select((eb) => ["alarm_id", "policy_id", eb.fn.max("severity").as("rank")])
      .where(isOneOf(this.#db.kind, sql`alarm_id`, alarms))
      .where("notice_id", "is not", null)
      .where("policy_id", "is not", null)
      .groupBy(["alarm_id", "policy_id"])
      .execute();
    return rows.map((row) => ({
      alarmId: row.alarm_id as AlarmId,
      policyId: row.policy_id as NotificationPolicyId,
      severity: severityOfRank(Number(row.rank)),
    }));
  }

  async saidByRules(alarms: readonly AlarmId[]): Promise<readonly SaidByRule[]> {
    const rows = await this.#db.read
      .selectFrom("notice_items")
      .innerJoin("notices", "notices.id", "notice_items.notice_id")
      .select(["alarm_id", "device_id", "title", "said", "origin", "occasion"])
      .select(["notices.group_key", "notices.name", "notices.telling", "notices.rule_id", "notices.project_id"])
      .where(isOneOf(this.#db.kind, sql`notice_items.alarm_id`, alarms))
      .where("notices.rule_id", "is not", null)
      .orderBy("notice_items.decided_time")
      .execute();
    const newest = new Map(rows.map((row) => [`${row.alarm_id} ${row.group_key}`, row]));
    return [...newest.values()].map(saidOf);
  }

  async rulesThatHold(of: readonly { readonly ruleId: RuleId; readonly deviceId: DeviceId }[]) {
    if (of.length === 0) return [];
    const ids = [...new Set(of.map(({ deviceId }) => deviceId))];
    const rules = [...new Set(of.map(({ ruleId }) => ruleId))];
    const rows = await this.#db.read
      .selectFrom("rule_states")
      .innerJoin("rules", "rules.id", "rule_states.rule_id")
      .select(["rule_states.rule_id", "rule_states.device_id", "rule_states.state"])
      .where(isOneOf(this.#db.kind, sql`rule_states.device_id`, ids))
      .where(isOneOf(this.#db.kind, sql`rule_states.rule_id`, rules))
      .where("rules.mode", "=", "LIVE")
      .execute();
    const up = rows.filter(({ state }) => ["ACTIVE", "RECOVERING"].includes(stateIn(state).state?.phase ?? ""));
    return up.map(({ rule_id, device_id }) => `${rule_id} ${device_id}`);
  }

  async silentOf(devices: readonly DeviceId[]): Promise<ReadonlyMap<DeviceId, readonly AlarmId[]>> {
    const rows = await this.#db.read
      .selectFrom("alarms")
      .select(["id", "device_id", "details"])
      .where(isOneOf(this.#db.kind, sql`device_id`, devices))
      .where(sql<boolean>`cleared = 0`)
      .where("details", "like", '%"silent":true%')
      .orderBy("created_time")
      .orderBy("id")
      .execute();
    // A rule may have a value of that name.
    const silent = rows.filter(({ details }) => isDeviceSilent({ details: JSON.parse(details ?? "null") }));
    const byDevice = Map.groupBy(silent, (row) => row.device_id as DeviceId);
    return new Map([...byDevice].map(([device, some]) => [device, some.map(({ id }) => id as AlarmId)]));
  }

  async devicesOf(ids: readonly DeviceId[]): Promise<ReadonlyMap<DeviceId, ToldDevice>> {
    const rows = await this.#db.read
      .selectFrom("devices")
      .leftJoin("projects", "projects.id", "devices.project_id")
      .select(["devices.id", "devices.name", "devices.label", "devices.type_id", "projects.path"])
      .where(isOneOf(this.#db.kind, sql`devices.id`, ids))
      .execute();
    return new Map(
      rows.map((row) => [
        row.id as DeviceId,
        {
          ...{ id: row.id as DeviceId, name: row.label ?? row.name, deviceTypeId: row.type_id as DeviceTypeId },
          projectPath: (row.path ?? "").split("/").filter((id) => id !== "") as ProjectId[],
        },
      ]),
    );
  }

  async dueNotices(now: EpochMs, atMost: number): Promise<readonly Notice[]> {
    const open = this.#db.read.selectFrom("notices").selectAll().where("closed_time", "is", null);
    const due = open.where((eb) => eb.or([eb("due", "<=", now), eb("opened_time", ">", ahead(now))]));
    return (await due.orderBy("due").limit(atMost).execute()).map(noticeOf);
  }

  async close(notice: NoticeId, now: EpochMs): Promise<boolean> {
    const open = this.#db.write.updateTable("notices").set({ closed_time: now }).where("id", "=", notice);
    return (await open.where("closed_time", "is", null).executeTakeFirst()).numUpdatedRows > 0n;
  }

  async places(notice: NoticeId): Promise<NoticePlaces> {
    const of = this.#db.read.selectFrom("notice_items").where("notice_id", "=", notice);
    const rows = await of
      .innerJoin("devices", "devices.id", "notice_items.device_id")
      .select("devices.project_id")
      .distinct()
      .execute();
    const free = await of.select("notice_items.id").where("device_id", "is", null).limit(1).executeTakeFirst();
    return { projects: rows.map((row) => row.project_id as ProjectId | null), isAnywhere: free !== undefined };
  }

  async someDeviceOf(notice: NoticeId): Promise<DeviceId | undefined> {
    const row = await this.#db.read
      .selectFrom("notice_items")
      .innerJoin("devices", "devices.id", "notice_items.device_id")
      .select("devices.id")
      .where("notice_items.notice_id", "=", notice)
      .orderBy("notice_items.severity", "desc")
      .orderBy("notice_items.decided_time")
      .orderBy("notice_items.id")
      .limit(1)
      .executeTakeFirst();
    return row && (row.id as DeviceId);
  }

  /** Devices that are gone are not told of any more. */
  async content(
    notices: readonly NoticeId[],
    projects: ReachedProjects,
    lines: number,
  ): Promise<NoticeContent | undefined> {
    const seen = () => {
      const items = this.#db.read
        .selectFrom("notice_items")
        .leftJoin("devices", "devices.id", "notice_items.device_id")
        .where(isOneOf(this.#db.kind, sql`notice_items.notice_id`, notices))
        .where(sql<boolean>`(notice_items.device_id is null or devices.id is not null)`);
      if (projects === "all") return items;
      return items.where(sql<boolean>`(notice_items.device_id is null or ${inProjects(this.#db, projects)})`);
    };
    const { total, worst } = await seen()
      .select(sql<number>`count(distinct coalesce(notice_items.alarm_id, notice_items.id))`.as("total"))
      .select((eb) => eb.fn.max("notice_items.severity").as("worst"))
      .executeTakeFirstOrThrow();
    if (Number(total) === 0) return undefined;
    const rows = await seen()
      .selectAll("notice_items")
      .orderBy("notice_items.severity", "desc")
      .orderBy("notice_items.decided_time")
      .orderBy("notice_items.ts")
      .orderBy("notice_items.id")
      .limit(lines)
      .execute();
    const titles = await seen().select("notice_items.title").distinct().orderBy("title").limit(titlesShown).execute();
    return {
      ...{ count: Number(total), severity: severityOfRank(Number(worst)), items: rows.map(itemOf) },
      titles: titles.map(({ title }) => title),
    };
  }

  async add(notifications: readonly Notification[]): Promise<void> {
    if (notifications.length > 0)
      await this.#db.write.insertInto("notifications").values(notifications.map(notificationRow)).execute();
  }

  async find(id: NotificationId): Promise<Notification | undefined> {
    const row = await this.#db.read.selectFrom("notifications").selectAll().where("id", "=", id).executeTakeFirst();
    return row && notificationOf(row);
  }

  async save(notification: Notification): Promise<void> {
    const row = notificationRow(notification);
    await this.#db.write.updateTable("notifications").set(row).where("id", "=", notification.id).execute();
  }

  async telling(notice: NoticeId): Promise<Notice["telling"] | undefined> {
    const row = await this.#db.read.selectFrom("notices").select("telling").where("id", "=", notice).executeTakeFirst();
    return row && tellingOf(row.telling);
  }

  async noticesOf(id: NotificationId): Promise<readonly NoticeId[]> {
    const rows = await this.#db.read
      .selectFrom("notifications")
      .select("notice_id")
      .distinct()
      .where((eb) => eb.or([eb("id", "=", id), eb("grouped_into", "=", id)]))
      .execute();
    return rows.map((row) => row.notice_id as NoticeId);
  }

  async dueHeld(now: EpochMs, atMost: number): Promise<readonly Notification[]> {
    const held = this.#db.read.selectFrom("notifications").selectAll().where(sql<boolean>`state = 'HELD'`);
    const due = held.where((eb) => eb.or([eb("held_until", "<=", now), eb("created_time", ">", ahead(now))]));
    const rows = await due.orderBy("held_until").limit(atMost).execute();
    return rows.map(notificationOf);
  }

  async heldBeside({
    tenantId,
    channel,
    name,
    policyId,
    ruleId,
    policyName,
    step,
  }: Notification): Promise<readonly Notification[]> {
    const held = this.#db.read.selectFrom("notifications").selectAll().where("tenant_id", "=", tenantId);
    const rows = await held
      .where("channel", "=", channel)
      .where("recipient", "=", name)
      .where(sql<boolean>`state = 'HELD'`)
      .where("policy_id", policyId === null ? "is" : "=", policyId)
      .where("rule_id", ruleId === null ? "is" : "=", ruleId)
      .where("policy_name", "=", policyName)
      .where("step", "=", step)
      .execute();
    return rows.map(notificationOf);
  }

  async failedBeside({ tenantId, channel, name, policyName }: Notification): Promise<readonly Notification[]> {
    const to = this.#db.read.selectFrom("notifications").selectAll().where("tenant_id", "=", tenantId);
    const rows = await to
      .where("channel", "=", channel)
      .where("recipient", "=", name)
      .where("policy_name", "=", policyName)
      .where("failed_at", "is not", null)
      .execute();
    return rows.map(notificationOf);
  }

  async sentSince(
    tenant: TenantId,
    { channel, name }: Pick<Recipient, "channel" | "name">,
    since: EpochMs,
    atMost: number,
  ): Promise<readonly EpochMs[]> {
    const sent = this.#db.read.selectFrom("notifications").select("queued_time").where("tenant_id", "=", tenant);
    const rows = await sent
      .where("channel", "=", channel)
      .where("recipient", "=", name)
      .where("queued_time", ">", since)
      .where("state", "in", ["QUEUED", "DELIVERED"])
      .orderBy("queued_time", "desc")
      .limit(atMost)
      .execute();
    return rows.map((row) => epochMs(row.queued_time ?? since)).reverse();
  }

  async removeBefore(before: EpochMs, atMost: number): Promise<number> {
    const old = this.#db.write.selectFrom("notices").select("id").where("opened_time", "<", before);
    const some = old.where("closed_time", "is not", null).limit(atMost);
    const { numDeletedRows } = await this.#db.write.deleteFrom("notices").where("id", "in", some).executeTakeFirst();
    const silent = this.#db.write.selectFrom("notice_items").select("id").where("decided_time", "<", before);
    const bare = silent.where("notice_id", "is", null).limit(atMost);
    const removed = await this.#db.write.deleteFrom("notice_items").where("id", "in", bare).executeTakeFirst();
    return Math.max(Number(numDeletedRows), Number(removed.numDeletedRows));
  }

  /** The notices whose messages are beyond the newest so many. */
  async removeBeyond(perTenant: number): Promise<void> {
    const full = await this.#db.read
      .selectFrom("notifications")
      .select("tenant_id")
      .groupBy("tenant_id")
      .having((eb) => eb.fn.countAll(), ">", perTenant)
      .execute();
    for (const { tenant_id } of full) {
      const of = this.#db.read.selectFrom("notifications").select("created_time").where("tenant_id", "=", tenant_id);
      const newest = await of.orderBy("created_time", "desc").offset(perTenant).limit(1).executeTakeFirst();
      if (!newest) continue;
      const old = this.#db.write.deleteFrom("notices").where("tenant_id", "=", tenant_id);
      await old.where("closed_time", "<=", newest.created_time).execute();
    }
  }

  /** With the messages they are in. */
  async removeItemsBeyond(perTenant: number): Promise<void> {
    const full = await this.#db.read
      .selectFrom("notice_items")
      .select("tenant_id")
      .groupBy("tenant_id")
      .having((eb) => eb.fn.countAll(), ">", perTenant)
      .execute();
    for (const { tenant_id } of full) {
      const of = this.#db.read.selectFrom("notice_items").select("decided_time").where("tenant_id", "=", tenant_id);
      const newest = await of.orderBy("decided_time", "desc").offset(perTenant).limit(1).executeTakeFirst();
      if (!newest) continue;
      const before = newest.decided_time;
      const bare = this.#db.write.deleteFrom("notice_items").where("tenant_id", "=", tenant_id);
      await bare.where("notice_id", "is", null).where("decided_time", "<=", before).execute();
      const old = this.#db.write.deleteFrom("notices").where("tenant_id", "=", tenant_id);
      await old.where("opened_time", "<=", before).where("closed_time", "is not", null).execute();
    }
  }
}

const seqs = (db: Database, values: readonly number[]) => {
  const json = JSON.stringify(values);
  return db.kind === "sqlite"
    ? sql<number>`(select value from json_each(${json}))`
    : sql<number>`(select value::bigint from jsonb_array_elements_text(${json}::jsonb))`;
};
