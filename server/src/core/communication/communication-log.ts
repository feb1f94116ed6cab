import { type CommunicationId, type DeviceId, newId } from "../../kernel/ids.ts";
import { offsetOf, type Page, type PageRequest, pageOf } from "../../kernel/paging.ts";
import { type Clock, epochMs } from "../../kernel/time.ts";
import type { EventBus } from "../events/index.ts";
import type { CommunicationEntry } from "./communication-entry.ts";
import type { CommunicationQuery, CommunicationStore } from "./communication-store.ts";
import { shownPayload } from "./shown-payload.ts";

export interface CommunicationLimits {
  readonly keepMs: number;
  readonly entriesPerDevice: number;
  /** Of a message that was refused. */
  readonly payloadBytes: number;
}

/** Entries waiting to be written; beyond that new ones are counted and dropped, never held up. */
const waitingAtMost = 50_000;
/** Together: entries of many devices lie all over an index, and each page of it is written once per transaction. */
const entriesPerWrite = 5_000;
/** After so many new entries of a device, its oldest are looked at. */
const trimEvery = 500;
/** Devices whose new entries are counted. */
const countedAtMost = 100_000;
/** Entries a device may cause per second; the next one says how many were left out. */
const entriesPerSecond = 20;
const longestText = 1_000;
const secondMs = 1_000;

interface Rate {
  second: number;
  count: number;
  omitted: number;
}

interface NewEntry extends Omit<CommunicationEntry, "id" | "time" | "payload"> {
  /** What was refused. */
  readonly payload?: Uint8Array | undefined;
}

/** Short, and nothing in it that a database cannot keep: one bad entry must not hold up the others. */
const shownText = (text: string): string => text.slice(0, longestText).replaceAll("\0", "").toWellFormed();

/**
 * The communication log. `record` only writes to memory and never fails; `flush` brings entries to the store, in
 * batches, off the way of the data. Bounded per device, per second and in memory [COM2, REL2].
 */
export class CommunicationLog {
  readonly #store: CommunicationStore;
  readonly #limits: CommunicationLimits;
  readonly #clock: Clock;
  readonly #events: Pick<EventBus, "publish"> | undefined;
  #waiting: CommunicationEntry[] = [];
  #dropped = 0;
  #flushing: Promise<void> = Promise.resolve();
  readonly #rates = new Map<DeviceId, Rate>();
  readonly #sinceTrim = new Map<DeviceId, number>();
  readonly #random: () => number;

  constructor(
    store: CommunicationStore,
    limits: CommunicationLimits,
    clock: Clock,
    { events, random = Math.random }: { events?: Pick<EventBus, "publish">; random?: () => number } = {},
  ) {
    this.#store = store;
    this.#limits = limits;
    this.#clock = clock;
    this.#events = events;
    this.#random = random;
  }

  record(entry: NewEntry): void {
    const time = this.#clock();
    const omitted = this.#admit(entry.deviceId, Math.floor(time / secondMs));
    if (omitted === undefined) return;
    if (this.#waiting.length >= waitingAtMost) {
      this.#dropped++;
      return;
    }
    const summary = omitted > 0 ? `${entry.summary} (${omitted} more entries were left out)` : entry.summary;
    const error = entry.error === null ? null : shownText(entry.error);
    const payload = entry.payload ? shownPayload(entry.payload, this.#limits.payloadBytes) : null;
    this.#waiting.push({ ...entry, id: newId<CommunicationId>(), time, summary: shownText(summary), error, payload });
    this.#events?.publish("communication-recorded", { deviceId: entry.deviceId });
  }

  /** Resolves to the number of entries dropped since the last time, when all before are in the store. */
  async flush(): Promise<number> {
    await this.#writeWaiting();
    const dropped = this.#dropped;
    this.#dropped = 0;
    return dropped;
  }

  #writeWaiting(): Promise<void> {
    this.#flushing = this.#flushing.catch(() => undefined).then(() => this.#write());
    return this.#flushing;
  }

  /**
   * So that a reader finds what happened just before. On a full disk it finds what is stored: reads go on [REL2]. Why
   * nothing can be written is told by whoever calls `flush` now and then.
   */
  async settle(): Promise<void> {
    await this.#writeWaiting().catch(() => undefined);
  }

  async list(query: CommunicationQuery, page: PageRequest): Promise<Page<CommunicationEntry>> {
    await this.settle();
    const total = await this.#store.count(query);
    const found = offsetOf(page) >= total ? [] : await this.#store.page(query, page);
    return pageOf(found, total, page);
  }

  async *stream(query: CommunicationQuery): AsyncGenerator<readonly CommunicationEntry[]> {
    await this.settle();
    yield* this.#store.stream(query);
  }

  removeOld(): Promise<number> {
    return this.#store.removeBefore(epochMs(this.#clock() - this.#limits.keepMs));
  }

  /** Undefined when the device had its share of this second; else how many were left out before. */
  #admit(device: DeviceId, second: number): number | undefined {
    const rate = this.#rates.get(device) ?? { second, count: 0, omitted: 0 };
    this.#rates.set(device, rate);
    if (rate.second !== second) Object.assign(rate, { second, count: 0 });
    if (++rate.count > entriesPerSecond) {
      rate.omitted++;
      return undefined;
    }
    const { omitted } = rate;
    rate.omitted = 0;
    return omitted;
  }

  async #write(): Promise<void> {
    this.#forgetQuietRates();
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.slice(0, entriesPerWrite);
      await this.#store.append(batch);
      this.#waiting = this.#waiting.slice(batch.length);
      await this.#trim(batch);
    }
  }

  #forgetQuietRates(): void {
    const second = Math.floor(this.#clock() / secondMs);
    for (const [device, rate] of this.#rates)
      if (rate.second < second && rate.omitted === 0) this.#rates.delete(device);
  }

  async #trim(batch: readonly CommunicationEntry[]): Promise<void> {
    for (const { deviceId } of batch) {
      if (this.#isTrimDue(deviceId)) await this.#store.trim(deviceId, this.#limits.entriesPerDevice);
    }
  }

  /** Counting begins anywhere: from 0, a node that is restarted often enough would never get there. */
  #isTrimDue(device: DeviceId): boolean {
    const count = (this.#sinceTrim.get(device) ?? Math.floor(this.#random() * trimEvery)) + 1;
    this.#sinceTrim.set(device, count % trimEvery);
    if (this.#sinceTrim.size > countedAtMost) this.#sinceTrim.clear();
    return count === trimEvery;
  }
}
