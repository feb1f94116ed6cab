import type { DeviceId, RuleId } from "../../../kernel/ids.ts";
import type { Clock } from "../../../kernel/time.ts";
import type { Rule } from "./rule.ts";
import { type Failure, notCompiled, notEvaluated, type RuleFault } from "./rule-fault.ts";

type Known = Pick<Rule, "id" | "version">;

interface Uncompiled {
  readonly version: number;
  readonly fault: RuleFault;
}

/** Which rules cannot be evaluated, and why: the others go on, and people are told of these [RUL5]. */
export class RuleFaults {
  readonly #clock: Clock;
  readonly #onFailure: (error: unknown, of: RuleId) => void;
  readonly #uncompiled = new Map<RuleId, Uncompiled>();
  readonly #failing = new Map<RuleId, Map<DeviceId, Failure>>();

  constructor(clock: Clock, onFailure: (error: unknown, of: RuleId) => void) {
    this.#clock = clock;
    this.#onFailure = onFailure;
  }

  /** Undefined: nothing is wrong with this version of it. */
  of({ id, version }: Known): RuleFault | undefined {
    const uncompiled = this.#uncompiled.get(id);
    if (uncompiled) return uncompiled.version === version ? uncompiled.fault : undefined;
    const newest = [...(this.#failing.get(id) ?? [])].at(-1);
    return newest && notEvaluated(newest[1], newest[0]);
  }

  isUncompiled({ id, version }: Known): boolean {
    return this.#uncompiled.get(id)?.version === version;
  }

  /** Told once for each version. */
  uncompiled({ id, version }: Known, error: unknown): void {
    this.#uncompiled.set(id, { version, fault: notCompiled(error, this.#clock()) });
    this.#onFailure(error, id);
  }

  /** These rules are in force and no others. */
  keep(rules: readonly Known[], isCompiled: (id: RuleId) => boolean): void {
    const ids = new Set(rules.map(({ id }) => id));
    for (const id of this.#uncompiled.keys()) if (!ids.has(id) || isCompiled(id)) this.#uncompiled.delete(id);
    for (const id of this.#failing.keys()) if (!ids.has(id)) this.#failing.delete(id);
  }

  /** For one device; the newest is shown. */
  failing(id: RuleId, device: DeviceId, failure: Failure): void {
    const ofRule = this.#failing.get(id) ?? new Map<DeviceId, Failure>();
    ofRule.delete(device);
    this.#failing.set(id, ofRule.set(device, failure));
  }

  failed(id: RuleId, device: DeviceId, failure: Failure, error: unknown): void {
    this.failing(id, device, failure);
    this.#onFailure(error, id);
  }

  works(id: RuleId, device: DeviceId): void {
    const ofRule = this.#failing.get(id);
    ofRule?.delete(device);
    if (ofRule?.size === 0) this.#failing.delete(id);
  }
}
