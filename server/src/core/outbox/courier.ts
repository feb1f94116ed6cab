import { setTimeout as delay } from "node:timers/promises";
import type { OutboxId } from "../../kernel/ids.ts";
import { repeat } from "../../kernel/repeat.ts";
import { type Clock, type EpochMs, epochMs } from "../../kernel/time.ts";
import type { Lease } from "../leases/index.ts";
import type { Sealer } from "../sealing/index.ts";
import { type OutboxConsumer, Undeliverable } from "./consumer.ts";
import { placeOf } from "./outbox.ts";
import type { OutboxEntry, OutboxStore } from "./outbox-store.ts";
import { UnderWay } from "./under-way.ts";

export interface CourierLimits {
  readonly attempts: number;
  /** Before the second attempt; doubles each time. */
  readonly firstDelayMs: number;
  readonly longestDelayMs: number;
  readonly atOnce: number;
  readonly perTenant: number;
}

/** What whoever runs the node is told. */
export interface CourierLog {
  failed(entry: OutboxEntry, failure: string): void;
  givenUp(entry: OutboxEntry, failure: string): void;
  /** The store did not answer, or a consumer has a bug. */
  error(error: unknown, entry?: OutboxEntry): void;
  /** The store answers. */
  goesOn(): void;
}

/** Where entries wait. One that fails is told whole: not every store knows it by its id alone. */
export interface CourierStore extends Pick<OutboxStore, "due" | "delivered"> {
  failed(id: OutboxId, attempts: number, failure: string, next: EpochMs, entry: OutboxEntry): Promise<void>;
  giveUp(id: OutboxId, attempts: number, failure: string, now: EpochMs, entry: OutboxEntry): Promise<void>;
}

interface CourierParts {
  readonly store: CourierStore;
  readonly lease: Lease;
  readonly sealer: Pick<Sealer, "open">;
  readonly consumers: readonly OutboxConsumer[];
  readonly clock: Clock;
  readonly log: CourierLog;
}

const lookEveryMs = 1_000;
/** What is on its way when the node stops may take so long to arrive. */
const graceMs = 2_000;
const failureLength = 500;

/**
 * Delivers what is in the outbox, at least once each: an entry goes only after its consumer had it, so a crash in
 * between has it delivered again under the same key. A tenant whose deliveries hang has few places, so that those of
 * others go on.
 */
export class Courier {
  readonly #parts: CourierParts;
  readonly #limits: CourierLimits;
  readonly #underWay: UnderWay;
  readonly #consumers: OutboxConsumer[];
  readonly #cutOff = new AbortController();
  #looking: Promise<void> | undefined;
  #isNews = false;
  #isStopping = false;

  constructor(parts: CourierParts, limits: CourierLimits) {
    this.#parts = parts;
    this.#limits = limits;
    this.#consumers = [...parts.consumers];
    this.#underWay = new UnderWay(limits.perTenant, () => this.wake());
  }

  /** Before it is started: one whose own work puts something into the outbox. */
  serve(consumer: OutboxConsumer): void {
    this.#consumers.push(consumer);
  }

  /** Until it is stopped; looks by itself, too, for what is due later and what another node left. */
  start(): { stop(): Promise<void> } {
    const looking = repeat(
      lookEveryMs,
      (error) => this.#parts.log.error(error),
      () => this.look(),
    );
    return {
      stop: async () => {
        this.#isStopping = true;
        await looking.stop();
        await this.#underWay.settled(graceMs);
        this.#cutOff.abort();
        await this.#underWay.settled(graceMs);
        await this.#parts.lease.release();
      },
    };
  }

  /** There may be something to do. */
  wake(): void {
    this.look().catch((error: unknown) => this.#parts.log.error(error));
  }

  /** Begins what can be begun now. */
  look(): Promise<void> {
    this.#isNews = true;
    this.#looking ??= this.#lookAgain().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  async #lookAgain(): Promise<void> {
    while (this.#isNews && !this.#isStopping) {
      this.#isNews = false;
      if (this.#underWay.size > 0) await this.#parts.lease.hold();
      while (await this.#beginSome());
      this.#parts.log.goesOn();
    }
  }

  /** Whether there may be more. */
  async #beginSome(): Promise<boolean> {
    const { store, lease, clock } = this.#parts;
    const limit = this.#limits.atOnce - this.#underWay.size;
    if (limit <= 0 || this.#isStopping) return false;
    const now = clock();
    const due = await store.due({
      now,
      sane: epochMs(now + this.#limits.longestDelayMs),
      topics: this.#consumers.map(({ topic }) => topic),
      underWay: this.#underWay.ids,
      busyTenants: this.#underWay.busyTenants,
      perTenant: this.#limits.perTenant,
      limit,
    });
    if (due.length === 0 || !(await lease.hold())) return false;
    const begun = due.filter((entry) => this.#underWay.begin(entry, () => this.#deliver(entry)));
    return begun.length > 0;
  }

  async #deliver(entry: OutboxEntry): Promise<void> {
    try {
      await this.#tryOnce(entry);
    } catch (error) {
      this.#parts.log.error(error, entry); // the store's; the entry is where it was
    }
  }

  async #tryOnce(entry: OutboxEntry): Promise<void> {
    const { store } = this.#parts;
    const failure = await this.#failureOf(entry);
    if (failure === undefined) return this.#record(entry, () => store.delivered(entry.id));
    if (this.#cutOff.signal.aborted) return; // no fault of its own
    const attempts = entry.attempts + 1;
    const words = failure.message.slice(0, failureLength);
    const now = this.#parts.clock();
    if (failure instanceof Undeliverable || attempts >= this.#limits.attempts) {
      await this.#record(entry, () => store.giveUp(entry.id, attempts, words, now, entry));
      return this.#parts.log.givenUp({ ...entry, attempts }, words);
    }
    const next = this.#nextAttempt(attempts, now);
    await this.#record(entry, () => store.failed(entry.id, attempts, words, next, entry));
    this.#parts.log.failed({ ...entry, attempts }, words);
  }

  /**
   * What came of an attempt is written before there is another one, however long the store cannot: a mail that arrived
   * would go out again every second otherwise. Only a node that stops meanwhile leaves one to be told twice.
   */
  async #record(entry: OutboxEntry, write: () => Promise<void>): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await write();
      } catch (error) {
        if (this.#cutOff.signal.aborted) throw error;
        this.#parts.log.error(error, entry);
        await delay(this.#delayAfter(attempt), undefined, { signal: this.#cutOff.signal }).catch(() => undefined);
      }
    }
  }

  async #failureOf(entry: OutboxEntry): Promise<Error | undefined> {
    const { sealer, clock } = this.#parts;
    const { tenantId, key, createdTime, notAfter } = entry;
    const consumer = this.#consumers.find(({ topic }) => topic === entry.topic);
    const body = sealer.open(entry.body, placeOf(key));
    if (!consumer) return new Undeliverable("nobody takes this");
    if (notAfter !== null && notAfter <= clock()) return new Undeliverable("it is of no use any more");
    if (body === undefined) return new Undeliverable("it was sealed with another key and cannot be opened");
    try {
      const { signal } = this.#cutOff;
      await consumer.deliver({ tenantId, key, createdTime, body: JSON.parse(body), signal });
      return undefined;
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  }

  #nextAttempt(attempts: number, now: EpochMs): EpochMs {
    return epochMs(now + this.#delayAfter(attempts));
  }

  #delayAfter(attempts: number): number {
    const { firstDelayMs, longestDelayMs } = this.#limits;
    return Math.min(longestDelayMs, firstDelayMs * 2 ** (attempts - 1));
  }
}
