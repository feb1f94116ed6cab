import type { AlarmSeverity } from "@heliograph/contract";
import type { AlarmId } from "../../kernel/ids.ts";
import { offsetOf, type Page, type PageRequest, pageOf } from "../../kernel/paging.ts";
import type { Clock, EpochMs } from "../../kernel/time.ts";
import type { Transactions } from "../changes/index.ts";
import { deviceNotFound } from "../devices/index.ts";
import type { EventBus } from "../events/index.ts";
import type { Reach } from "../projects/index.ts";
import type { Alarm, AlarmDetails, AlarmInfo, AlarmName } from "./alarm.ts";
import { AlarmBatches, type HearAlarm, type Refusals } from "./alarm-batches.ts";
import type { AlarmChange, Clearing } from "./alarm-change.ts";
import type { AlarmComments } from "./alarm-comments.ts";
import { type AlarmFollower, type FollowedChange, happenings } from "./alarm-follower.ts";
import { alarmMissing } from "./alarm-missing.ts";
import { type AlarmLimits, AlarmRoom } from "./alarm-room.ts";
import type { AlarmScope } from "./alarm-scope.ts";
import type { AlarmStatistics, StatisticsQuery } from "./alarm-statistics.ts";
import type { AlarmCounts, AlarmFilter, AlarmQuery, AlarmStore } from "./alarm-store.ts";
import { bytesAtMost } from "./details-size.ts";
import { alarmDetailsTooLarge } from "./errors.ts";
import { cleared, newAlarm, type Raise, type Raised, seenAgain } from "./raised-alarm.ts";

/** Told in the transaction in which an alarm begins or is over. */
export type HearOpenAlarms = (alarm: Pick<Alarm, "tenantId" | "originator" | "type">, isOpen: boolean) => void;

export interface AlarmParts {
  /** For whoever must not miss that one began or is over. */
  readonly onOpen?: HearOpenAlarms;
  readonly store: AlarmStore;
  readonly comments: AlarmComments;
  readonly transactions: Transactions;
  readonly events: EventBus;
  readonly clock: Clock;
  /** Nobody, where it is missing. */
  readonly follower?: AlarmFollower;
}

/** Each lost race finds the winner's alarm; to lose once more it has to be cleared meanwhile. */
const attemptsAtMost = 20;
const removedAtOnce = 500;

/**
 * Raises alarms and clears them, for rules: each joins the transaction it is called in. Nobody's rights are asked for
 * here; what people do is in `AlarmHandling`.
 */
export class Alarms {
  readonly #parts: AlarmParts;
  readonly #limits: AlarmLimits;
  readonly #room: AlarmRoom;
  readonly #batches: AlarmBatches;

  constructor(parts: AlarmParts, limits: AlarmLimits) {
    this.#parts = parts;
    this.#limits = limits;
    this.#room = new AlarmRoom(parts.store, limits);
    this.#batches = new AlarmBatches({ ...parts, room: this.#room, alarms: this });
    parts.events.subscribe("tenant-removed", ({ tenantId }) => this.#room.forget(tenantId));
  }

  /** At most one of an originator and a type is not cleared, also when many raise it at once [ALM1]. */
  async raise(raise: Raise): Promise<Raised> {
    this.requireDetails(raise.details);
    return this.#parts.transactions.run(async () => {
      for (let attempt = 0; attempt < attemptsAtMost; attempt++) {
        const raised = (await this.#raiseAgain(raise)) ?? (await this.#raiseNew(raise));
        if (raised) return raised;
      }
      throw new Error(`the alarm ${raise.type} of ${raise.originator.id} is raised and cleared without end`);
    });
  }

  /** Many changes, one after another, in a few statements; those that are refused are told, of the others which alarm it was. */
  changeAll(changes: readonly AlarmChange[], hear: HearAlarm = () => undefined): Promise<Refusals> {
    return this.#batches.change(changes, hear);
  }

