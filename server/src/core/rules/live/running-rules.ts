import type { DeviceId, RuleId } from "../../../kernel/ids.ts";
import type { LoggedBatch } from "../../telemetry/index.ts";
import { Observation } from "../observe/observation.ts";
import { initialState, isUp, type RuleState } from "../step/rule-state.ts";
import { rememberInputs } from "./known-inputs.ts";
import type { LiveRuleParts } from "./live-parts.ts";
import type { LeftState, LiveRuleStore, ScopedDevice, StoredState } from "./live-rule-store.ts";
import { isOfStates, looksUnasked, type ReadyRule } from "./ready-rule.ts";
import type { RuleFaults } from "./rule-faults.ts";
import { RulesInForce } from "./rules-in-force.ts";
import { type KnownOfDevice, RunningRule } from "./running-rule.ts";
import type { ScopedGroups } from "./scoped-groups.ts";
import { type Observed, observed, type Wanted } from "./stored-points.ts";

const none: readonly RunningRule[] = [];

type RunningParts = Pick<
  LiveRuleParts,
  "store" | "points" | "inputs" | "listening" | "members" | "clock" | "onFailure"
>;

/** What was not evaluated whenever it is asked for, and from when on. */
export interface Learning {
  /** What was evaluated beside the points and is not removed yet. */
  readonly isEvaluated: (seq: number) => boolean;
  readonly unseen: () => Iterable<LoggedBatch>;
  readonly now: number;
  /** Nothing came of them: only what may happen by itself is made, the rest when something does. There may be very many. */
  readonly isWatch?: boolean;
}

interface WantedRule extends Wanted {
  readonly of: ScopedDevice;
  readonly ready: ReadyRule;
  readonly stored: StoredState | undefined;
}

/** A device, what rules have decided of it, and which are for it. */
interface AboutDevice {
  readonly of: ScopedDevice;
  readonly states: readonly StoredState[];
  readonly rules: ReadonlySet<ReadyRule>;
}

/** The rules of devices while the node runs: made when a device is first looked at, from what is stored. */
export class RunningRules {
  readonly #parts: RunningParts;
  readonly #store: LiveRuleStore;
  readonly #inForce: RulesInForce;
  readonly #running = new Map<DeviceId, readonly RunningRule[]>();
  /** Devices that may have rules which do not run yet. */
  readonly #incomplete = new Set<DeviceId>();
  /** Of these nothing is missing that may happen by itself. */
  readonly #watched = new Set<DeviceId>();
  /** Those of which something changed while nobody listened. */
  readonly #relearned = new Set<DeviceId>();
  /** States that nobody decides on any more. */
  #left: LeftState[] = [];

  /** Those that have not looked at their device yet, and are to do so although nothing comes. */
  #toBegin: RunningRule[] = [];

  constructor(parts: RunningParts) {
    this.#parts = parts;
    this.#store = parts.store;
    this.#inForce = new RulesInForce(parts);
  }

  get isEmpty(): boolean {
    return this.#inForce.isEmpty;
  }

  get groups(): ScopedGroups {
    return this.#inForce.groups;
  }

  get faults(): RuleFaults {
    return this.#inForce.faults;
  }

  find(id: RuleId): ReadyRule | undefined {
    return this.#inForce.find(id);
  }

