import { AppError } from "../../kernel/errors.ts";
import type { AlarmId } from "../../kernel/ids.ts";
import type { Clock } from "../../kernel/time.ts";
import type { Transactions } from "../changes/index.ts";
import type { Alarm, AlarmDetails } from "./alarm.ts";
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
  raise(raise: Raise): Promise<{ readonly alarm: Alarm }>;
  followAll(changes: readonly FollowedChange[]): Promise<void>;
  requireDetails(details: AlarmDetails): void;
}

/** Why something was not done; what was done is not here. */
export type Refusals = ReadonlyMap<AlarmChange, AppError>;
/** Told which alarm a change was about, where there was one. */
export type HearAlarm = (change: AlarmChange, alarm: AlarmId) => void;

/** At once, nearly always: hundreds of changes need not wait for one another. */
type Soon<T> = T | Promise<T>;

/** What came of some changes: why not, or of which alarm. */
interface Outcome {
  readonly refusals: Map<AlarmChange, AppError>;
  readonly alarms: Map<AlarmChange, AlarmId>;
}

/**
 * Many changes of alarms, one after another, in a few statements: a thousand devices that fail in one second are a thousand
 * alarms. What comes of it is what comes of doing each alone; one that is refused stops no other.
 */
export class AlarmBatches {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async change(changes: readonly AlarmChange[], hear: HearAlarm): Promise<Refusals> {
    if (changes.length === 0) return new Map();
    return this.#parts.transactions.run(async () => {
      const outcome: Outcome = { refusals: new Map(), alarms: new Map() };
      const changing = await this.#begin(changes);
      for (const change of changes) {
        const applied = noted(outcome.refusals, change, () => this.#apply(changing, change));
        const of = applied instanceof Promise ? await applied : applied;
        if (of !== undefined) outcome.alarms.set(change, of.alarm.id);
      }
      await this.#store(changing, outcome);
      for (const [change, alarm] of outcome.alarms) if (!outcome.refusals.has(change)) hear(change, alarm);
      return outcome.refusals;
    });
  }

  async #begin(changes: readonly AlarmChange[]): Promise<ChangingAlarms> {
    const { store } = this.#parts;
    const open = await store.lockOpenAmong(changes);
    const isOpen = open.length > 0 ? new ChangingAlarms(open, new Map()) : undefined;
    const begun = changes.filter((change) => change.kind === "raise" && !isOpen?.has(change));
    const devices = [...new Set(begun.map(({ originator }) => originator.id))];
    return new ChangingAlarms(open, devices.length > 0 ? await store.countOpenOf(devices) : new Map());
  }

  #apply(changing: ChangingAlarms, change: AlarmChange): Soon<ChangingAlarm | undefined> {
    this.#parts.alarms.requireDetails(change.details);
    if (change.kind === "raise") return this.#raise(changing, change);
    return changing.clear(change, ({ endTs }) => change.kind === "end" || change.ts >= endTs);
  }

  #raise(changing: ChangingAlarms, change: AlarmChange & Raise): Soon<ChangingAlarm> {
    const seen = changing.seeAgain(change);
    if (seen) return seen;
    const { tenantId, originator } = change;
    const { room, clock } = this.#parts;
    const waits = room.admitBeside(tenantId, changing.openOf(originator.id), changing.begunIn(tenantId));
    const begin = () => changing.begin(change, clock());
    return waits === undefined ? begin() : waits.then(begin);
  }

  /** Those that were there first: one that is over makes room for a new one of the same name. */
  async #store(changing: ChangingAlarms, outcome: Outcome): Promise<void> {
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
    for (const { raises, alarm } of refused) {
      for (const [change, id] of outcome.alarms) if (id === alarm.id) outcome.alarms.delete(change); // it never was
      await this.#raiseAlone(raises, outcome);
    }
  }

  async #insert(begun: readonly ChangingAlarm[]): Promise<ReadonlySet<ChangingAlarm>> {
    if (begun.length === 0) return new Set();
    const inserted = await this.#parts.store.insertAll(begun.map(({ alarm }) => alarm));
    return new Set(begun.filter(({ alarm }) => !inserted.has(alarm.id)));
  }

  /** Somebody was quicker, whose alarm can be seen now; or the device is gone. One that is over meets nobody's. */
  async #raiseAlone(raises: readonly AlarmChange[], { refusals, alarms }: Outcome): Promise<void> {
    for (const change of raises) {
      if (change.kind !== "raise") continue;
      const raised = await noted(refusals, change, () => this.#parts.alarms.raise(change));
      if (raised) alarms.set(change, raised.alarm.id);
    }
  }
}

/** Always the same order: two who insert the same ones wait for one another, and never each for the other. */
const byName = ({ alarm: a }: ChangingAlarm, { alarm: b }: ChangingAlarm): number =>
  compared(a.originator.id, b.originator.id) || compared(a.type, b.type);
const compared = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function noted<T>(refusals: Map<AlarmChange, AppError>, change: AlarmChange, work: () => Soon<T>): Soon<T | undefined> {
  const refused = (error: unknown): undefined => {
    if (!(error instanceof AppError)) throw error;
    refusals.set(change, error);
    return undefined;
  };
  try {
    const done = work();
    return done instanceof Promise ? done.catch(refused) : done;
  } catch (error) {
    return refused(error);
  }
}
