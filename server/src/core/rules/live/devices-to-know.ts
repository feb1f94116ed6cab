import { setImmediate as immediate } from "node:timers/promises";
import type { DeviceId } from "../../../kernel/ids.ts";
import type { Clock } from "../../../kernel/time.ts";
import type { Insistence } from "./insistence.ts";
import type { RunningRules } from "./running-rules.ts";

/** How often it is looked who is in the groups that rules are for, and how often when something about devices has changed. */
const groupsEveryMs = 5_000;
const changingGroupsEveryMs = 1_000;

/** Makes the rules of devices; `isWatch`: those that something may happen to although nothing comes. */
type Learn = (devices: readonly DeviceId[], isWatch?: boolean) => Promise<void>;

/** Which devices have to be known although they send nothing: new ones, changed ones, those that something falls due of. */
export class DevicesToKnow {
  readonly #running: RunningRules;
  readonly #learn: Learn;
  readonly #insistence: Insistence;
  readonly #clock: Clock;
  readonly #asked = new Set<DeviceId>();
  /** Something of these was not written down. */
  readonly #missed = new Set<DeviceId>();
  #groupsSeenAt = 0;
  #mayGroupsChange = false;
  /** Slice by slice: there may be very many. */
  #watch: AsyncGenerator<readonly DeviceId[]> | undefined;

  constructor(running: RunningRules, learn: Learn, insistence: Insistence, clock: Clock) {
    this.#running = running;
    this.#learn = learn;
    this.#insistence = insistence;
    this.#clock = clock;
  }

  get hasWork(): boolean {
    return this.#asked.size > 0 || this.#missed.size > 0 || this.#watch !== undefined;
  }

  /** New, elsewhere, or of another type. */
  changed(devices: readonly DeviceId[]): void {
    for (const device of devices) {
      this.#running.recheck(device);
      this.#asked.add(device);
    }
  }

  ask(device: DeviceId): void {
    this.#asked.add(device);
  }

  isAsked(device: DeviceId): boolean {
    return this.#asked.has(device);
  }

  missed(device: DeviceId): void {
    this.#missed.add(device);
  }

  /** Something changed by which devices are grouped. */
  groupsMayChange(): void {
    this.#mayGroupsChange = true;
  }

  /** Rules are others: whatever falls due without a point has to be known. */
  watch(): void {
    this.#watch = this.#running.waiting();
  }

  /** Some of all that is to be known; what arrives meanwhile is evaluated in between. */
  async learnSome(): Promise<void> {
    await this.#lookForMembers();
    await this.#learnAsked();
    if (this.#watch) await this.#insistence.on(() => this.#watchSome());
  }

  async #watchSome(): Promise<void> {
    try {
      const next = await this.#watch?.next();
      if (!next || next.done) this.#watch = undefined;
      else {
        await this.#learn(next.value, true);
        await immediate(); // before what fell due of so many is decided
      }
    } catch (error) {
      this.watch(); // from the beginning: what is known costs nothing
      throw error;
    }
  }

  async #learnAsked(): Promise<void> {
    for (const device of this.#missed) {
      this.#running.relearn(device);
      this.#asked.add(device);
    }
    this.#missed.clear();
    if (this.#asked.size === 0) return;
    const devices = [...this.#asked];
    if (!this.#running.isEmpty) await this.#insistence.on(() => this.#learn(devices));
    for (const device of devices) this.#asked.delete(device);
  }

  /** Who joined or left a group is another device of its rules from now on. */
  async #lookForMembers(): Promise<void> {
    const { groups } = this.#running;
    const now = this.#clock();
    const everyMs = this.#mayGroupsChange ? changingGroupsEveryMs : groupsEveryMs;
    if (groups.isEmpty || Math.abs(now - this.#groupsSeenAt) < everyMs) return;
    this.#groupsSeenAt = now;
    this.#mayGroupsChange = false;
    this.changed((await this.#insistence.on(() => groups.refresh())) ?? []);
  }
}
