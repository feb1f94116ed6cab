import type { DeviceId } from "../../../kernel/ids.ts";
import type { RuleState } from "../step/rule-state.ts";
import type { RuleValue, RuleValues } from "../values.ts";

/** One look of a rule at a device, as little of it as says everything: states never change. */
export interface Run {
  readonly deviceId: DeviceId;
  readonly at: number;
  readonly now: number;
  readonly values: RuleValues;
  readonly before: RuleState;
  readonly after: RuleState;
}

/** Runs a rule keeps in memory [RUL5]. */
const runsAtMost = 50;

/** The last runs of a rule, whatever device they were about. Every point is a run: nothing is made for one but what is written. */
export class RunLog {
  readonly #devices: DeviceId[] = [];
  /** Of ten thousand rules most never run: they take no room. */
  #times: Float64Array | undefined;
  readonly #states: RuleState[] = [];
  readonly #values: (RuleValue | undefined)[] = [];
  #inputs = 0;
  #next = 0;

  add(deviceId: DeviceId, at: number, now: number, values: RuleValues, before: RuleState, after: RuleState): void {
    const run = this.#next;
    this.#next = run + 1 === runsAtMost ? 0 : run + 1;
    this.#inputs = values.length;
    this.#devices[run] = deviceId;
    this.#times ??= new Float64Array(2 * runsAtMost);
    this.#times[2 * run] = at;
    this.#times[2 * run + 1] = now;
    this.#states[2 * run] = before;
    this.#states[2 * run + 1] = after;
    for (let input = 0; input < values.length; input++) this.#values[run * values.length + input] = values[input];
  }

  /** Newest first. */
  newest(): readonly Run[] {
    const runs = this.#devices.map((deviceId, run) => this.#run(deviceId, run));
    return [...runs.slice(this.#next), ...runs.slice(0, this.#next)].toReversed();
  }

  #run(deviceId: DeviceId, run: number): Run {
    const [at = 0, now = 0] = this.#times?.subarray(2 * run, 2 * run + 2) ?? [];
    const [before, after] = this.#states.slice(2 * run, 2 * run + 2);
    if (!before || !after) throw new Error(`there is no run ${run}`);
    const values = this.#values.slice(run * this.#inputs, (run + 1) * this.#inputs);
    return { deviceId, at, now, values, before, after };
  }
}