  /** Undefined when there is nothing to clear, or what is known of it is newer than this. */
  async clear({ originator, type, ts, details }: Clearing): Promise<Alarm | undefined> {
    this.requireDetails(details);
    return this.#parts.transactions.run(async () => {
      const open = await this.#parts.store.lockOpen(originator, type);
      if (!open || ts < open.endTs) return undefined;
      const alarm = cleared(open, ts, details);
      await this.#parts.store.update(alarm);
      await this.follow(open, alarm);
      return alarm;
    });
  }

  /** Those of these that are not cleared. */
  openAmong(names: readonly AlarmName[]): Promise<readonly AlarmName[]> {
    return this.#parts.store.lockOpenAmong(names);
  }

  async require(reach: Reach, id: AlarmId): Promise<AlarmInfo> {
    const alarm = await this.#parts.store.info(reach, id);
    if (!alarm) throw await alarmMissing(this.#parts.store, reach, id);
    return alarm;
  }

  /** Those that are there for this reach. */
  some(reach: Reach, ids: readonly AlarmId[]): Promise<readonly AlarmInfo[]> {
    return this.#parts.store.infos(reach, ids);
  }

  async list(query: AlarmQuery, page: PageRequest): Promise<Page<AlarmInfo>> {
    const total = await this.#parts.store.count(query);
    const found = offsetOf(page) >= total ? [] : await this.#parts.store.page(query, page);
    return pageOf(found, total, page);
  }

  stream(query: AlarmQuery): AsyncIterable<readonly AlarmInfo[]> {
    return this.#parts.store.stream(query);
  }

  highest(filter: AlarmFilter): Promise<AlarmSeverity | null> {
    return this.#parts.store.highest(filter);
  }

  counts(scope: AlarmScope): Promise<AlarmCounts> {
    return this.#parts.store.counts(scope);
  }

  types(reach: Reach, textSearch: string | undefined, descending: boolean, page: PageRequest): Promise<Page<string>> {
    return this.#parts.store.types(reach, textSearch, descending, page);
  }

  statistics(query: Omit<StatisticsQuery, "now">): Promise<AlarmStatistics> {
    return this.#parts.store.statistics({ ...query, now: this.#parts.clock() });
  }

  /** Now and then: cleared ones that were kept long enough, some at a time. */
  async removeOld(): Promise<void> {
    const before = (this.#parts.clock() - this.#limits.retentionMs) as EpochMs;
    while ((await this.#parts.store.removeClearedBefore(before, removedAtOnce)) === removedAtOnce);
  }

  requireDetails(details: AlarmDetails): void {
    if (!this.isSmallEnough(details)) throw alarmDetailsTooLarge(this.#limits.detailsBytes);
  }

  isSmallEnough(details: AlarmDetails): boolean {
    const { detailsBytes } = this.#limits;
    if (details === undefined || bytesAtMost(details) <= detailsBytes) return true;
    return Buffer.byteLength(JSON.stringify(details)) <= detailsBytes;
  }

  /** Whoever shows it has to know; told once it is stored. */
  changed(alarm: Alarm, isGone = false): void {
    const { tenantId, id, originator, cleared: isCleared } = alarm;
    if (isGone && !isCleared) this.#parts.onOpen?.(alarm, false);
    const isOpen = !isGone && !isCleared;
    this.#parts.events.publish("alarm-changed", { tenantId, alarmId: id, deviceId: originator.id, isGone, isOpen });
  }

  /** Whoever shows it, and whoever acts on it. */
  async follow(before: Alarm | undefined, after: Alarm, isQuiet = false): Promise<void> {
    await this.#parts.follower?.happened(happenings(before, after, isQuiet));
    this.#hear(before, after);
    this.changed(after);
  }

  /** As `follow`, of many at once. */
  async followAll(changes: readonly FollowedChange[]): Promise<void> {
    const all = changes.flatMap(({ before, after, isQuiet }) => happenings(before, after, isQuiet));
    await this.#parts.follower?.happened(all);
    for (const { before, after } of changes) {
      this.#hear(before, after);
      this.changed(after);
    }
  }

  #hear(before: Alarm | undefined, after: Alarm): void {
    if (!before) this.#parts.onOpen?.(after, true);
    if (after.cleared && !before?.cleared) this.#parts.onOpen?.(after, false);
  }

  /** It is not shelved any more. */
  async awake(alarm: Alarm): Promise<void> {
    await this.#parts.follower?.happened([{ kind: "AWAKE", alarm }]);
    this.changed(alarm);
  }

  async #raiseAgain(raise: Raise): Promise<Raised | undefined> {
    const open = await this.#parts.store.lockOpen(raise.originator, raise.type);
    if (!open) return undefined;
    const alarm = seenAgain(open, raise);
    if (alarm === open) return { outcome: "late", alarm };
    await this.#parts.store.update(alarm);
    if (alarm.severity !== open.severity) await this.#parts.comments.noteSeverity(open, alarm.severity);
    await this.follow(open, alarm, raise.isQuiet);
    return { outcome: "updated", alarm };
  }

  /** Undefined when somebody was quicker. */
  async #raiseNew(raise: Raise): Promise<Raised | undefined> {
    const alarm = newAlarm(raise, this.#parts.clock());
    await this.#room.admit(raise.tenantId, raise.originator.id);
    const outcome = await this.#parts.store.insert(alarm);
    if (outcome === "no-such-device") throw deviceNotFound(raise.originator.id);
    if (outcome === "open-exists") return undefined;
    await this.follow(undefined, alarm, raise.isQuiet);
    return { outcome: "raised", alarm };
  }
}
