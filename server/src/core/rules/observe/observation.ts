import type { TelemetryValue } from "../../telemetry/index.ts";
import type { CompiledInput, CompiledRule } from "../compile/compiled-rule.ts";
import type { ToldValue } from "../inputs/told-change.ts";
import { numberIn, type RuleValue, type RuleValues, reading } from "../values.ts";
import { Window } from "./window.ts";

/** For rules a point is at most so far ahead of its arrival: one wrong clock must not make everything after it late [RUL2]. */
const aheadAtMostMs = 300_000;
const never = Number.NEGATIVE_INFINITY;

/** What a point has done to what is known. */
interface TakenPoint {
  /** Event time, of all inputs together: it never goes back. */
  at: number;
  /** Newer than what this input had. */
  isNew: boolean;
  /** Older than what this input had: only a window can tell the difference. */
  isOld: boolean;
  /** The value before was out of date when this one came. */
  isAfterGap: boolean;
  /** How long after its time it arrived. */
  delayMs: number;
}

export type Taken = Readonly<TakenPoint>;

/** One input: its newest value, and its window. */
class Sense {
  readonly #input: CompiledInput;
  readonly #maxAgeMs: number;
  readonly #valueIn: (value: TelemetryValue) => RuleValue | undefined;
  readonly window: Window | undefined;
  ts = never;
  #value: RuleValue | undefined;

  constructor(input: CompiledInput) {
    this.#input = input;
    this.#maxAgeMs = input.maxAgeMs;
    this.#valueIn = reading(input.type);
    this.window = input.window && new Window(input.window.overMs);
  }

  take(ts: number, value: TelemetryValue): void {
    if (this.window) this.window.put(ts, this.#input.window?.function === "COUNT" ? 0 : numberIn(value));
    if (ts < this.ts) return;
    this.ts = ts;
    this.#value = this.#valueIn(value);
  }

  /** What is no point: it holds until it is told otherwise, and is never too old. */
  hold(value: ToldValue): void {
    this.#value = value === null ? undefined : this.#valueIn(value);
  }

  /** There was a value, and it is too old by now. */
  isOutOfDate(at: number): boolean {
    return this.ts !== never && this.isStale(at);
  }

  isStale(at: number): boolean {
    return at - this.ts > this.#maxAgeMs;
  }

  read(at: number): RuleValue | undefined {
    if (this.isStale(at)) return undefined;
    const { window } = this;
    if (!window) return this.#value;
    const by = this.#input.window?.function;
    return by && window.read(by, at);
  }
}

/**
 * What a rule knows of a device: nothing but what is stored, so it is never written, and made again from the points after a
 * start. Late points are in the windows they belong to and replace no newer value.
 */
export class Observation {
  readonly #senses: readonly Sense[];
  readonly #values: (RuleValue | undefined)[];
  readonly #taken: TakenPoint = { at: never, isNew: false, isOld: true, isAfterGap: false, delayMs: 0 };
  readonly #hasWindows: boolean;
  #at = never;

  constructor({ inputs }: Pick<CompiledRule, "inputs">) {
    this.#senses = inputs.map((input) => new Sense(input));
    this.#values = inputs.map(() => undefined);
    this.#hasWindows = inputs.some(({ window }) => window !== undefined);
  }

  get at(): number {
    return this.#at;
  }

  /** A point, and the inputs that look at it. What is returned is used again by the next call. */
  take(inputs: readonly number[], ts: number, value: TelemetryValue, arrival: number): Taken {
    const eventTs = Math.min(ts, arrival + aheadAtMostMs);
    const taken = this.#taken;
    taken.isNew = false;
    taken.isOld = true;
    taken.isAfterGap = false;
    for (let at = 0; at < inputs.length; at++) this.#sense(this.#senseOf(inputs[at] ?? -1), eventTs, value);
    if (eventTs > this.#at) this.#at = eventTs;
    taken.at = this.#at;
    taken.delayMs = arrival - eventTs;
    if (this.#hasWindows) for (const input of inputs) this.#senseOf(input).window?.forget(this.#at);
    return taken;
  }

  /** Something that is no point is so, and is told once: it is always new. The time of the points stays what they say. */
  tell(inputs: readonly number[], value: ToldValue, arrival: number): Taken {
    for (const input of inputs) this.#senseOf(input).hold(value);
    const at = Math.max(this.#at, arrival);
    return Object.assign(this.#taken, { at, isNew: true, isOld: false, isAfterGap: false, delayMs: 0 });
  }

  /** It was so already: nothing happens. */
  remember(input: number, value: ToldValue): void {
    this.#senseOf(input).hold(value);
  }

  #sense(sense: Sense, eventTs: number, value: TelemetryValue): void {
    const taken = this.#taken;
    if (eventTs > sense.ts) taken.isNew = true;
    if (eventTs >= sense.ts) taken.isOld = false;
    if (sense.isOutOfDate(eventTs)) taken.isAfterGap = true;
    sense.take(eventTs, value);
  }

  #senseOf(input: number): Sense {
    const sense = this.#senses[input];
    if (!sense) throw new Error(`no input ${input}`);
    return sense;
  }

  /** The event time of each input's newest point; null where there is none. */
  get newest(): readonly (number | null)[] {
    return this.#senses.map(({ ts }) => (ts === never ? null : ts));
  }

  /** The values at a moment of event time. The list is used again by the next call. */
  read(at: number): RuleValues {
    for (let index = 0; index < this.#senses.length; index++) this.#values[index] = this.#senses[index]?.read(at);
    return this.#values;
  }

  hasWindow(inputs: readonly number[]): boolean {
    return inputs.some((input) => this.#senses[input]?.window !== undefined);
  }
}
