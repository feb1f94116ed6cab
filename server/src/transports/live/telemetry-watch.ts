import type { PointBatch, Sample, TelemetryStore } from "../../core/telemetry/index.ts";
import type { DeviceId } from "../../kernel/ids.ts";
import type { EpochMs } from "../../kernel/time.ts";
import type { KeyBudget } from "./key-budget.ts";
import type { SampleChange } from "./server-frame.ts";

/**
 * The latest values of some keys of a device: what the reader has, and what it has not yet. However long the reader
 * takes, only the newest value of a key waits for it.
 */
export class TelemetryWatch {
  readonly #store: Pick<TelemetryStore, "latest">;
  readonly #device: DeviceId;
  readonly #only: ReadonlySet<string> | undefined;
  readonly #budget: KeyBudget;
  /** The time of the value the reader has: an older point that comes late changes nothing [TEL4]. */
  readonly #shown = new Map<string, EpochMs>();
  #newer = new Map<string, Sample>();
  /** Points of these were deleted: what is the latest now has to be asked. */
  #unsure = new Set<string>();
  #taken = 0;

  constructor(
    store: Pick<TelemetryStore, "latest">,
    device: DeviceId,
    only: readonly string[] | undefined,
    budget: KeyBudget,
  ) {
    this.#store = store;
    this.#device = device;
    this.#only = only && new Set(only);
    this.#budget = budget;
  }

  get pending(): number {
    return this.#newer.size + this.#unsure.size;
  }

  /** Throws when there are more keys than the connection may watch. */
  async state(): Promise<readonly SampleChange[]> {
    this.#unsure.clear();
    const latest = await this.#store.latest(this.#device, this.#only ? { only: [...this.#only] } : "all");
    this.#take(latest.size);
    this.#shown.clear();
    for (const [key, { ts }] of latest) this.#shown.set(key, ts);
    return [...latest];
  }

  /** Throws when the device has invented more keys than the connection may watch. */
  points(batch: PointBatch): void {
    for (const point of batch) {
      if (this.#only && !this.#only.has(point.key)) continue;
      const newest = this.#newer.get(point.key)?.ts ?? this.#shown.get(point.key);
      if (newest !== undefined && point.ts < newest) continue;
      if (newest === undefined) this.#take(this.#taken + 1);
      this.#newer.set(point.key, point);
    }
  }

  deleted(keys: readonly string[]): void {
    for (const key of keys) {
      if (this.#only && !this.#only.has(key)) continue;
      this.#newer.delete(key);
      this.#unsure.add(key);
    }
  }

  /** What the reader has not been told yet. */
  async changes(): Promise<readonly SampleChange[]> {
    const [newer, unsure] = [this.#newer, [...this.#unsure]];
    this.#newer = new Map();
    this.#unsure = new Set();
    const found = unsure.length === 0 ? undefined : await this.#store.latest(this.#device, { only: unsure });
    const asked = unsure.map((key): SampleChange => [key, found?.get(key)]);
    for (const [key, sample] of asked) {
      if (sample) this.#shown.set(key, sample.ts);
      else this.#shown.delete(key);
    }
    const told = [...newer].filter(([key, { ts }]) => ts >= (this.#shown.get(key) ?? ts));
    for (const [key, { ts }] of told) this.#shown.set(key, ts);
    return [...asked, ...told];
  }

  /** The state will be told anew: what waited until now is part of it. */
  forgetPending(): void {
    this.#newer.clear();
  }

  close(): void {
    this.#budget.giveBack(this.#taken);
    this.#taken = 0;
  }

  #take(keys: number): void {
    if (keys <= this.#taken) return;
    this.#budget.take(keys - this.#taken);
    this.#taken = keys;
  }
}
