import type { DeviceId } from "../../../kernel/ids.ts";
import type { RuleState } from "../step/rule-state.ts";
import type { RuleValues } from "../values.ts";

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

/** The last runs of a rule, whatever device they were about. */
export class RunLog {
  readonly #runs: Run[] = [];
  #next = 0;

  add(run: Run): void {
    this.#runs[this.#next] = run;
    this.#next = (this.#next + 1) % runsAtMost;
  }

  /** Newest first. */
  newest(): readonly Run[] {
    return [...this.#runs.slice(this.#next), ...this.#runs.slice(0, this.#next)].toReversed();
  }
}
