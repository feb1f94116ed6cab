import type { NodeAbsence } from "../evaluation.ts";
import { Observation } from "../observe/observation.ts";
import { initialState, isUp, type RuleState } from "../step/rule-state.ts";
import type { LeftState, ScopedDevice, StoredState } from "./live-rule-store.ts";
import type { ReadyRule } from "./ready-rule.ts";
import type { RulesInForce } from "./rules-in-force.ts";
import { type KnownOfDevice, RunningRule } from "./running-rule.ts";
import type { Observed, Wanted } from "./stored-points.ts";

/** A rule that is to run for a device, and what it decided of it before. */
export interface WantedRule extends Wanted {
  readonly of: ScopedDevice;
  readonly ready: ReadyRule;
  readonly stored: StoredState | undefined;
}

/** A device, what rules have decided of it, and which of them are to run. */
export interface AboutDevice {
  readonly of: ScopedDevice;
  readonly states: readonly StoredState[];
  readonly rules: ReadonlySet<ReadyRule>;
}

/** Those that do not run yet. Changes nothing: what they know may turn out not to be readable. */
export function wantedOf({ of, states, rules }: AboutDevice, running: readonly RunningRule[]): readonly WantedRule[] {
  const stateOf = new Map(states.map((stored) => [stored.ruleId, stored]));
  const isRunning = new Set(running.map(({ ready }) => ready));
  const wanted: WantedRule[] = [];
  for (const ready of rules) {
    if (isRunning.has(ready)) continue;
    const stored = stateOf.get(ready.rule.id);
    const seen = stored?.state?.version === ready.rule.version ? stored.seen : [];
    wanted.push({ of, device: of.id, rule: ready.compiled, seen, ready, stored });
  }
  return wanted;
}

/** Makes rules run from what is stored, and keeps what nobody decides on any more. */
export class RuleMaking {
  readonly #inForce: RulesInForce;
  readonly #absence: NodeAbsence;
  #left: LeftState[] = [];

  constructor(inForce: RulesInForce, absence: NodeAbsence) {
    this.#inForce = inForce;
    this.#absence = absence;
  }

  /** What nobody decides on any more, once each. */
  takeLeft(): readonly LeftState[] {
    const left = this.#left;
    this.#left = [];
    return left;
  }

  /** A rule that goes on and is not for the device any more leaves what it decided behind. */
  leave({ of, states }: AboutDevice): void {
    for (const { ruleId, deviceId, alarmType } of states) {
      const ready = this.#inForce.find(ruleId);
      if (ready && !this.#inForce.isFor(ready, of))
        this.#left.push({ ruleId, deviceId, tenantId: of.tenantId, alarmType });
    }
  }

  /** What is stored may be of another version or from a hand: where it makes no sense, the rule begins anew and says so. */
  made({ ready, of, stored }: WantedRule, known: Observed | undefined, now: number): RunningRule {
    const state = this.#stateOf(ready, of, stored);
    const observation = known && "observation" in known ? known.observation : new Observation(ready.compiled);
    const failure = stored?.failure ?? null;
    const running = this.#begun(ready, of, { state, observation, failure, now, absence: this.#absence });
    if (known && "fault" in known) running.failed(known.fault, now);
    if (stored && !stored.state) running.failed(new Error("what it had decided cannot be read"), now);
    return running;
  }

  #begun(ready: ReadyRule, { id }: ScopedDevice, known: KnownOfDevice): RunningRule {
    const { faults } = this.#inForce;
    try {
      return new RunningRule(ready, id, known, faults);
    } catch (error) {
      const running = new RunningRule(ready, id, { ...known, state: initialState(ready.compiled) }, faults);
      running.failed(error, known.now);
      return running;
    }
  }

  /** A rule that raised alarms and no longer does begins anew, as does one that did not and now does. */
  #stateOf(ready: ReadyRule, { tenantId }: ScopedDevice, stored: StoredState | undefined): RuleState {
    const fresh = initialState(ready.compiled);
    if (!stored) return fresh;
    const { ruleId, deviceId, alarmType, state } = stored;
    const hadAlarm = alarmType !== null;
    const hasAlarm = state !== null && ready.rule.mode === "LIVE" && isUp(state) && state.alarmType !== null;
    if (hadAlarm === hasAlarm) return state ?? fresh;
    if (hadAlarm) this.#left.push({ ruleId, deviceId, tenantId, alarmType });
    return fresh;
  }
}
