import type { AlarmSeverity, RuleCondition, RuleDefinition, RuleHold } from "@heliograph/contract";
import { alarmSeverities, isConditionNode } from "@heliograph/contract";
import { answerOf } from "./any-expression.ts";

/** true, false, or undefined for unknown. */
type Answer = boolean | undefined;

/** One time the rule has looked at its conditions. */
interface Look {
  readonly isElapsed: boolean;
  readonly at: number;
  readonly now: number;
  readonly steps: readonly Answer[];
  readonly clear: Answer;
  readonly isNew: boolean;
  readonly isAfterGap: boolean;
}

/** What a condition has met so far, found by looking back. */
interface Run {
  readonly since: number;
  readonly dueAt: number | undefined;
  readonly isMet: boolean;
}

export interface NaiveTransition {
  readonly from: string;
  readonly to: string;
  readonly ts: number;
  readonly occasion: string | null;
  readonly severity: AlarmSeverity | null;
  readonly isQuiet: boolean;
}

const ahead = 300_000;

/**
 * A rule as one would write it without a thought of cost: it keeps every point and every look there ever was, and goes
 * through all of them each time. What is written down in the ADR, and nothing of how `step` does it.
 */
export class NaiveRule {
  #rule: RuleDefinition;
  phase = "NORMAL";
  severity: AlarmSeverity | null = null;
  startTs: number | null = null;
  transitions: NaiveTransition[] = [];
  /** What the one input that is no telemetry is. */
  told: number | undefined;
  readonly #stored: Map<number, number>[];
  #looks: Look[] = [];
  /** Looks before this do not count for clearing: it was not active, or something was met. */
  #clearingFrom = 0;
  readonly #held = new Map<RuleCondition, boolean>();
  #lastTs = Number.NEGATIVE_INFINITY;
  #now: number;
  #arrival: number;
  #isSilent = false;
  #isSilenceDone = false;

  constructor(rule: RuleDefinition, now: number) {
    this.#rule = rule;
    this.#stored = rule.inputs.map(() => new Map());
    this.#now = now;
    this.#arrival = now;
  }

  /** What the store has: for the observation that is made again. */
  get stored(): readonly ReadonlyMap<number, number>[] {
    return this.#stored;
  }

