import { type RuleValue, valueAs } from "../../rules/index.ts";
import type { TelemetryValue } from "../../telemetry/index.ts";
import type { CompiledChannel } from "./compile-channel.ts";

const never = Number.NEGATIVE_INFINITY;

/** A moment at which there may be a result; undefined where there is none. */
export interface Calculated {
  readonly ts: number;
  readonly value: RuleValue | undefined;
}

/**
 * Goes through the points of the inputs of a channel in the order of their times and tells what it comes to. The one function
 * that calculates, for points as they come and for the past [RUL7].
 */
export class Sweep {
  readonly #channel: CompiledChannel;
  readonly #times: number[];
  readonly #known: (RuleValue | undefined)[];
  readonly #values: (RuleValue | undefined)[];
  /** The time of the newest point of any input. */
  newest = never;

  constructor(channel: CompiledChannel) {
    this.#channel = channel;
    this.#times = channel.inputs.map(() => never);
    this.#known = channel.inputs.map(() => undefined);
    this.#values = channel.inputs.map(() => undefined);
  }

  /** A point of a key; one that is older than what an input knows is passed over. */
  take(key: string, ts: number, value: TelemetryValue): void {
    const { inputs, types } = this.#channel;
    for (let at = 0; at < inputs.length; at++) {
      if (inputs[at]?.key !== key || ts < (this.#times[at] ?? never)) continue;
      this.#times[at] = ts;
      this.#known[at] = valueAs(types[at] ?? "NUMBER", value);
    }
    if (ts > this.newest) this.newest = ts;
  }

  /** What it comes to at a moment that is not before any point that was taken. */
  resultAt(ts: number): RuleValue | undefined {
    const { ages, evaluate } = this.#channel;
    for (let at = 0; at < ages.length; at++) {
      const isKnown = ts - (this.#times[at] ?? never) <= (ages[at] ?? 0);
      this.#values[at] = isKnown ? this.#known[at] : undefined;
    }
    return evaluate(this.#values);
  }
}
