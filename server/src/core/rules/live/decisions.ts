import { randomUUID } from "node:crypto";
import type { AppError } from "../../../kernel/errors.ts";
import type { AlarmId, DeviceId, RuleId } from "../../../kernel/ids.ts";
import type { AlarmChange } from "../../alarms/index.ts";
import { endOfFailure, failureOf } from "../actions/failure-alarms.ts";
import type { FailureNews, Happened, Judged } from "./happened.ts";
import type { LiveRuleParts } from "./live-parts.ts";
import type { Decided, LeftState, RuleOfDevice, StoredTransition } from "./live-rule-store.ts";
import { alarmChangeOf, endOfAlarm } from "./rule-alarms.ts";

type Parts = Pick<LiveRuleParts, "store" | "transactions" | "alarms" | "actions" | "listening" | "clock" | "onFailure">;

/** What was looked at beside the points of this node's own log, and is removed with what followed. */
export type LookedAtBeside = Pick<Decided, "evaluated" | "unseen">;
const nothingBeside: LookedAtBeside = { evaluated: [], unseen: [] };

/** States that are cleared away in one transaction. */
const leftAtOnce = 200;
/** After so many new ones of a rule, in parts of what it may have, the oldest go. */
const trimmedAfter = 0.1;

/** Stores what was decided, with the alarms that follow from it and how far the points were looked at: all of it or nothing. */
export class Decisions {
  readonly #parts: Parts;
  readonly #transitionsPerRule: number;
  readonly #untrimmed = new Map<RuleId, number>();
  #left: readonly LeftState[] = [];

  constructor(parts: Parts, transitionsPerRule: number) {
    this.#parts = parts;
    this.#transitionsPerRule = transitionsPerRule;
  }

