import type { TelemetryValue } from "../telemetry/index.ts";
import type { CompiledRule } from "./compile/compiled-rule.ts";
import type { ToldValue } from "./inputs/told-change.ts";
import { Observation, type Taken } from "./observe/observation.ts";
import { dueOf, type RuleState, shifted } from "./step/rule-state.ts";
import { isUneventful, step } from "./step/step.ts";
import type { StepInput } from "./step/step-input.ts";
import type { Transition } from "./step/transition.ts";
import type { RuleValues } from "./values.ts";

const none: readonly Transition[] = [];
/** A clock that is set back by more than this was set; less is not told from the ordinary. */
const setBackMs = 1_000;

/** Who hears of looks at the conditions, for traces [RUL5]. */
export interface LookListener {
  /** Who keeps it copies the values: their list is used again. */
  looked(at: number, now: number, values: RuleValues, before: RuleState, after: RuleState): void;
  /** A look could not be taken: what was decided is as before it. Without a listener that is thrown. */
  failed(error: unknown, now: number): void;
}

/** Until when the node last heard nobody: silence is counted from then on, whatever was before [RUL3]. */
export interface NodeAbsence {
  readonly until: number;
}

const neverAway: NodeAbsence = { until: Number.NEGATIVE_INFINITY };

/**
 * One rule of one device: what it knows, what it has decided, and what falls due. What fell due before a point arrived is done
 * before the point, with the time it was due: whether a timer rang in time makes no difference [RUL3].
 */
export class Evaluation {
  readonly #rule: CompiledRule;
  readonly #observation: Observation;
  readonly #absence: NodeAbsence;
  #state: RuleState;
  #now: number;
  #noDataDue: number;
  #countsDue: number;
  listener: LookListener | undefined;

  /** From `now` on; no data is counted from then, whatever was before [RUL3]. */
  constructor(
    rule: CompiledRule,
    state: RuleState,
    now: number,
    observation = new Observation(rule),
    absence: NodeAbsence = neverAway,
  ) {
    this.#rule = rule;
    this.#observation = observation;
    this.#absence = absence;
    this.#state = state;
    this.#now = now;
    this.#noDataDue = now + rule.noDataAfterMs;
    this.#countsDue = this.#nextDue();
  }

  get state(): RuleState {
    return this.#state;
  }

  /** The event time of each input's newest point. */
  get newest(): readonly (number | null)[] {
    return this.#observation.newest;
  }

  /** When `elapse` has something to do; Infinity when never. */
  get due(): number {
    return Math.min(this.#countsDue, this.#noDataDue);
  }

  /** A point, the inputs that look at it, and when it arrived. */
  take(inputs: readonly number[], ts: number, value: TelemetryValue, arrival: number): readonly Transition[] {
    const before = this.#isDone(arrival) ? none : this.elapse(arrival);
    try {
      const after = this.#take(inputs, ts, value);
      return before.length === 0 ? after : [...before, ...after];
    } catch (error) {
      this.#fail(error, this.#now);
      return before;
    }
  }

  /** Most points arrive together with the one before, after which nothing was due. */
  #isDone(arrival: number): boolean {
    return arrival === this.#now && this.#countsDue >= arrival && this.#noDataDue >= arrival;
  }

