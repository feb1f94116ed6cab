import type { DeviceId } from "../../../kernel/ids.ts";
import type { AlarmName } from "../../alarms/index.ts";
import type { Point } from "../../telemetry/index.ts";
import { Evaluation, type LookListener, type NodeAbsence } from "../evaluation.ts";
import { isMomentary, looksAt } from "../inputs/looks-at.ts";
import type { WaitingInput } from "../inputs/told-change.ts";
import type { Observation } from "../observe/observation.ts";
import { dueOf, isUp, type RuleState } from "../step/rule-state.ts";
import type { Transition } from "../step/transition.ts";
import type { RuleValues } from "../values.ts";
import { notQueued } from "./due-order.ts";
import type { LeftState, StoredState } from "./live-rule-store.ts";
import type { ReadyRule } from "./ready-rule.ts";
import type { Failure } from "./rule-fault.ts";
import type { RuleFaults } from "./rule-faults.ts";
import { Soundness } from "./soundness.ts";

const nothing: readonly Transition[] = [];

/** What is known of a device when a rule begins to look at it. */
export interface KnownOfDevice {
  readonly state: RuleState;
  readonly observation: Observation;
  readonly failure: Failure | null;
  readonly now: number;
  readonly absence: NodeAbsence;
}

/** One rule of one device while the node runs. */
export class RunningRule implements LookListener {
  readonly ready: ReadyRule;
  readonly deviceId: DeviceId;
  readonly #evaluation: Evaluation;
  /** Nearly all of them never fail. */
  #soundness: Soundness | undefined;
  readonly #faults: RuleFaults;
  #written: RuleState | undefined;
  #writtenFailure: Failure | null;
  #isEnded = false;
  queuedAt = notQueued;
  #lastKey: string | undefined;
  #lastInputs: readonly number[] | undefined;

  constructor(ready: ReadyRule, deviceId: DeviceId, known: KnownOfDevice, faults: RuleFaults) {
    const { state, observation, failure, now, absence } = known;
    this.ready = ready;
    this.deviceId = deviceId;
    this.#faults = faults;
    this.#soundness = failure ? new Soundness(failure, now) : undefined;
    this.#written = state;
    this.#writtenFailure = failure;
    this.#evaluation = new Evaluation(ready.compiled, state, now, observation, absence);
    this.#evaluation.listener = this;
    if (failure) faults.failing(ready.rule.id, deviceId, failure);
  }

  looked(at: number, now: number, values: RuleValues, before: RuleState, after: RuleState): void {
    this.ready.runs.add(this.deviceId, at, now, values, before, after);
    if (this.#soundness?.worked(now)) this.#faults.works(this.ready.rule.id, this.deviceId);
  }

  /** It could not look at its device: that concerns nobody else [RUL3]. */
  failed(error: unknown, now: number): void {
    this.#soundness ??= new Soundness(null, now);
    const begun = this.#soundness.failed(error, now);
    if (begun) this.#faults.failed(this.ready.rule.id, this.deviceId, begun, error);
  }

  /** Since when it cannot look at its device; null while it can. */
  get failure(): Failure | null {
    return this.#soundness?.failure ?? null;
  }

  /** That it fails, or does so no more, once each. */
  takeNews(): { readonly failure: Failure | null } | undefined {
    return this.isEnded ? undefined : this.#soundness?.takeNews();
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** Another version runs in its place, or none: nothing of it happens any more. */
  end(): void {
    this.#isEnded = true;
    if (this.failure) this.#faults.works(this.ready.rule.id, this.deviceId);
  }

  get due(): number {
    return this.isEnded ? Number.POSITIVE_INFINITY : this.#evaluation.due;
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
    const { value, time, file } = change;
    const followed = this.#evaluation.tell(told, value, time);
    const happened = file === undefined ? followed : followed.map((one) => ({ ...one, file }));
    const over = told.filter((at) => isMomentary(inputs[at]?.definition ?? { kind: "ACTIVITY", name: "" }));
    return over.length === 0 ? happened : [...happened, ...this.#evaluation.tell(over, "", time)];
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
    const { alarmType, deviceId, failure } = this;
    if (this.isEnded || (state === this.#written && failure === this.#writtenFailure)) return undefined;
    this.#written = state;
    this.#writtenFailure = failure;
    const due = dueOf(this.ready.compiled, state)?.at ?? null;
    return { ruleId: this.ready.rule.id, deviceId, state, failure, due, alarmType, seen: this.#evaluation.newest };
  }
}