  take(input: number, ts: number, value: number, arrival: number): void {
    this.elapse(arrival);
    const eventTs = Math.min(ts, this.#now + ahead);
    const points = this.#stored[input] ?? new Map<number, number>();
    const newest = Math.max(Number.NEGATIVE_INFINITY, ...points.keys());
    const maxAge = this.#maxAge(input);
    const isAfterGap = eventTs - newest > maxAge && newest > Number.NEGATIVE_INFINITY;
    points.set(eventTs, value);
    this.#lastTs = Math.max(this.#lastTs, eventTs);
    this.#arrival = this.#now;
    this.#isSilenceDone = false;
    const { policy, afterMs } = this.#rule.late ?? { policy: "COUNT_SILENTLY", afterMs: 300_000 };
    const isLate = this.#now - eventTs > afterMs;
    const isOld = eventTs < newest;
    if (isOld && !this.#window(input)) return;
    if (policy === "IGNORE" && (isOld || isLate)) return;
    this.#isSilent = false;
    this.#look(
      this.#lastTs,
      this.#now,
      { isElapsed: false, isNew: eventTs > newest, isAfterGap },
      isLate && policy === "COUNT_SILENTLY",
    );
  }

  /** What is no point holds until it is told otherwise, happens when it is told, and is always new. */
  tell(value: number | undefined, arrival: number): void {
    this.elapse(Math.max(arrival, this.#now));
    this.told = value;
    this.#arrival = this.#now;
    this.#isSilenceDone = false;
    this.#lookNow();
  }

  /** Looks at what is so. */
  begin(now: number): void {
    this.elapse(Math.max(now, this.#now));
    this.#lookNow();
  }

  #lookNow(): void {
    this.#isSilent = false;
    const at = Math.max(this.#lastTs, this.#now);
    this.#look(at, this.#now, { isElapsed: false, isNew: true, isAfterGap: false }, false);
  }

  elapse(now: number): void {
    if (now >= this.#now) this.#now = now;
    else if (this.#now - now > 1_000) this.#setBack(this.#now - now);
    for (;;) {
      const runs = [...this.#rule.steps.map((_, at) => this.#run(at)), this.#clearRun()];
      const holds = [...this.#rule.steps.map((step) => step.for), this.#rule.clear?.for];
      const dues = runs.flatMap((run, at) =>
        run?.dueAt === undefined ? [] : [{ at: run.dueAt, ts: run.since + (holds[at]?.ms ?? 0) }],
      );
      const due = this.#firstOf(dues);
      const silence = this.#silenceAt();
      if (Math.min(due?.at ?? Number.POSITIVE_INFINITY, silence) >= this.#now) return;
      if (due && due.at <= silence)
        this.#look(due.ts, due.at, { isElapsed: true, isNew: false, isAfterGap: false }, false);
      else this.#fallSilent(silence);
    }
  }

  /** Everything but what is stored and decided is gone; no data is counted anew. */
  restart(now: number): void {
    this.#now = now;
    this.#arrival = now;
    this.#isSilenceDone = false;
  }

  clearByPerson(now: number): void {
    this.elapse(now);
    if (!this.#isUp) return;
    this.#move("NORMAL", Math.max(this.#lastTs, this.#at), this.#now, null, false);
    this.#calm();
  }

  edit(rule: RuleDefinition): void {
    this.#rule = rule;
    const ts = Math.max(this.#lastTs, this.#at);
    this.#looks = [];
    this.#clearingFrom = 0;
    this.#held.clear();
    if (this.phase === "PENDING") this.#move("NORMAL", ts, this.#now, null, false);
    if (this.phase === "RECOVERING") this.#move("ACTIVE", ts, this.#now, null, false);
  }

  get #isUp(): boolean {
    return this.phase === "ACTIVE" || this.phase === "RECOVERING";
  }

  get #at(): number {
    return this.transitions.at(-1)?.ts ?? -8_640_000_000_000_000;
  }

  #firstOf(dues: readonly { at: number; ts: number }[]): { at: number; ts: number } | undefined {
    return dues.toSorted((a, b) => a.at - b.at || a.ts - b.ts)[0];
  }

  #silenceAt(): number {
    const { noData } = this.#rule;
    if (!noData || noData.policy === "KEEP" || this.#isSilenceDone) return Number.POSITIVE_INFINITY;
    return this.#arrival + noData.afterMs;
  }

  #setBack(byMs: number): void {
    this.#now -= byMs;
    this.#arrival -= byMs;
    this.#looks = this.#looks.map((look) => ({ ...look, now: look.now - byMs }));
  }

  #fallSilent(now: number): void {
    const { noData } = this.#rule;
    this.#isSilenceDone = true;
    if (this.#isSilent || !noData) return;
    this.#isSilent = true;
    const ts = Math.max(now, this.#at);
    if (noData.policy === "RAISE" && !this.#isUp) {
      this.severity = noData.severity ?? null;
      this.startTs = ts;
      this.#looks = [];
      this.#held.clear();
      this.#clearingFrom = 0;
      this.#move("ACTIVE", ts, now, "RAISED", false);
    }
    if (noData.policy !== "CLEAR" || this.phase === "NORMAL" || (this.#rule.latch && this.#isUp)) return;
    this.#move("NORMAL", ts, now, this.#isUp ? "CLEARED" : null, false);
    this.#calm();
  }

  #calm(): void {
    this.severity = null;
    this.startTs = null;
    this.#looks = [];
    this.#clearingFrom = 0;
    this.#held.clear();
  }

  #look(at: number, now: number, how: Pick<Look, "isElapsed" | "isNew" | "isAfterGap">, isQuiet: boolean): void {
    const values = this.#rule.inputs.map((_, input) => this.#value(input, at));
    const steps = this.#rule.steps.map(({ when }) => this.#ask(when, values));
    const own = this.#rule.clear?.when;
    const byDefault = steps.includes(true) ? false : steps.includes(undefined) ? undefined : true;
    const clear = own ? this.#ask(own, values) : byDefault;
    this.#looks.push({ ...how, at, now, steps, clear });
    this.#follow(Math.max(at, this.#at), now, isQuiet);
  }

  #follow(ts: number, now: number, isQuiet: boolean): void {
    const runs = this.#rule.steps.map((_, at) => this.#run(at));
    const worst = alarmSeverities.find((severity) =>
      this.#rule.steps.some((step, at) => step.severity === severity && runs[at]?.isMet),
    );
    const isCounting = runs.some((run) => run !== undefined);
    if (worst || isCounting || this.#rule.latch || !this.#isUp) this.#clearingFrom = this.#looks.length;
    if (!this.#isUp) {
      if (worst) this.#raise(worst, runs, ts, now, isQuiet);
      else if ((this.phase === "PENDING") !== isCounting)
        this.#move(isCounting ? "PENDING" : "NORMAL", ts, now, null, isQuiet);
      return;
    }
    if (worst && worst !== this.severity) {
      this.severity = worst;
      this.#move("ACTIVE", ts, now, "CHANGED", isQuiet);
      return;
    }
    const clearing = this.#clearRun();
    if (clearing?.isMet) {
      this.#move("NORMAL", ts, now, "CLEARED", isQuiet);
      this.severity = null;
      this.startTs = null;
    } else if ((this.phase === "RECOVERING") !== (clearing !== undefined)) {
      this.#move(clearing ? "RECOVERING" : "ACTIVE", ts, now, null, isQuiet);
    }
  }

  #raise(severity: AlarmSeverity, runs: readonly (Run | undefined)[], ts: number, now: number, isQuiet: boolean): void {
    const met = runs.filter((run) => run?.isMet);
    this.severity = severity;
    this.startTs = Math.min(...met.map((run) => run?.since ?? ts));
    this.#move("ACTIVE", ts, now, "RAISED", isQuiet);
  }

  #move(to: string, ts: number, now: number, occasion: string | null, isQuiet: boolean): void {
    const quiet = isQuiet || now - ts > (this.#rule.notifyWithinMs ?? 3_600_000);
    this.transitions.push({ from: this.phase, to, ts, occasion, severity: this.severity, isQuiet: quiet });
    this.phase = to;
  }

  #run(step: number): Run | undefined {
    return this.#runOf(this.#looks, (look) => look.steps[step], this.#rule.steps[step]?.for);
  }

  #clearRun(): Run | undefined {
    if (!this.#isUp) return undefined;
    return this.#runOf(this.#looks.slice(this.#clearingFrom), (look) => look.clear, this.#rule.clear?.for);
  }

  /** Forward through all looks: what has been met without a break until now. */
  #runOf(looks: readonly Look[], answerOf: (look: Look) => Answer, hold: RuleHold | undefined): Run | undefined {
    let seen: Look[] = [];
    let isMet = false;
    let hasFallenDue = false;
    const ms = hold?.ms ?? 0;
    for (const look of looks) {
      const answer = answerOf(look);
      const [first] = seen;
      if (look.isElapsed) {
        const isDue = first !== undefined && ms > 0 && !isMet && !hasFallenDue && first.now + ms <= look.now;
        if (answer === false) seen = [];
        if (isDue && answer !== false) hasFallenDue = true;
        if (isDue && answer === true) isMet = true;
      } else if (answer !== true) seen = [];
      else if (look.isAfterGap || !first) {
        seen = [look];
        hasFallenDue = false;
        isMet = ms === 0 && (hold?.count ?? 1) <= 1;
      } else {
        seen.push(look);
        const times = 1 + seen.slice(1).filter(({ isNew }) => isNew).length;
        if (ms > 0 ? look.at - first.at >= ms : times >= (hold?.count ?? 1)) isMet = true;
      }
      if (seen.length === 0) isMet = false;
    }
    const [first] = seen;
    if (!first) return undefined;
    return { since: first.at, dueAt: ms > 0 && !isMet && !hasFallenDue ? first.now + ms : undefined, isMet };
  }

  #window(input: number) {
    const definition = this.#rule.inputs[input];
    return definition?.kind === "TELEMETRY" ? definition.window : undefined;
  }

  #maxAge(input: number): number {
    const definition = this.#rule.inputs[input];
    return (definition?.kind === "TELEMETRY" ? definition.maxAgeMs : undefined) ?? Number.POSITIVE_INFINITY;
  }

  #value(input: number, at: number): number | undefined {
    if (this.#rule.inputs[input]?.kind !== "TELEMETRY") return this.told;
    const points = [...(this.#stored[input] ?? [])].toSorted(([a], [b]) => a - b);
    const last = points.at(-1);
    if (!last || at - last[0] > this.#maxAge(input)) return undefined;
    const window = this.#window(input);
    if (!window) return last[1];
    const inside = points.filter(([ts]) => ts > at - window.overMs).map(([, value]) => value);
    if (window.function === "COUNT") return inside.length;
    if (inside.length === 0) return undefined;
    return window.function === "AVG"
      ? inside.reduce((sum, value) => sum + value, 0) / inside.length
      : Math.max(...inside);
  }

  #named(values: readonly (number | undefined)[]): Readonly<Record<string, number | undefined>> {
    return Object.fromEntries(this.#rule.inputs.map((input, at) => [input.name, values[at]]));
  }

  #ask(condition: RuleCondition, values: readonly (number | undefined)[]): Answer {
    if (isConditionNode(condition)) {
      const answers = condition.conditions.map((inner) => this.#ask(inner, values));
      const deciding = condition.kind !== "ALL";
      const isDecided = answers.includes(deciding);
      if (!isDecided && answers.includes(undefined)) return undefined;
      return condition.kind === "NONE" ? !isDecided : isDecided === deciding;
    }
    if (condition.kind === "EXPRESSION") return answerOf(condition.expression, this.#named(values));
    if (condition.kind === "AREA") throw new Error("the model has no map");
    const value = values[this.#rule.inputs.findIndex(({ name }) => name === condition.input)];
    if (value === undefined) return undefined;
    const band = this.#held.get(condition) ? (condition.deadBand ?? 0) : 0;
    const limit = Number(condition.value);
    const answer = condition.comparison === "GREATER" ? value > limit - band : value < limit + band;
    this.#held.set(condition, answer);
    return answer;
  }
}