  /** To be cleared with what is stored next, once each: it may be found again until then. */
  leave(left: readonly LeftState[]): void {
    if (left.length === 0) return;
    const known = new Set(this.#left.map(nameOf));
    this.#left = [...this.#left, ...left.filter((one) => !known.has(nameOf(one)))];
  }

  get hasLeft(): boolean {
    return this.#left.length > 0;
  }

  async store(position: number, judged: Judged, { evaluated, unseen } = nothingBeside): Promise<void> {
    const { states, happened, failures } = judged;
    const left = this.#left;
    const trimmed = this.#count(happened);
    const refusals = await this.#parts.transactions.run(async () => {
      const isThere = await this.#save({ position, states, evaluated, unseen, trimmed }, happened, left);
      await this.#endAlarms(left);
      const isHere = (one: Pick<Happened, "of">) => isThere(ofDevice(one));
      return this.#follow(happened.filter(isHere), failures.filter(isHere));
    });
    this.#parts.actions.wake();
    for (const [rule, refusal] of refusals) this.#parts.onFailure(refusal, rule);
    this.#left = this.#left.slice(left.length);
    for (const rule of trimmed) this.#untrimmed.delete(rule);
  }

  /** Those that a new state is written for are not forgotten. */
  #save(
    decided: Omit<Decided, "transitions" | "forgotten">,
    happened: readonly Happened[],
    left: readonly LeftState[],
  ): Promise<(of: RuleOfDevice) => boolean> {
    const now = this.#parts.clock();
    const ended = left.flatMap((one) => (one.alarmType === null ? [] : [endOf(one, one.alarmType, now)]));
    const transitions = [...ended, ...happened.map(storedOf)];
    return this.#parts.store.save({ ...decided, transitions, forgotten: left });
  }

  /** The rules of which so many transitions are new that the oldest have to go. */
  #count(happened: readonly Happened[]): readonly RuleId[] {
    for (const { of } of happened) {
      const { id } = of.ready.rule;
      this.#untrimmed.set(id, (this.#untrimmed.get(id) ?? 0) + 1);
    }
    const atMost = this.#transitionsPerRule * trimmedAfter;
    return [...this.#untrimmed].flatMap(([rule, count]) => (count > atMost ? [rule] : []));
  }

  /**
   * The actions and alarms that follow, in the transaction that stores what they follow from [RUL3]. What is refused (there are too many
   * alarms) is told and stops nothing: the transition has happened.
   */
  async #follow(
    happened: readonly Happened[],
    failures: readonly FailureNews[],
  ): Promise<readonly (readonly [RuleId, AppError])[]> {
    const ruleOf = new Map<AlarmChange, RuleId>();
    const causeOf = new Map<AlarmChange, Happened>();
    for (const one of happened) {
      const { rule } = one.of.ready;
      const change = alarmChangeOf(this.#parts.alarms, rule, one.of.deviceId, one.transition);
      if (!change) continue;
      ruleOf.set(change, rule.id);
      causeOf.set(change, one);
    }
    for (const [rule, loop] of this.#loops(happened)) ruleOf.set(loop, rule);
    for (const [rule, change] of this.#failures(failures)) ruleOf.set(change, rule);
    const alarms = new Map<Happened, AlarmId>();
    const refusals = await this.#changeAlarms(ruleOf, happened, (change, alarm) => {
      const cause = causeOf.get(change);
      if (cause) alarms.set(cause, alarm);
    });
    return [...refusals, ...(await this.#act(happened, alarms))];
  }

  /** The actions, each with the alarm it is about: whatever becomes of that, an attempt that is made again says the same [RUL4]. */
  async #act(happened: readonly Happened[], alarms: ReadonlyMap<Happened, AlarmId>) {
    const skipped = await this.#parts.actions.add(happened, alarms);
    const failures = skipped.map(
      ({ ruleId, order, skipped }) => [failureOf(order, skipped?.reason ?? ""), ruleId] as const,
    );
    return this.#changeAlarms(new Map(failures), happened);
  }

  async #changeAlarms(
    changes: ReadonlyMap<AlarmChange, RuleId>,
    happened: readonly Happened[],
    hear?: (change: AlarmChange, alarm: AlarmId) => void,
  ): Promise<readonly (readonly [RuleId, AppError])[]> {
    const { alarms, listening } = this.#parts;
    if (changes.size === 0) return [];
    const refusals = await listening.ledBy(hopsAmong(happened), () => alarms.changeAll([...changes.keys()], hear));
    return [...refusals].flatMap(([change, refusal]) => {
      const rule = changes.get(change);
      return rule === undefined ? [] : [[rule, refusal] as const];
    });
  }

  /** Rules that look at one another's alarms beyond a number: nobody is told of these alarms, and that is an alarm [RUL4]. */
  *#loops(happened: readonly Happened[]): Generator<readonly [RuleId, AlarmChange]> {
    const atMost = this.#parts.listening.hopsAtMost;
    for (const { of, transition, hops } of happened) {
      const { rule } = of.ready;
      if (hops < atMost || rule.mode !== "LIVE" || transition.occasion === null || transition.alarmType === null)
        continue;
      const failed = { tenantId: rule.tenantId, deviceId: of.deviceId, rule, transition };
      yield [rule.id, failureOf(failed, `${hops} rules one after another led to it`)];
    }
  }

  /** A rule that cannot look at a device is an alarm there, until it can [RUL5]; in shadow nobody is to see one. */
  *#failures(failures: readonly FailureNews[]): Generator<readonly [RuleId, AlarmChange]> {
    for (const { of, failure } of failures) {
      const { rule } = of.ready;
      if (rule.mode !== "LIVE") continue;
      const failed = { tenantId: rule.tenantId, deviceId: of.deviceId, rule };
      const now = failure?.since ?? this.#parts.clock();
      const at = { ...failed, transition: { now } };
      yield [rule.id, failure ? failureOf(at, failure.message) : endOfFailure(at)];
    }
  }

  async #endAlarms(left: readonly LeftState[]): Promise<void> {
    const now = this.#parts.clock();
    const ends = left.flatMap((one) => endOfAlarm(one, now));
    await this.#parts.listening.ledBy(
      () => 1,
      () => this.#parts.alarms.changeAll(ends),
    );
  }

  /** Clears alarms that nobody holds up any more and that no state belongs to. */
  async end(left: readonly LeftState[]): Promise<void> {
    await this.#parts.transactions.run(() => this.#endAlarms(left));
  }

  /** Clears some alarms of rules that are off or deleted; true when there are none. */
  async clearLeft(position: number): Promise<boolean> {
    const { store, transactions } = this.#parts;
    const left = await store.left(leftAtOnce);
    if (left.length === 0) {
      await store.removeDeleted();
      return true;
    }
    await transactions.run(async () => {
      await this.#save({ position, states: [], trimmed: [], ...nothingBeside }, [], left);
      await this.#endAlarms(left);
    });
    return false;
  }
}

/** How many rules led to an alarm, its own among them. */
function hopsAmong(happened: readonly Happened[]) {
  if (happened.every(({ hops }) => hops === 0)) return () => 1; // no rule led to any of it
  const hops = new Map(happened.map(({ of, transition, hops }) => [`${of.deviceId} ${transition.alarmType}`, hops]));
  return ({ deviceId, name }: { deviceId: DeviceId; name: string }) => (hops.get(`${deviceId} ${name}`) ?? 0) + 1;
}

/** An alarm that ended with the rule. */
const endOf = ({ ruleId, deviceId }: LeftState, alarmType: string, now: number): StoredTransition => {
  const change = { from: "ACTIVE", to: "NORMAL", cause: "RULE_CHANGED", occasion: "CLEARED" } as const;
  const transition = { ...change, alarmType, severity: null, startTs: null, ts: now, now, isQuiet: true, values: {} };
  return { ruleId, deviceId, transition, id: randomUUID() };
};

const storedOf = ({ of, transition, id }: Happened): StoredTransition => {
  return { ruleId: of.ready.rule.id, deviceId: of.deviceId, transition, id };
};

const ofDevice = ({ of }: Pick<Happened, "of">): RuleOfDevice => ({ ruleId: of.ready.rule.id, deviceId: of.deviceId });

const nameOf = ({ ruleId, deviceId }: RuleOfDevice): string => `${ruleId} ${deviceId}`;
