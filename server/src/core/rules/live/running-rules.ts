import type { DeviceId, RuleId } from "../../../kernel/ids.ts";
import type { LoggedBatch } from "../../telemetry/index.ts";
import { compileRule } from "../compile/compile-rule.ts";
import type { CompiledRule } from "../compile/compiled-rule.ts";
import { Observation } from "../observe/observation.ts";
import { initialState, isUp, type RuleState } from "../step/rule-state.ts";
import { RuleIndex } from "./applies.ts";
import { isOfStates, type ReadyRule, RunningRule, readyRule } from "./device-rules.ts";
import { rememberInputs } from "./known-inputs.ts";
import type { LiveRuleParts } from "./live-parts.ts";
import type { LeftState, LiveRuleStore, ScopedDevice, StoredState } from "./live-rule-store.ts";
import type { Rule } from "./rule.ts";
import { ScopedGroups } from "./scoped-groups.ts";
import { observed, type Wanted } from "./stored-points.ts";

const none: readonly RunningRule[] = [];
/** Behind everything in the log: the rules as they are saved. */
export const newest = Number.MAX_SAFE_INTEGER;

type RunningParts = Pick<LiveRuleParts, "store" | "points" | "inputs" | "listening" | "members">;

/** What was not evaluated whenever it is asked for, and from when on. */
export interface Learning {
  /** What was evaluated beside the points and is not removed yet. */
  readonly isEvaluated: (seq: number) => boolean;
  readonly unseen: () => Iterable<LoggedBatch>;
  readonly now: number;
}

interface WantedRule extends Wanted {
  readonly of: ScopedDevice;
  readonly ready: ReadyRule;
  readonly stored: StoredState | undefined;
}

/** The rules of devices while the node runs: made when a device is first looked at, from what is stored. */
export class RunningRules {
  readonly #parts: RunningParts;
  readonly #store: LiveRuleStore;
  readonly groups: ScopedGroups;
  #rules: ReadonlyMap<RuleId, ReadyRule> = new Map();
  #index: RuleIndex;
  readonly #running = new Map<DeviceId, readonly RunningRule[]>();
  /** Devices that may have rules which do not run yet. */
  readonly #incomplete = new Set<DeviceId>();
  /** Those of which something changed while nobody listened. */
  readonly #relearned = new Set<DeviceId>();
  /** States that nobody decides on any more. */
  #left: LeftState[] = [];

  /** Those that have not looked at their device yet, and are to do so although nothing comes. */
  #toBegin: RunningRule[] = [];

  constructor(parts: RunningParts) {
    this.#parts = parts;
    this.#store = parts.store;
    this.groups = new ScopedGroups(parts.members);
    this.#index = new RuleIndex([], this.groups);
  }

  get isEmpty(): boolean {
    return this.#rules.size === 0;
  }

  find(id: RuleId): ReadyRule | undefined {
    return this.#rules.get(id);
  }

