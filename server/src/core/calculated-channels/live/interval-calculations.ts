import type { CalculatedChannelId, DeviceId } from "../../../kernel/ids.ts";
import type { Clock } from "../../../kernel/time.ts";
import type { PointBatch } from "../../telemetry/index.ts";
import type { Span } from "../calculate/lane.ts";
import { recalculate } from "../calculate/recalculate.ts";
import type { CalculationParts } from "./device-calculations.ts";
import { findMembers, TooManyMembers } from "./find-members.ts";
import { IntervalCalculation, type Late } from "./interval-calculation.ts";
import type { LiveCalculationStore } from "./live-calculation-store.ts";
import type { OneAtATime } from "./one-at-a-time.ts";
import type { Ready } from "./ready-channels.ts";

/** Where several nodes share the devices: the intervals of a channel are calculated by the one that has its device. */
export interface SharedIntervals {
  isOurs(device: DeviceId): boolean;
  /** Has that one calculate again; resolves when it knows. */
  tellLate(target: DeviceId, channel: CalculatedChannelId, late: readonly Late[]): Promise<void>;
}

interface Parts extends CalculationParts {
  readonly shared?: SharedIntervals | undefined;
  readonly store: Pick<LiveCalculationStore, "members">;
  readonly clock: Clock;
  readonly byDevice: OneAtATime<DeviceId>;
  readonly devicesAtMost: number;
  readonly onFailure: (error: unknown) => void;
  /** Told of results that are none any more, which the log does not tell. */
  readonly onRemoved: (device: DeviceId, key: string, times: readonly number[]) => Promise<void>;
}

/** How often late points are worked off: many of them come together. */
const lateEveryMs = 1_000;

/** All channels with intervals. */
export class IntervalCalculations {
  readonly #parts: Parts;
  #all: readonly IntervalCalculation[] = [];
  #byKey = new Map<string, IntervalCalculation[]>();
  #areMembersKnown = false;
  #lateAt = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  get isEmpty(): boolean {
    return this.#all.length === 0;
  }

  /** Those that are as before go on where they are; new ones begin at `from`. */
  load(ready: readonly Ready[], from: (ready: Ready) => number): void {
    const before = new Map(this.#all.map((one) => [one.ready, one]));
    this.#all = ready.flatMap((one) => {
      const { definition, tenantId } = one.of;
      if (definition.scope.kind !== "DEVICE") return [];
      const id = definition.scope.deviceId as DeviceId;
      return [before.get(one) ?? new IntervalCalculation(one, definition, { id, tenantId }, from(one))];
    });
    this.#byKey = new Map();
    for (const one of this.#all) {
      for (const key of new Set(one.ready.channel.inputs.map((input) => input.key)))
        this.#byKey.set(key, [...(this.#byKey.get(key) ?? []), one]);
    }
    this.#areMembersKnown = false;
  }

  /** Devices come, go and move. */
  forgetMembers(): void {
    this.#areMembersKnown = false;
  }

  /** Before points are noticed: whose they are decides whether they matter. */
  async learnMembers(): Promise<void> {
    if (this.#areMembersKnown) return;
    this.#areMembersKnown = true;
    try {
      for (const one of this.#all) await this.#learn(one);
    } catch (error) {
      this.#areMembersKnown = false;
      throw error;
    }
  }

  async #learn(one: IntervalCalculation): Promise<void> {
    const { store, devicesAtMost, onFailure } = this.#parts;
    try {
      const { tenantId, id } = one.target;
      one.members = await findMembers(store, tenantId, one.definition, id, devicesAtMost);
    } catch (error) {
      if (!(error instanceof TooManyMembers)) throw error;
      one.members = undefined; // a sum of some of them would be a wrong one
      onFailure(error);
    }
  }

  notice(device: DeviceId, points: PointBatch): void {
    if (this.isEmpty) return;
    const concerned = new Set(points.flatMap(({ key }) => this.#byKey.get(key) ?? []));
    for (const one of concerned) one.notice(device, points);
    if (this.#parts.hops.of(device, points) > 0) for (const one of concerned) this.#passOn(one, device, points);
  }

  /** What a sum counts leads to the sum, whenever that is calculated [RUL4]. */
  #passOn(one: IntervalCalculation, device: DeviceId, points: PointBatch): void {
    const { hops } = this.#parts;
    for (const point of points) {
      const result = one.resultOf(device, point);
      if (result) hops.mark(one.target.id, result.key, result.ts, hops.of(device, [point]));
    }
  }

  get isDue(): boolean {
    const now = this.#parts.clock();
    const isLate = Math.abs(now - this.#lateAt) >= lateEveryMs && this.#all.some(({ isLate }) => isLate);
    return isLate || this.#all.some((one) => one.dueSpan(now) !== undefined);
  }

  /** Calculates what ended, and again what points came late for. */
  async work(): Promise<void> {
    const now = this.#parts.clock();
    this.#lateAt = now;
    for (const one of this.#all) {
      const isOurs = this.#isOurs(one);
      await this.#workOffLate(one, isOurs);
      const due = one.dueSpan(now);
      if (!due) continue;
      if (isOurs) await this.#calculate(one, due);
      one.done(due.to - 1);
    }
  }

  #isOurs({ target }: IntervalCalculation): boolean {
    return this.#parts.shared?.isOurs(target.id) ?? true;
  }

  /** Points came too late for these, at a node that has not the channel's device. */
  takeLate(channel: CalculatedChannelId, late: readonly Late[]): void {
    this.#all.find(({ ready }) => ready.id === channel)?.putBack(late);
  }

  /** Devices are this node's from now on: who had them may have left out what ended since a moment. */
  reopen(isTaken: (device: DeviceId) => boolean, since: number): void {
    for (const one of this.#all) if (isTaken(one.target.id)) one.reopen(since);
  }

  async #workOffLate(one: IntervalCalculation, isOurs: boolean): Promise<void> {
    const late = one.takeLate();
    if (late.length === 0) return;
    try {
      if (!isOurs) await this.#parts.shared?.tellLate(one.target.id, one.ready.id, late);
      else for (const span of await one.spansOf(this.#parts.points, late)) await this.#calculate(one, span);
    } catch (error) {
      one.putBack(late);
      throw error;
    }
  }

  /** Everything that was noticed as late is calculated again. */
  get isSettled(): boolean {
    return !this.#all.some(({ isLate }) => isLate);
  }

  async #calculate({ ready, target, members }: IntervalCalculation, span: Span): Promise<void> {
    if (!members) return;
    const { points, results, byDevice, onRemoved } = this.#parts;
    const calculation = { id: ready.id, channel: ready.channel, device: target, members };
    const { removed } = await byDevice.take(target.id, () => recalculate(points, results, calculation, span));
    await onRemoved(target.id, ready.channel.key, removed);
  }
}
