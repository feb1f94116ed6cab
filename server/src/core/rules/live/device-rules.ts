import type { DeviceId } from "../../../kernel/ids.ts";
import type { AlarmName } from "../../alarms/index.ts";
import type { Point } from "../../telemetry/index.ts";
import type { CompiledRule } from "../compile/compiled-rule.ts";
import { Evaluation } from "../evaluation.ts";
import { isMomentary, isState, looksAt } from "../inputs/looks-at.ts";
import type { WaitingInput } from "../inputs/told-change.ts";
import type { Observation } from "../observe/observation.ts";
import { dueOf, isUp, type RuleState } from "../step/rule-state.ts";
import type { Transition } from "../step/transition.ts";
import type { RuleValues } from "../values.ts";
import type { LeftState, StoredState } from "./live-rule-store.ts";
import type { Rule } from "./rule.ts";
import { RunLog } from "./run-log.ts";

/** A rule, what it was compiled to, and what it did last. */
export interface ReadyRule {
  readonly rule: Rule;
  readonly compiled: CompiledRule;
  readonly inputsOfKey: ReadonlyMap<string, readonly number[]>;
  readonly runs: RunLog;
}

export function readyRule(rule: Rule, compiled: CompiledRule): ReadyRule {
  const inputsOfKey = new Map<string, number[]>();
  for (const [at, { definition }] of compiled.inputs.entries()) {
    if (definition.kind !== "TELEMETRY") continue;
    inputsOfKey.set(definition.key, [...(inputsOfKey.get(definition.key) ?? []), at]);
  }
  return { rule, compiled, inputsOfKey, runs: new RunLog() };
}

/** It looks at nothing but what is so until it changes: it can be judged without anything happening. */
export const isOfStates = ({ inputs }: CompiledRule): boolean => inputs.every(({ definition }) => isState(definition));

const nothing: readonly Transition[] = [];

/** One rule of one device while the node runs. */
export class RunningRule {
  readonly ready: ReadyRule;
  readonly deviceId: DeviceId;
  readonly #evaluation: Evaluation;
  #written: RuleState | undefined;
  #lastKey: string | undefined;
  #lastInputs: readonly number[] | undefined;

  constructor(ready: ReadyRule, deviceId: DeviceId, state: RuleState, observation: Observation, now: number) {
    this.ready = ready;
    this.deviceId = deviceId;
    this.#written = state;
    this.#evaluation = new Evaluation(ready.compiled, state, now, observation);
    this.#evaluation.onLook = (at, now, values, before, after) =>
      ready.runs.add(deviceId, at, now, values, before, after);
  }

  /** Another version runs in its place, or none: nothing of it happens any more. */
  isEnded = false;

  get due(): number {
    return this.isEnded ? Number.POSITIVE_INFINITY : this.#evaluation.due;
  }

  resume(now: number): void {
    this.#evaluation.resume(now);
  }

  get state(): RuleState {
    return this.#evaluation.state;
  }

  /** What it knows, at the newest moment it knows something of. */
  get lastKnown(): { readonly at: number; readonly values: RuleValues } {
    return this.#evaluation.lastKnown;
  }

  /** Points of its device, in the order they were sent; those no input looks at are passed over. */
  takeAll(points: readonly Point[], arrival: number): readonly Transition[] {
    let happened = nothing;
    for (const { key, ts, value } of points) {
      const inputs = this.#inputsOf(key);
      if (inputs === undefined) continue;
      const transitions = this.#evaluation.take(inputs, ts, value, arrival);
      if (transitions.length > 0) happened = happened.length === 0 ? transitions : [...happened, ...transitions];
    }
    return happened;
  }

  /** Many points of one key follow each other. */
  #inputsOf(key: string): readonly number[] | undefined {
    if (key !== this.#lastKey) {
      this.#lastKey = key;
      this.#lastInputs = this.ready.inputsOfKey.get(key);
    }
    return this.#lastInputs;
  }

  /** Something beside its points changed; what holds for a moment is over at once. */
  tell(change: WaitingInput): readonly Transition[] {
    const { inputs } = this.ready.compiled;
    const told = inputs.flatMap(({ definition }, at) => (looksAt(definition, change) ? [at] : []));
    if (told.length === 0) return nothing;
    const happened = this.#evaluation.tell(told, change.value, change.time);
    const over = told.filter((at) => isMomentary(inputs[at]?.definition ?? { kind: "ACTIVITY", name: "" }));
    return over.length === 0 ? happened : [...happened, ...this.#evaluation.tell(over, "", change.time)];
  }

  /** Looks at a device for the first time: that it did is written, too, so that it does so once. */
  begin(now: number): readonly Transition[] {
    this.#written = undefined;
    return this.#evaluation.begin(now);
  }

  elapse(now: number): readonly Transition[] {
    return this.#evaluation.elapse(now);
  }

  clear(now: number): readonly Transition[] {
    return this.#evaluation.clear(now);
  }

  /** The type of the alarm it holds up. */
  get alarmType(): string | null {
    return this.ready.rule.mode === "LIVE" && isUp(this.state) ? this.state.alarmType : null;
  }

  get heldAlarm(): AlarmName | undefined {
    const { alarmType, deviceId } = this;
    return alarmType === null ? undefined : { originator: { type: "DEVICE", id: deviceId }, type: alarmType };
  }

  /** What stays when it ends for its device. */
  get left(): LeftState {
    const { id, tenantId } = this.ready.rule;
    return { ruleId: id, tenantId, deviceId: this.deviceId, alarmType: this.alarmType };
  }

  /** What has to be written, or undefined when that is written already. */
  unwritten(): StoredState | undefined {
    const { state } = this.#evaluation;
    if (this.isEnded || state === this.#written) return undefined;
    this.#written = state;
    const due = dueOf(this.ready.compiled, state)?.at ?? null;
    const { alarmType, deviceId } = this;
    return { ruleId: this.ready.rule.id, deviceId, state, due, alarmType, seen: this.#evaluation.newest };
  }
}
