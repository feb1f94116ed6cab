import type { RuleId } from "../../../kernel/ids.ts";
import type { Transition } from "../step/transition.ts";
import type { RunningRule } from "./device-rules.ts";
import type { LiveRuleParts } from "./live-parts.ts";
import type { LeftState, RuleOfDevice, StoredState, StoredTransition } from "./live-rule-store.ts";
import { clearLeftAlarm, followWithAlarm } from "./rule-alarms.ts";

/** What happened to one rule of one device. */
export interface Happened {
  readonly of: RunningRule;
  readonly transition: Transition;
}

type Parts = Pick<LiveRuleParts, "store" | "transactions" | "alarms" | "clock" | "onFailure">;

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

  /** To be cleared with what is stored next. */
  leave(left: readonly LeftState[]): void {
    if (left.length > 0) this.#left = [...this.#left, ...left];
  }

  get hasLeft(): boolean {
    return this.#left.length > 0;
  }

  async store(position: number, states: readonly StoredState[], happened: readonly Happened[]): Promise<void> {
    const left = this.#left;
    const trimmed = this.#count(happened);
    await this.#parts.transactions.run(async () => {
      const isThere = await this.#save(position, states, happened, left, trimmed);
      for (const one of left) await clearLeftAlarm(this.#parts.alarms, one, this.#parts.clock());
      for (const one of happened) if (isThere(ofDevice(one))) await this.#follow(one);
    });
    this.#left = this.#left.slice(left.length);
    for (const rule of trimmed) this.#untrimmed.delete(rule);
  }

  /** Those that a new state is written for are not forgotten. */
  #save(
    position: number,
    states: readonly StoredState[],
    happened: readonly Happened[],
    left: readonly LeftState[],
    trimmed: readonly RuleId[],
  ): Promise<(of: RuleOfDevice) => boolean> {
    const now = this.#parts.clock();
    const ended = left.flatMap((one) => (one.alarmType === null ? [] : [endOf(one, one.alarmType, now)]));
    const transitions = [...ended, ...happened.map((one) => ({ ...ofDevice(one), transition: one.transition }))];
    return this.#parts.store.save({ position, states, transitions, forgotten: left, trimmed });
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

  async #follow({ of, transition }: Happened): Promise<void> {
    const { rule } = of.ready;
    if (rule.mode !== "LIVE") return;
    const refusal = await followWithAlarm(this.#parts.alarms, rule, of.deviceId, transition);
    if (refusal) this.#parts.onFailure(refusal, rule.id);
  }

  /** Clears some alarms of rules that are off or deleted; true when there are none. */
  async clearLeft(position: number): Promise<boolean> {
    const { store, transactions, alarms, clock } = this.#parts;
    const left = await store.left(leftAtOnce);
    if (left.length === 0) {
      await store.removeDeleted();
      return true;
    }
    await transactions.run(async () => {
      await this.#save(position, [], [], left, []);
      for (const one of left) await clearLeftAlarm(alarms, one, clock());
    });
    return false;
  }
}

/** An alarm that ended with the rule. */
const endOf = ({ ruleId, deviceId }: LeftState, alarmType: string, now: number): StoredTransition => {
  const change = { from: "ACTIVE", to: "NORMAL", cause: "RULE_CHANGED", occasion: "CLEARED" } as const;
  const transition = { ...change, alarmType, severity: null, startTs: null, ts: now, now, isQuiet: true, values: {} };
  return { ruleId, deviceId, transition };
};

const ofDevice = ({ of }: Happened): RuleOfDevice => ({ ruleId: of.ready.rule.id, deviceId: of.deviceId });
