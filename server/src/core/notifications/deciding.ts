import type { AlarmId, DeviceId, TenantId } from "../../kernel/ids.ts";
import type { Clock, EpochMs } from "../../kernel/time.ts";
import type { AlarmInfo, AlarmStore, MaintenanceWindows } from "../alarms/index.ts";
import { wholeTenant } from "../projects/index.ts";
import { type AlarmOccasion, AlarmTelling, itemOf, ToldBefore } from "./alarm-telling.ts";
import type { AlarmNews, NotificationTimer } from "./notice.ts";
import { NoticeDraft } from "./notice-draft.ts";
import type { NoticeStore, ToldDevice } from "./notice-store.ts";
import type { NotificationPolicyStore } from "./notification-policy.ts";
import { ReturnedMessages, type Waiting } from "./returned-messages.ts";
import { isOfMissingData, isOfMoment, Silences, silenceTimerOf } from "./silences.ts";
import { saidIn, ToldMessages, waitingNameOf } from "./told-messages.ts";

export interface DecidingParts {
  readonly store: NoticeStore;
  readonly policies: Pick<NotificationPolicyStore, "list">;
  readonly alarms: Pick<AlarmStore, "infos" | "page">;
  readonly maintenance: Pick<MaintenanceWindows, "on">;
  readonly clock: Clock;
}

/** What is known of one tenant while something is decided. */
interface Situation {
  readonly alarms: ReadonlyMap<AlarmId, AlarmInfo>;
  readonly silences: Silences;
  readonly telling: AlarmTelling;
  readonly draft: NoticeDraft;
  readonly timers: NotificationTimer[];
  /** Alarms that are not silenced any more. */
  readonly returned: AlarmInfo[];
  readonly now: EpochMs;
}

/** Decides who is told of what happened, of one tenant; inside the transaction that takes the news [NTF1, ALM3]. */
export class Deciding {
  readonly #parts: DecidingParts;
  readonly #recheckMs: number;
  readonly #messages: ToldMessages;
  readonly #again: ReturnedMessages;

  constructor(parts: DecidingParts, recheckMs: number, waiting: Waiting) {
    this.#parts = parts;
    this.#recheckMs = recheckMs;
    this.#messages = new ToldMessages(parts, recheckMs);
    this.#again = new ReturnedMessages({ store: parts.store, messages: this.#messages, waiting, recheckMs });
  }

  async news(tenant: TenantId, news: readonly AlarmNews[]): Promise<void> {
    const before = news.filter(({ kind }) => kind === "CHANGED" || kind === "CLEARED" || kind === "AWAKE");
    const told = await this.#messages.learn(tenant, saidIn(news));
    const about = told.flatMap(({ alarm }) => alarm ?? []);
    const at = await this.#situation(tenant, idsOf(news), idsOf(before), about);
    for (const one of news) this.#happened(at, one);
    await this.#messages.decide(told, at);
    await this.#again.repeat(at.returned, new Set(told.map(({ message }) => waitingNameOf(message))), at);
    await this.#forget(at, news);
    await this.#store(at);
  }

  async timers(tenant: TenantId, due: readonly NotificationTimer[]): Promise<void> {
    const ids = idsOf(due);
    const at = await this.#situation(tenant, ids, ids);
    const policies = await this.#parts.policies.list(tenant);
    const said = due.filter(({ kind }) => kind === "TOLD");
    const devices = await this.#devicesOf(said);
    for (const timer of due) {
      const alarm = timer.alarmId === null ? undefined : at.alarms.get(timer.alarmId);
      if (!alarm || alarm.cleared || (timer.kind === "ESCALATION" && alarm.acknowledged)) continue;
      const silenced = at.silences.of(alarm, at.now);
      if (silenced) {
        at.timers.push({ ...timer, due: silenceTimerOf(alarm, silenced, at.now, this.#recheckMs).due });
      } else if (timer.kind === "TOLD") {
        const device = devices.get(timer.deviceId);
        if (device) this.#messages.again(timer, alarm, device, at);
      } else if (timer.kind === "SILENCE") {
        this.#returned(at, alarm);
      } else {
        const policy = policies.find(({ id }) => id === timer.policyId);
        if (policy) at.telling.escalated(policy, timer.step, alarm, at.now);
      }
    }
    await this.#again.repeat(at.returned, new Set(said.map(({ key }) => key)), at);
    await this.#again.withoutAlarm(
      said.filter(({ alarmId }) => alarmId === null),
      at.silences,
      at,
    );
    await this.#store(at);
  }

  async #devicesOf(timers: readonly NotificationTimer[]): Promise<ReadonlyMap<DeviceId, ToldDevice>> {
    const ids = [...new Set(timers.map(({ deviceId }) => deviceId))];
    return ids.length > 0 ? this.#parts.store.devicesOf(ids) : new Map();
  }

  /** With `about`, which are known already. */
  async #situation(
    tenant: TenantId,
    ids: readonly AlarmId[],
    told: readonly AlarmId[],
    about: readonly AlarmInfo[] = [],
  ): Promise<Situation> {
    const { store, policies, alarms, maintenance, clock } = this.#parts;
    const now = clock();
    const found = [...about, ...(await alarms.infos(wholeTenant(tenant), [...new Set(ids)]))];
    const silent = found
      .filter((alarm) => !alarm.cleared && isOfMissingData(alarm))
      .map(({ originator }) => originator.id);
    const draft = new NoticeDraft(store, tenant, now);
    const before = new ToldBefore(told.length > 0 ? await store.toldOf([...new Set(told)]) : []);
    const parents = silent.length > 0 ? await store.silentOf([...new Set(silent)]) : new Map();
    return {
      ...{ draft, now, timers: [], returned: [] },
      alarms: new Map(found.map((alarm) => [alarm.id, alarm])),
      silences: new Silences(await maintenance.on(tenant), parents),
      telling: new AlarmTelling(await policies.list(tenant), draft, before),
    };
  }