  /** The rules as they are for points after a position. Those that are as before go on, the others end. */
  async load(position: number): Promise<void> {
    await this.#inForce.load(position);
    for (const [device, running] of this.#running) {
      const kept = running.filter(({ ready }) => this.#inForce.has(ready));
      for (const one of running) if (!kept.includes(one)) one.end();
      this.#running.set(device, kept);
      this.#incomplete.add(device);
    }
    this.#watched.clear();
  }

  resume(now: number): void {
    for (const running of this.#running.values()) for (const one of running) one.resume(now);
  }

  known(device: DeviceId): readonly RunningRule[] | undefined {
    return this.#running.get(device);
  }

  /** It is elsewhere or of another type: other rules may be for it. */
  recheck(device: DeviceId): void {
    if (this.#running.has(device)) this.#incomplete.add(device);
    this.#watched.delete(device);
  }

  /** Something changed unheard: what its rules know is read again. Everything they decided is stored. */
  relearn(device: DeviceId): void {
    const running = this.#running.get(device) ?? none;
    for (const one of running) one.end();
    if (running.length > 0) this.#running.set(device, none);
    this.recheck(device);
    this.#relearned.add(device);
  }

  forget(device: DeviceId): void {
    for (const one of this.#running.get(device) ?? none) one.end();
    this.#running.delete(device);
    this.#incomplete.delete(device);
    this.#watched.delete(device);
  }

  /** What nobody decides on any more, once each. */
  takeLeft(): readonly LeftState[] {
    const left = this.#left;
    this.#left = [];
    return left;
  }

  /** Makes those of devices that are not known yet. */
  async learn(devices: readonly DeviceId[], learning: Learning): Promise<readonly RunningRule[]> {
    const { isWatch = false } = learning;
    const unknown = [...new Set(devices)].filter((id) => this.#isUnknown(id, isWatch));
    if (unknown.length === 0) return none;
    const states = Map.groupBy(await this.#statesOf(unknown, isWatch), ({ deviceId }) => deviceId);
    const found = await this.#store.devices(unknown);
    const about = found.map((device) => this.#about(device, states.get(device.id) ?? []));
    const wanted = about.flatMap((one) => this.#wanted(one, isWatch));
    const known = await observed(this.#parts.points, wanted, learning.unseen);
    const observations = known.map((one) => ("observation" in one ? one.observation : undefined));
    await rememberInputs(this.#parts.inputs, wanted, observations, learning.isEvaluated);
    for (const one of about) this.#keep(one);
    const made = wanted.map((one, at) => this.#made(one, known[at], learning.now));
    this.#toBegin.push(...made.filter((one, at) => isOfStates(one.ready.compiled) && this.#isNew(wanted[at])));
    for (const device of unknown) this.#complete(device, isWatch);
    return made;
  }

  #about(of: ScopedDevice, states: readonly StoredState[]): AboutDevice {
    return { of, states, rules: this.#inForce.rulesOf(of) };
  }

  #isUnknown(id: DeviceId, isWatch: boolean): boolean {
    if (isWatch && this.#watched.has(id)) return false;
    return !this.#running.has(id) || this.#incomplete.has(id);
  }

  #statesOf(devices: readonly DeviceId[], isWatch: boolean): Promise<readonly StoredState[]> {
    return isWatch ? this.#store.watchedStatesOf(devices, this.#inForce.unasked) : this.#store.statesOf(devices);
  }

  #isNew(wanted: WantedRule | undefined): boolean {
    const { stored, ready, device } = wanted ?? {};
    const isOfThis = stored?.state !== undefined && stored.state?.version === ready?.rule.version;
    return !isOfThis || (device !== undefined && this.#relearned.has(device));
  }

  /** Each once. */
  takeToBegin(): readonly RunningRule[] {
    const begun = this.#toBegin.filter(({ isEnded }) => !isEnded);
    this.#toBegin = [];
    return begun;
  }

  get hasToBegin(): boolean {
    return this.#toBegin.length > 0;
  }

  #complete(device: DeviceId, isWatch: boolean): void {
    if (!this.#running.has(device)) this.#running.set(device, none);
    this.#watched.add(device);
    if (isWatch) this.#incomplete.add(device);
    else {
      this.#incomplete.delete(device);
      this.#relearned.delete(device);
    }
  }

  /** Those of a device that do not run yet. Changes nothing: what they know may turn out not to be readable. */
  #wanted({ of, states, rules }: AboutDevice, isWatch: boolean): readonly WantedRule[] {
    const running = new Set((this.#running.get(of.id) ?? none).map(({ ready }) => ready));
    const missing = [...rules].filter((ready) => !running.has(ready));
    const stateOf = new Map(states.map((stored) => [stored.ruleId, stored]));
    const wanted = missing.map((ready) => {
      const stored = stateOf.get(ready.rule.id);
      const seen = stored?.state?.version === ready.rule.version ? stored.seen : [];
      return { of, device: of.id, rule: ready.compiled, seen, ready, stored };
    });
    return isWatch ? wanted.filter(mayHappenByItself) : wanted;
  }

  /** Those that are not for the device any more end. */
  #keep({ of, states, rules }: AboutDevice): void {
    this.#leave(of, states, rules);
    this.#running.set(of.id, this.#kept(of.id, rules));
  }

  /** What is stored may be of another version or from a hand: where it makes no sense, the rule begins anew and says so. */
  #made({ ready, of, stored }: WantedRule, known: Observed | undefined, now: number): RunningRule {
    const state = this.#stateOf(ready, of, stored);
    const observation = known && "observation" in known ? known.observation : new Observation(ready.compiled);
    const running = this.#begun(ready, of.id, { state, observation, failure: stored?.failure ?? null, now });
    if (known && "fault" in known) running.failed(known.fault, now);
    if (stored && !stored.state) running.failed(new Error("what it had decided cannot be read"), now);
    this.#running.set(of.id, [...(this.#running.get(of.id) ?? none), running]);
    return running;
  }

  #begun(ready: ReadyRule, device: DeviceId, known: KnownOfDevice): RunningRule {
    try {
      return new RunningRule(ready, device, known, this.faults);
    } catch (error) {
      const fresh = { ...known, state: initialState(ready.compiled) };
      const running = new RunningRule(ready, device, fresh, this.faults);
      running.failed(error, known.now);
      return running;
    }
  }

  #kept(device: DeviceId, wanted: ReadonlySet<ReadyRule>): readonly RunningRule[] {
    const running = this.#running.get(device) ?? none;
    for (const one of running) if (!wanted.has(one.ready)) one.end();
    return running.filter(({ isEnded }) => !isEnded);
  }

  /** A rule that goes on and is not for the device any more leaves what it decided behind. */
  #leave({ tenantId }: ScopedDevice, states: readonly StoredState[], wanted: ReadonlySet<ReadyRule>): void {
    for (const { ruleId, deviceId, alarmType } of states) {
      const ready = this.#inForce.find(ruleId);
      if (ready && !wanted.has(ready)) this.#left.push({ ruleId, deviceId, tenantId, alarmType });
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

  /** Devices that have to be looked at although they send nothing: something falls due, there is an alarm, silence or a state counts. */
  async *waiting(): AsyncGenerator<readonly DeviceId[]> {
    yield* inSlices(await this.#store.devicesToWatch());
    if (this.#inForce.unasked.length === 0) return;
    const index = this.#inForce.unaskedIndex();
    for (let page = await this.#store.devicesAfter(undefined, learnedAtOnce); page.length > 0; ) {
      yield page.filter((device) => index.rulesOf(device).size > 0).map(({ id }) => id);
      page = await this.#store.devicesAfter(page.at(-1)?.id, learnedAtOnce);
    }
  }
}

/** Something falls due, there is an alarm, or it looks without being asked. */
const mayHappenByItself = ({ rule, stored }: WantedRule): boolean =>
  looksUnasked(rule) || (stored !== undefined && (stored.due !== null || stored.alarmType !== null));

/** Devices that are watched from one go on: what falls due of them is stored together. */
const learnedAtOnce = 500;

function* inSlices<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < all.length; from += learnedAtOnce) yield all.slice(from, from + learnedAtOnce);
}
