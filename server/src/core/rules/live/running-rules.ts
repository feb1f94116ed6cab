import type { DeviceId, RuleId } from "../../../kernel/ids.ts";
import type { NodeAbsence } from "../evaluation.ts";
import { rememberInputs } from "./known-inputs.ts";
import type { Learning } from "./learning.ts";
import type { LiveRuleParts } from "./live-parts.ts";
import type { LeftState, LiveRuleStore, ScopedDevice, StoredState } from "./live-rule-store.ts";
import { isOfStates, type ReadyRule } from "./ready-rule.ts";
import type { RuleFaults } from "./rule-faults.ts";
import { type AboutDevice, RuleMaking, type WantedRule, wantedOf } from "./rule-making.ts";
import { RulesInForce } from "./rules-in-force.ts";
import type { RunningRule } from "./running-rule.ts";
import type { ScopedGroups } from "./scoped-groups.ts";
import { type Observed, observed } from "./stored-points.ts";

const none: readonly RunningRule[] = [];

type RunningParts = Pick<
  LiveRuleParts,
  "store" | "points" | "inputs" | "listening" | "members" | "clock" | "onFailure" | "isOurs"
>;

/** The rules of devices while the node runs: made when a device is first looked at, from what is stored. */
export class RunningRules {
  readonly #parts: RunningParts;
  readonly #store: LiveRuleStore;
  readonly #inForce: RulesInForce;
  readonly #making: RuleMaking;
  readonly #running = new Map<DeviceId, readonly RunningRule[]>();
  /** Devices that may have rules which do not run yet. */
  readonly #incomplete = new Set<DeviceId>();
  /** Of these nothing is missing that may happen by itself. */
  readonly #watched = new Set<DeviceId>();
  /** Those of which something changed while nobody listened. */
  readonly #relearned = new Set<DeviceId>();
  /** Those that have not looked at their device yet, and are to do so although nothing comes. */
  #toBegin: RunningRule[] = [];

  constructor(parts: RunningParts, absence: NodeAbsence) {
    this.#parts = parts;
    this.#store = parts.store;
    this.#inForce = new RulesInForce(parts);
    this.#making = new RuleMaking(this.#inForce, absence);
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
    if (!this.isEmpty) this.#parts.points.expectQuestions();
  }

  /** False where it is known to be for others only. */
  mayBeFor(rule: RuleId, device: ScopedDevice): boolean {
    const ready = this.#inForce.find(rule);
    return !ready || this.#inForce.isFor(ready, device);
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

  forgetThose(isGone: (device: DeviceId) => boolean): void {
    for (const device of [...this.#running.keys()]) if (isGone(device)) this.forget(device);
  }

  /** What nobody decides on any more, once each. */
  takeLeft(): readonly LeftState[] {
    return this.#making.takeLeft();
  }

  /** Each once; nearly always there are none. */
  unknownAmong(devices: readonly DeviceId[], isWatch: boolean): readonly DeviceId[] {
    const unknown = devices.filter((id) => this.#isUnknown(id, isWatch));
    return unknown.length === 0 ? unknown : [...new Set(unknown)];
  }

  /** Makes those of devices that are not known yet. */
  async learn(unknown: readonly DeviceId[], learning: Learning): Promise<readonly RunningRule[]> {
    const { isWatch = false } = learning;
    const found = await this.#store.devices(unknown);
    const about = await (isWatch ? this.#aboutWatched(found) : this.#about(found));
    const wanted = about.flatMap((one) => wantedOf(one, this.#running.get(one.of.id) ?? none));
    const known = await observed(this.#parts.points, wanted, learning.unseen);
    const observations = known.map((one) => ("observation" in one ? one.observation : undefined));
    await rememberInputs(this.#parts.inputs, wanted, observations, learning);
    for (const one of about) this.#keep(one);
    const made = wanted.map((one, at) => this.#made(one, known[at], learning.now));
    this.#toBegin.push(...made.filter((one, at) => isOfStates(one.ready.compiled) && this.#isNew(wanted[at])));
    for (const device of unknown) this.#complete(device, isWatch);
    return made;
  }

  async #about(devices: readonly ScopedDevice[]): Promise<readonly AboutDevice[]> {
    const states = byDevice(await this.#store.statesOf(devices.map(({ id }) => id)));
    return devices.map((of) => ({ of, states: states.get(of.id) ?? [], rules: this.#inForce.rulesOf(of) }));
  }

  /** Only what may happen by itself: something falls due, there is an alarm, or a rule looks without being asked. */
  async #aboutWatched(devices: readonly ScopedDevice[]): Promise<readonly AboutDevice[]> {
    const unasked = devices.map((of) => this.#inForce.unaskedOf(of));
    const ids = new Set<RuleId>();
    for (const rules of unasked) for (const { rule } of rules) ids.add(rule.id);
    const found = await this.#store.watchedStatesOf(
      devices.map(({ id }) => id),
      [...ids],
    );
    const states = byDevice(found);
    return devices.map((of, at) => {
      const own = states.get(of.id) ?? [];
      const rules = new Set(unasked[at]);
      for (const { ruleId } of own) {
        const decided = this.#inForce.find(ruleId);
        if (decided && this.#inForce.isFor(decided, of)) rules.add(decided);
      }
      return { of, states: own, rules };
    });
  }

  #isUnknown(id: DeviceId, isWatch: boolean): boolean {
    if (isWatch && this.#watched.has(id)) return false;
    return !this.#running.has(id) || this.#incomplete.has(id);
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

  /** Those that are not for the device any more end. */
  #keep(about: AboutDevice): void {
    this.#making.leave(about);
    const running = this.#running.get(about.of.id) ?? none;
    const kept = running.filter(({ ready }) => this.#inForce.isFor(ready, about.of));
    if (kept.length < running.length) for (const one of running) if (!kept.includes(one)) one.end();
    this.#running.set(about.of.id, kept);
  }

  #made(wanted: WantedRule, known: Observed | undefined, now: number): RunningRule {
    const running = this.#making.made(wanted, known, now);
    this.#running.set(wanted.device, [...(this.#running.get(wanted.device) ?? none), running]);
    return running;
  }

  /** Devices that have to be looked at although they send nothing: something falls due, there is an alarm, silence or a state counts. */
  async *waiting(): AsyncGenerator<readonly DeviceId[]> {
    const { isOurs = () => true } = this.#parts;
    yield* inSlices((await this.#store.devicesToWatch()).filter(isOurs));
    if (!this.#inForce.hasUnasked) return;
    for (let page = await this.#store.devicesAfter(undefined, learnedAtOnce); page.length > 0; ) {
      const unasked = page.filter((device) => isOurs(device.id) && this.#inForce.unaskedOf(device).size > 0);
      yield unasked.map(({ id }) => id);
      page = await this.#store.devicesAfter(page.at(-1)?.id, learnedAtOnce);
    }
  }
}

/** Devices that are watched from one go on: what falls due of them is stored together. */
const learnedAtOnce = 1_000;

function* inSlices<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < all.length; from += learnedAtOnce) yield all.slice(from, from + learnedAtOnce);
}

const byDevice = (states: readonly StoredState[]): ReadonlyMap<DeviceId, readonly StoredState[]> =>
  Map.groupBy(states, ({ deviceId }) => deviceId);