  #happened(at: Situation, news: AlarmNews): void {
    const alarm = news.alarmId === null ? undefined : at.alarms.get(news.alarmId);
    if (!alarm || news.kind === "TOLD" || news.kind === "ACKED") return;
    const { severity, ts, kind, isQuiet } = news;
    if (kind === "AWAKE") this.#returned(at, alarm);
    else if (kind === "CLEARED") this.#ended(at, { alarm, occasion: kind, severity, ts });
    else if (isQuiet) this.#leave(at, { alarm, occasion: kind, severity, ts });
    else this.#begun(at, { alarm, occasion: kind, severity, ts });
  }

  #ended(at: Situation, happened: AlarmOccasion): void {
    if (!isOfMoment(happened.alarm)) at.telling.ended(happened, at.now);
  }

  /** It was shelved and is not any more, told before or not. */
  #returned(at: Situation, alarm: AlarmInfo): void {
    const happened = { alarm, occasion: "RETURNED", severity: alarm.severity, ts: alarm.startTs } as const;
    const silenced = at.silences.of(alarm, at.now);
    if (silenced) at.timers.push(silenceTimerOf(alarm, silenced, at.now, this.#recheckMs));
    else if (!alarm.cleared) {
      at.telling.begun(happened, at.now);
      at.returned.push(alarm);
    }
  }

  /** Nobody is told of the past [RUL3]; that it was so is on record. */
  #leave(at: Situation, happened: AlarmOccasion): void {
    at.draft.leave({ ...itemOf(happened, null, at.now), silence: "LATE" });
  }

  #begun(at: Situation, happened: AlarmOccasion): void {
    const silenced = at.silences.of(happened.alarm, at.now);
    if (silenced) {
      const { kind, until, detail } = silenced;
      at.draft.leave({ ...itemOf(happened, null, at.now), silence: kind, until, detail });
      at.timers.push(silenceTimerOf(happened.alarm, silenced, at.now, this.#recheckMs));
    } else at.telling.begun(happened, at.now);
  }

  /** What is acknowledged is not escalated, what is over is not waited for, and what was shelved is looked at now. */
  async #forget(at: Situation, news: readonly AlarmNews[]): Promise<void> {
    const { store } = this.#parts;
    const of = (kind: AlarmNews["kind"]) => idsOf(news.filter((one) => one.kind === kind));
    const [acked, cleared, awake] = [of("ACKED"), of("CLEARED"), of("AWAKE")];
    await store.dropTimers(acked, ["ESCALATION"]);
    await store.dropTimers(cleared, ["ESCALATION", "SILENCE"]);
    await store.dropTimers(awake, ["SILENCE"]);
    const over = cleared.flatMap((id) => at.alarms.get(id) ?? []).filter(isOfMissingData);
    await store.hasten({ alarms: awake, devices: over.map(({ originator }) => originator.id) }, at.now);
  }

  /** Of what a rule said the end is told by the rule: its timer waits for that. */
  async #store(at: Situation): Promise<void> {
    const isOver = ({ alarmId, kind }: NotificationTimer) => {
      if (alarmId === null) return false;
      const alarm = at.alarms.get(alarmId);
      if (kind === "TOLD") return alarm === undefined;
      return alarm === undefined || alarm.cleared || (kind === "ESCALATION" && alarm.acknowledged);
    };
    await at.draft.store();
    await this.#parts.store.setTimers([...at.timers, ...at.telling.timers].filter((timer) => !isOver(timer)));
  }
}

const idsOf = (some: readonly Pick<AlarmNews, "alarmId">[]): AlarmId[] => some.flatMap(({ alarmId }) => alarmId ?? []);