  #take(inputs: readonly number[], ts: number, value: TelemetryValue): readonly Transition[] {
    this.#noDataDue = this.#now + this.#rule.noDataAfterMs;
    const taken = this.#observation.take(inputs, ts, value, this.#now);
    if (this.#isOfNoUse(inputs, taken)) return none;
    const values = this.#observation.read(taken.at);
    if (isUneventful(this.#rule, this.#state, values)) {
      this.listener?.looked(taken.at, this.#now, values, this.#state, this.#state);
      return none; // nearly every point
    }
    return this.#step({ kind: "seen", values, ...this.#seen(taken) }, this.#now);
  }

  /** What is no point has changed; it happens when it is told, whatever the clock of its writer said. */
  tell(inputs: readonly number[], value: ToldValue, arrival: number): readonly Transition[] {
    const before = this.elapse(Math.max(arrival, this.#now));
    return this.#after(before, () => {
      this.#noDataDue = this.#now + this.#rule.noDataAfterMs;
      const taken = this.#observation.tell(inputs, value, this.#now);
      const values = this.#observation.read(taken.at);
      return this.#step({ kind: "seen", values, ...this.#seen(taken) }, this.#now);
    });
  }

  /** Looks without anything having come: the rule begins, and what it looks at may be so already. */
  begin(now: number): readonly Transition[] {
    const before = this.elapse(Math.max(now, this.#now));
    return this.#after(before, () => {
      const at = Math.max(this.#now, this.#observation.at);
      const look = { kind: "seen", at, values: this.#observation.read(at), isNew: true } as const;
      return this.#step({ ...look, isAfterGap: false, isQuiet: false }, this.#now);
    });
  }

  #seen({ at, isNew, isAfterGap, delayMs }: Taken) {
    return { at, isNew, isAfterGap, isQuiet: this.#rule.late === "COUNT_SILENTLY" && delayMs > this.#rule.lateAfterMs };
  }

  /**
   * Time has passed: does everything that was due before `now`, in order. What is due at the very moment a point arrives waits
   * for what the point says.
   */
  elapse(now: number): readonly Transition[] {
    this.#tick(now);
    if (this.due >= this.#now) return none;
    const transitions: Transition[] = [];
    for (let at = this.due; at < this.#now; at = this.due) {
      try {
        transitions.push(...this.#fallDue(at));
      } catch (error) {
        this.#fail(error, at);
      }
    }
    return transitions;
  }

  /** Somebody cleared the alarm. */
  clear(now: number): readonly Transition[] {
    return this.#after(this.elapse(now), () => this.#step({ kind: "cleared", ...this.lastKnown }, this.#now));
  }

  /** What has happened before stays whatever comes of a look. */
  #after(before: readonly Transition[], look: () => readonly Transition[]): readonly Transition[] {
    try {
      return [...before, ...look()];
    } catch (error) {
      this.#fail(error, this.#now);
      return before;
    }
  }

  #fail(error: unknown, now: number): void {
    if (!this.listener) throw error;
    this.listener.failed(error, now);
  }

  /** Time does not go back. A wall clock that was set back keeps what is left of each timer. */
  #tick(now: number): void {
    if (now >= this.#now) this.#now = now;
    else if (this.#now - now > setBackMs) this.#setBack(now - this.#now);
  }

  #setBack(byMs: number): void {
    this.#now += byMs;
    this.#noDataDue += byMs;
    this.#state = shifted(this.#state, byMs);
    this.#countsDue = this.#nextDue();
  }

  /** An older point tells something only where there is a window; late ones are left alone if the rule says so. */
  #isOfNoUse(inputs: readonly number[], { isOld, delayMs }: Taken): boolean {
    if (isOld && !this.#observation.hasWindow(inputs)) return true;
    return this.#rule.late === "IGNORE" && (isOld || delayMs > this.#rule.lateAfterMs);
  }

  get lastKnown(): { readonly at: number; readonly values: RuleValues } {
    const { at } = this.#observation;
    return { at: Math.max(at, this.#state.at), values: this.#observation.read(at) };
  }

  /** It is due once: where the look fails, the next one that something causes decides. */
  #fallDue(at: number): readonly Transition[] {
    if (at < this.#countsDue) return this.#beSilent(at);
    this.#countsDue = Number.POSITIVE_INFINITY;
    if (this.#isOfOtherVersion) return this.#step({ kind: "edited", ...this.lastKnown }, this.#now);
    const eventTs = dueOf(this.#rule, this.#state)?.eventTs ?? at;
    return this.#step({ kind: "elapsed", at: eventTs, values: this.#observation.read(eventTs) }, at);
  }

  /** Where the node was away it does not know: it listens once more for as long, however many of its rules there are. */
  #beSilent(at: number): readonly Transition[] {
    const due = this.#absence.until + this.#rule.noDataAfterMs;
    this.#noDataDue = at < due ? due : Number.POSITIVE_INFINITY;
    return at < due ? none : this.#step({ kind: "silent", at, values: this.#observation.read(at) }, at);
  }

  #step(input: StepInput, now: number): readonly Transition[] {
    const before = this.#state;
    const { state, transitions } = step(this.#rule, before, input, now);
    this.listener?.looked(input.at, now, input.values, before, state);
    if (state === this.#state) return transitions;
    this.#state = state;
    this.#countsDue = this.#nextDue();
    return transitions;
  }

  /** Decided by another version of the rule: it is taken over at once. */
  get #isOfOtherVersion(): boolean {
    return this.#state.version !== this.#rule.version;
  }

  #nextDue(): number {
    if (this.#isOfOtherVersion) return Number.NEGATIVE_INFINITY;
    return dueOf(this.#rule, this.#state)?.at ?? Number.POSITIVE_INFINITY;
  }
}
