import { AppError } from "../../kernel/errors.ts";
import type { Clock } from "../../kernel/time.ts";
import type { Transactions } from "../changes/index.ts";
import type { AlarmDetails } from "./alarm.ts";
import type { AlarmChange } from "./alarm-change.ts";
import type { AlarmComments } from "./alarm-comments.ts";
import type { FollowedChange } from "./alarm-follower.ts";
import type { AlarmRoom } from "./alarm-room.ts";
import type { AlarmStore } from "./alarm-store.ts";
import { type ChangingAlarm, ChangingAlarms } from "./changing-alarms.ts";
import type { Raise } from "./raised-alarm.ts";

interface Parts {
  readonly store: AlarmStore;
  readonly comments: AlarmComments;
  readonly transactions: Transactions;
  readonly clock: Clock;
  readonly room: AlarmRoom;
  readonly alarms: AlarmsAlone;
}

/** One at a time. */
interface AlarmsAlone {
  raise(raise: Raise): Promise<unknown>;
  followAll(changes: readonly FollowedChange[]): Promise<void>;
  requireDetails(details: AlarmDetails): void;
}

/** Why something was not done; what was done is not here. */
export type Refusals = ReadonlyMap<AlarmChange, AppError>;

/**
 * Many changes of alarms, one after another, in a few statements: a thousand devices that fail in one second are a thousand
 * alarms. What comes of it is what comes of doing each alone; one that is refused stops no other.
 */
export class AlarmBatches {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async change(changes: readonly AlarmChange[]): Promise<Refusals> {
    if (changes.length === 0) return new Map();
    return this.#parts.transactions.run(async () => {
      const refusals = new Map<AlarmChange, AppError>();
      const changing = await this.#begin(changes);
      for (const change of changes) await noted(refusals, change, () => this.#apply(changing, change));
      await this.#store(changing, refusals);
      return refusals;
    });
  }

  async #begin(changes: readonly AlarmChange[]): Promise<ChangingAlarms> {
    const { store } = this.#parts;
    const open = await store.lockOpenAmong(changes);
    const isOpen = new ChangingAlarms(open, new Map());
    const begun = changes.filter((change) => change.kind === "raise" && !isOpen.has(change));
    const devices = [...new Set(begun.map(({ originator }) => originator.id))];
    return new ChangingAlarms(open, devices.length > 0 ? await store.countOpenOf(devices) : new Map());
  }

  async #apply(changing: ChangingAlarms, change: AlarmChange): Promise<void> {
    this.#parts.alarms.requireDetails(change.details);
    if (change.kind === "raise") return this.#raise(changing, change);
    changing.clear(change, ({ endTs }) => change.kind === "end" || change.ts >= endTs);
  }

  async #raise(changing: ChangingAlarms, change: AlarmChange & Raise): Promise<void> {
    if (changing.has(change)) return changing.seeAgain(change);
    const { tenantId, originator } = change;
    await this.#parts.room.admitBeside(tenantId, changing.openOf(originator.id), changing.begunIn(tenantId));
    changing.begin(change, this.#parts.clock());
  }

  /** Those that were there first: one that is over makes room for a new one of the same name. */
  async #store(changing: ChangingAlarms, refusals: Map<AlarmChange, AppError>): Promise<void> {
    const { store, comments, alarms } = this.#parts;
    const { changed } = changing;
    const before = changed.filter(({ isNew }) => !isNew);
    if (before.length > 0) await store.updateAll(before.map(({ alarm }) => alarm));
    const refused = await this.#insert(changed.filter(({ isNew }) => isNew).toSorted(byName));
    const isStored = (of: ChangingAlarm) => !refused.has(of);
    const severities = changing.severities.filter(({ of }) => isStored(of));
    for (const { before, severity } of severities) await comments.noteSeverity(before, severity);
    const followed = changed.filter(isStored);
    await alarms.followAll(followed.map(({ before, alarm, isQuiet }) => ({ before, after: alarm, isQuiet })));
    for (const { raises } of refused) await this.#raiseAlone(raises, refusals);
  }

  async #insert(begun: readonly ChangingAlarm[]): Promise<ReadonlySet<ChangingAlarm>> {
    if (begun.length === 0) return new Set();
    const inserted = await this.#parts.store.insertAll(begun.map(({ alarm }) => alarm));
    return new Set(begun.filter(({ alarm }) => !inserted.has(alarm.id)));
  }

  /** Somebody was quicker, whose alarm can be seen now; or the device is gone. One that is over meets nobody's. */
  async #raiseAlone(raises: readonly AlarmChange[], refusals: Map<AlarmChange, AppError>): Promise<void> {
    for (const change of raises) {
      if (change.kind === "raise") await noted(refusals, change, () => this.#parts.alarms.raise(change));
    }
  }
}

/** Always the same order: two who insert the same ones wait for one another, and never each for the other. */
const byName = ({ alarm: a }: ChangingAlarm, { alarm: b }: ChangingAlarm): number =>
  compared(a.originator.id, b.originator.id) || compared(a.type, b.type);
const compared = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

async function noted(
  refusals: Map<AlarmChange, AppError>,
  change: AlarmChange,
  work: () => Promise<unknown>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    refusals.set(change, error);
  }
}
