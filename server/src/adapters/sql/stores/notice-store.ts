import { sql } from "kysely";
import type { NoticeStore } from "../../../core/notifications/index.ts";
import type { EpochMs } from "../../../kernel/time.ts";
import type { Database } from "../database.ts";
import { SqlAlarmNewsStore } from "./alarm-news-store.ts";
import { SqlNoticeRetention } from "./notice-retention.ts";
import { SqlNotificationTimerStore } from "./notification-timer-store.ts";
import { SqlOpenNoticeStore } from "./open-notice-store.ts";
import { SqlSentNotificationStore } from "./sent-notification-store.ts";
import { SqlToldBeforeStore } from "./told-before-store.ts";
import { ahead } from "./wrong-clock.ts";

/** All that telling people keeps: each concern in a store of its own. */
export class SqlNoticeStore implements NoticeStore {
  readonly #db: Database;
  readonly #news: SqlAlarmNewsStore;
  readonly #timers: SqlNotificationTimerStore;
  readonly #before: SqlToldBeforeStore;
  readonly #notices: SqlOpenNoticeStore;
  readonly #sent: SqlSentNotificationStore;
  readonly #retention: SqlNoticeRetention;

  constructor(db: Database) {
    this.#db = db;
    this.#news = new SqlAlarmNewsStore(db);
    this.#timers = new SqlNotificationTimerStore(db);
    this.#before = new SqlToldBeforeStore(db);
    this.#notices = new SqlOpenNoticeStore(db);
    this.#sent = new SqlSentNotificationStore(db);
    this.#retention = new SqlNoticeRetention(db);
  }

  async hasWork(now: EpochMs): Promise<boolean> {
    const { rows } = await sql<{ found: number }>`select 1 as found where exists (select 1 from alarm_news)
      or exists (select 1 from notification_timers where due <= ${now})
      or exists (select 1 from notices where closed_time is null and (due <= ${now} or opened_time > ${ahead(now)}))
      or exists (select 1 from notifications where state = 'HELD'
        and (held_until <= ${now} or created_time > ${ahead(now)}))`.execute(this.#db.read);
    return rows.length > 0;
  }

  addNews: NoticeStore["addNews"] = (...of) => this.#news.addNews(...of);
  tenantsWithWindows: NoticeStore["tenantsWithWindows"] = (...of) => this.#news.tenantsWithWindows(...of);
  tenantsWithNews: NoticeStore["tenantsWithNews"] = (...of) => this.#news.tenantsWithNews(...of);
  takeNews: NoticeStore["takeNews"] = (...of) => this.#news.takeNews(...of);

  tenantsWithTimers: NoticeStore["tenantsWithTimers"] = (...of) => this.#timers.tenantsWithTimers(...of);
  takeTimers: NoticeStore["takeTimers"] = (...of) => this.#timers.takeTimers(...of);
  takeTimersNamed: NoticeStore["takeTimersNamed"] = (...of) => this.#timers.takeTimersNamed(...of);
  hasTimerNamed: NoticeStore["hasTimerNamed"] = (...of) => this.#timers.hasTimerNamed(...of);
  setTimers: NoticeStore["setTimers"] = (...of) => this.#timers.setTimers(...of);
  dropTimers: NoticeStore["dropTimers"] = (...of) => this.#timers.dropTimers(...of);
  hasten: NoticeStore["hasten"] = (...of) => this.#timers.hasten(...of);

  toldOf: NoticeStore["toldOf"] = (...of) => this.#before.toldOf(...of);
  saidByRules: NoticeStore["saidByRules"] = (...of) => this.#before.saidByRules(...of);
  rulesThatHold: NoticeStore["rulesThatHold"] = (...of) => this.#before.rulesThatHold(...of);
  silentOf: NoticeStore["silentOf"] = (...of) => this.#before.silentOf(...of);
  devicesOf: NoticeStore["devicesOf"] = (...of) => this.#before.devicesOf(...of);

  open: NoticeStore["open"] = (...of) => this.#notices.open(...of);
  lastClosed: NoticeStore["lastClosed"] = (...of) => this.#notices.lastClosed(...of);
  saveNotices: NoticeStore["saveNotices"] = (...of) => this.#notices.saveNotices(...of);
  addItems: NoticeStore["addItems"] = (...of) => this.#notices.addItems(...of);
  dueNotices: NoticeStore["dueNotices"] = (...of) => this.#notices.dueNotices(...of);
  close: NoticeStore["close"] = (...of) => this.#notices.close(...of);
  places: NoticeStore["places"] = (...of) => this.#notices.places(...of);
  someDeviceOf: NoticeStore["someDeviceOf"] = (...of) => this.#notices.someDeviceOf(...of);
  content: NoticeStore["content"] = (...of) => this.#notices.content(...of);
  telling: NoticeStore["telling"] = (...of) => this.#notices.telling(...of);

  add: NoticeStore["add"] = (...of) => this.#sent.add(...of);
  find: NoticeStore["find"] = (...of) => this.#sent.find(...of);
  save: NoticeStore["save"] = (...of) => this.#sent.save(...of);
  noticesOf: NoticeStore["noticesOf"] = (...of) => this.#sent.noticesOf(...of);
  dueHeld: NoticeStore["dueHeld"] = (...of) => this.#sent.dueHeld(...of);
  heldBeside: NoticeStore["heldBeside"] = (...of) => this.#sent.heldBeside(...of);
  failedBeside: NoticeStore["failedBeside"] = (...of) => this.#sent.failedBeside(...of);
  sentSince: NoticeStore["sentSince"] = (...of) => this.#sent.sentSince(...of);

  removeBefore: NoticeStore["removeBefore"] = (...of) => this.#retention.removeBefore(...of);
  removeBeyond: NoticeStore["removeBeyond"] = (...of) => this.#retention.removeBeyond(...of);
  removeItemsBeyond: NoticeStore["removeItemsBeyond"] = (...of) => this.#retention.removeItemsBeyond(...of);
}
