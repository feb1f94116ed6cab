import type { CalculatedDefinition } from "@heliograph/contract";
import type { DeviceId } from "../../../kernel/ids.ts";
import { epochMs } from "../../../kernel/time.ts";
import type { Point, PointBatch } from "../../telemetry/index.ts";
import { joined } from "../calculate/affected-spans.ts";
import { intervalEnd, type Members } from "../calculate/calculate-intervals.ts";
import { oldestIn, type Points, type Span } from "../calculate/lane.ts";
import type { ReadyChannel } from "./device-calculations.ts";
import type { Target } from "./result-writer.ts";

/** Intervals are calculated so long after their end: most of what belongs to them is there by then. */
export const graceMs = 1_000;
/** So many are made up for after a start, the last ones. */
const madeUpAtMost = 2_000;

/** Late points of one series, from the first to the last of them. */
export interface Late {
  readonly device: DeviceId;
  readonly key: string;
  readonly ageMs: number;
  from: number;
  to: number;
}

/** A channel with intervals while the node runs: how far it is, and what came too late for that. */
export class IntervalCalculation {
  readonly ready: ReadyChannel;
  readonly definition: CalculatedDefinition;
  readonly target: Target;
  readonly #everyMs: number;
  #members: Members | undefined;
  #sets: readonly ReadonlySet<DeviceId>[] = [];
  #doneUpTo: number;
  #late = new Map<string, Late>();

  constructor(ready: ReadyChannel, definition: CalculatedDefinition, target: Target, doneUpTo: number) {
    this.ready = ready;
    this.definition = definition;
    this.target = target;
    this.#everyMs = definition.everyMs ?? 1;
    this.#doneUpTo = lastEnd(doneUpTo, this.#everyMs);
  }

  get members(): Members | undefined {
    return this.#members;
  }

  set members(members: Members | undefined) {
    this.#members = members;
    this.#sets = (members ?? []).map((devices) => new Set(devices));
  }

  get doneUpTo(): number {
    return this.#doneUpTo;
  }

  get isLate(): boolean {
    return this.#late.size > 0;
  }

  /** Points of any device: those of intervals that are done already are late. */
  notice(device: DeviceId, points: PointBatch): void {
    const { inputs, ages } = this.ready.channel;
    for (const [at, { key }] of inputs.entries()) {
      if (!this.#sets[at]?.has(device)) continue;
      for (const point of points) {
        const isDone = point.key === key && intervalEnd(point.ts, this.#everyMs) <= this.#doneUpTo;
        if (isDone) this.#noteLate(device, key, point.ts, ages[at] ?? 0);
      }
    }
  }

  /** The result that a point leads to; undefined where it is in no sum of these. */
  resultOf(device: DeviceId, { key, ts }: Pick<Point, "key" | "ts">): Pick<Point, "key" | "ts"> | undefined {
    const { inputs, key: own } = this.ready.channel;
    const isCounted = inputs.some((input, at) => input.key === key && this.#sets[at]?.has(device));
    return isCounted ? { key: own, ts: epochMs(intervalEnd(ts, this.#everyMs)) } : undefined;
  }

  #noteLate(device: DeviceId, key: string, ts: number, ageMs: number): void {
    const name = `${device} ${ageMs} ${key}`;
    const known = this.#late.get(name);
    if (!known) this.#late.set(name, { device, key, ageMs, from: ts, to: ts });
    else {
      known.from = Math.min(known.from, ts);
      known.to = Math.max(known.to, ts);
    }
  }

  takeLate(): readonly Late[] {
    const late = [...this.#late.values()];
    this.#late = new Map();
    return late;
  }

  /** They could not be worked off. */
  putBack(late: readonly Late[]): void {
    for (const { device, key, ageMs, from, to } of late) {
      this.#noteLate(device, key, from, ageMs);
      this.#noteLate(device, key, to, ageMs);
    }
  }

  /** The spans late points change: up to the next point of their series, or as long as the value counts. */
  async spansOf(points: Points, late: readonly Late[]): Promise<readonly Span[]> {
    const spans: Span[] = [];
    for (const { device, key, ageMs, from, to } of late) {
      const ends = to + ageMs;
      const next = await oldestIn(points, device, key, { from: to + 1, to: ends + 1 });
      const last = intervalEnd(next ? next.ts : ends, this.#everyMs);
      spans.push({ from: intervalEnd(from, this.#everyMs), to: Math.min(last, this.#doneUpTo) + 1 });
    }
    return joined(spans.filter((span) => span.from < span.to));
  }

  /** The intervals that ended and are not done; undefined where there are none. */
  dueSpan(now: number): Span | undefined {
    const to = lastEnd(now - graceMs, this.#everyMs);
    const from = Math.max(this.#doneUpTo, to - madeUpAtMost * this.#everyMs);
    return from < to ? { from: from + 1, to: to + 1 } : undefined;
  }

  /** What ended since then may not have been calculated. */
  reopen(since: number): void {
    this.#doneUpTo = Math.min(this.#doneUpTo, lastEnd(since, this.#everyMs));
  }

  done(upTo: number): void {
    this.#doneUpTo = Math.max(this.#doneUpTo, lastEnd(upTo, this.#everyMs));
  }
}

const lastEnd = (ts: number, everyMs: number): number => Math.floor(ts / everyMs) * everyMs;