  /** The rules as they are for points after a position. Those that are as before go on, the others end. */
  async load(position: number, onFailure: (error: unknown, of: RuleId) => void): Promise<void> {
    const rules = await this.#store.inForce(position);
    await this.groups.follow(rules);
    if (position === newest) this.#parts.listening.set(rules);
    else this.#parts.listening.add(rules);
    const ready = rules.flatMap((rule) => this.#ready(rule, onFailure));
    this.#rules = new Map(ready.map((one) => [one.rule.id, one]));
    this.#index = new RuleIndex(ready, this.groups);
    for (const [device, running] of this.#running) {
      const kept = running.filter((one) => this.#rules.get(one.ready.rule.id) === one.ready);
      for (const one of running) one.isEnded ||= !kept.includes(one);
      this.#running.set(device, kept);
      this.#incomplete.add(device);
    }
  }

  /** One that this version cannot compile is left out: it stops no other. */
  #ready(rule: Rule, onFailure: (error: unknown, of: RuleId) => void): readonly ReadyRule[] {
    const known = this.#rules.get(rule.id);
    if (known?.rule.version === rule.version) return [known];
    try {
      return [readyRule(rule, compileRule(rule.definition, rule.version))];
    } catch (error) {
      onFailure(error, rule.id);
      return [];
    }
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
  }

  /** Something changed unheard: what its rules know is read again. Everything they decided is stored. */
  relearn(device: DeviceId): void {
    const running = this.#running.get(device) ?? none;
    for (const one of running) one.isEnded = true;
    if (running.length > 0) this.#running.set(device, none);
    this.recheck(device);
    this.#relearned.add(device);
  }

  forget(device: DeviceId): void {
    for (const one of this.#running.get(device) ?? none) one.isEnded = true;
    this.#running.delete(device);
    this.#incomplete.delete(device);
  }

  /** What nobody decides on any more, once each. */
  takeLeft(): readonly LeftState[] {
    const left = this.#left;
    this.#left = [];
    return left;
  }

  /** Makes those of devices that are not known yet. */
  async learn(devices: readonly DeviceId[], learning: Learning): Promise<readonly RunningRule[]> {
    const unknown = [...new Set(devices)].filter((id) => !this.#running.has(id) || this.#incomplete.has(id));
    if (unknown.length === 0) return none;
    const states = Map.groupBy(await this.#store.statesOf(unknown), ({ deviceId }) => deviceId);
    const found = await this.#store.devices(unknown);
    const wanted = found.flatMap((device) => this.#wanted(device, states.get(device.id) ?? []));
    const observations = await observed(this.#parts.points, wanted, learning.unseen);
    await rememberInputs(this.#parts.inputs, wanted, observations, learning.isEvaluated);
    for (const device of found) this.#keep(device, states.get(device.id) ?? []);
    const made = wanted.map((one, at) => this.#made(one, observations[at], learning.now));
    this.#toBegin.push(...made.filter((one, at) => isOfStates(one.ready.compiled) && this.#isNew(wanted[at])));
    for (const device of unknown) this.#complete(device);
    return made;
  }

  #isNew(wanted: WantedRule | undefined): boolean {
    const { stored, ready, device } = wanted ?? {};
    const isOfThis = stored !== undefined && stored.state.version === ready?.rule.version;
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

  #complete(device: DeviceId): void {
    this.#incomplete.delete(device);
    this.#relearned.delete(device);
    if (!this.#running.has(device)) this.#running.set(device, none);
  }

  /** Those of a device that do not run yet. Changes nothing: what they know may turn out not to be readable. */
  #wanted(of: ScopedDevice, states: readonly StoredState[]): readonly WantedRule[] {
    const running = new Set((this.#running.get(of.id) ?? none).map(({ ready }) => ready));
    const missing = [...this.#index.rulesOf(of)].filter((ready) => !running.has(ready));
    return missing.map((ready) => {
      const stored = states.find(({ ruleId }) => ruleId === ready.rule.id);
      const seen = stored?.state.version === ready.rule.version ? stored.seen : [];
      return { of, device: of.id, rule: ready.compiled, seen, ready, stored };
    });
  }

  /** Those that are not for the device any more end. */
  #keep(device: ScopedDevice, states: readonly StoredState[]): void {
    const wanted = this.#index.rulesOf(device);
    this.#leave(device, states, wanted);
    this.#running.set(device.id, this.#kept(device.id, wanted));
  }

  #made({ ready, of, stored }: WantedRule, observation: Observation | undefined, now: number): RunningRule {
    const state = this.#stateOf(ready, of, stored);
    const running = new RunningRule(ready, of.id, state, observation ?? new Observation(ready.compiled), now);
    this.#running.set(of.id, [...(this.#running.get(of.id) ?? none), running]);
    return running;
  }

  #kept(device: DeviceId, wanted: ReadonlySet<ReadyRule>): readonly RunningRule[] {
    const running = this.#running.get(device) ?? none;
    for (const one of running) one.isEnded = !wanted.has(one.ready);
    return running.filter(({ isEnded }) => !isEnded);
  }

  /** A rule that goes on and is not for the device any more leaves what it decided behind. */
  #leave({ tenantId }: ScopedDevice, states: readonly StoredState[], wanted: ReadonlySet<ReadyRule>): void {
    for (const { ruleId, deviceId, alarmType } of states) {
      const ready = this.#rules.get(ruleId);
      if (ready && !wanted.has(ready)) this.#left.push({ ruleId, deviceId, tenantId, alarmType });
    }
  }

  /** A rule that raised alarms and no longer does begins anew, as does one that did not and now does. */
  #stateOf(ready: ReadyRule, { tenantId }: ScopedDevice, stored: StoredState | undefined): RuleState {
    const fresh = initialState(ready.compiled);
    if (!stored) return fresh;
    const { ruleId, deviceId, alarmType, state } = stored;
    const hadAlarm = alarmType !== null;
    const hasAlarm = ready.rule.mode === "LIVE" && isUp(state) && state.alarmType !== null;
    if (hadAlarm === hasAlarm) return state;
    if (hadAlarm) this.#left.push({ ruleId, deviceId, tenantId, alarmType });
    return fresh;
  }

  /** Devices that have to be looked at although they send nothing: something falls due, there is an alarm, silence or a state counts. */
  async *waiting(): AsyncGenerator<readonly DeviceId[]> {
    yield* inSlices(await this.#store.devicesToWatch());
    const counting = [...this.#rules.values()].filter(({ compiled }) => looksUnasked(compiled));
    if (counting.length === 0) return;
    const index = new RuleIndex(counting, this.groups);
    for (let page = await this.#store.devicesAfter(undefined, learnedAtOnce); page.length > 0; ) {
      yield page.filter((device) => index.rulesOf(device).size > 0).map(({ id }) => id);
      page = await this.#store.devicesAfter(page.at(-1)?.id, learnedAtOnce);
    }
  }
}

/** Silence counts, or what may be so already. */
const looksUnasked = (rule: CompiledRule): boolean => Number.isFinite(rule.noDataAfterMs) || isOfStates(rule);

/** Devices that are learned in one go. */
const learnedAtOnce = 200;

function* inSlices<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < all.length; from += learnedAtOnce) yield all.slice(from, from + learnedAtOnce);
}
