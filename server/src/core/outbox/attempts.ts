import { setTimeout as delay } from "node:timers/promises";
import { parseJsonText } from "@heliograph/contract/json-text";
import { type Clock, type EpochMs, epochMs } from "../../kernel/time.ts";
import type { Sealer } from "../sealing/index.ts";
import { type Delivery, type OutboxConsumer, Undeliverable } from "./consumer.ts";
import type { CourierLimits, CourierLog, CourierStore } from "./courier-ports.ts";
import { placeOf } from "./outbox.ts";
import type { OutboxEntry } from "./outbox-store.ts";

interface AttemptParts {
  readonly store: CourierStore;
  readonly sealer: Pick<Sealer, "open">;
  readonly consumers: readonly OutboxConsumer[];
  readonly clock: Clock;
  readonly log: CourierLog;
  /** Fires when the node stops. */
  readonly signal: AbortSignal;
}

interface Attempt {
  readonly consumer: OutboxConsumer;
  readonly delivery: Delivery;
}

const failureLength = 500;

/** Hands entries to their consumers, and records what came of it. */
export class Attempts {
  readonly #parts: AttemptParts;
  readonly #limits: CourierLimits;

  constructor(parts: AttemptParts, limits: CourierLimits) {
    this.#parts = parts;
    this.#limits = limits;
  }

  /** Together where they can be; where that comes to nothing one by one, so that one that is wrong fails alone. */
  async make(entries: readonly OutboxEntry[]): Promise<void> {
    if (entries.length > 1 && (await this.#makeTogether(entries))) return;
    for (const entry of entries) {
      if (this.#parts.signal.aborted) return;
      await this.#unlessStoreFails(entry, async () => this.#recordOutcome(entry, await this.#failureOf(entry)));
    }
  }

  async #makeTogether(entries: readonly OutboxEntry[]): Promise<boolean> {
    const failures = await this.#failuresOf(entries);
    if (!failures) return false;
    for (const [at, entry] of entries.entries())
      await this.#unlessStoreFails(entry, () => this.#recordOutcome(entry, failures[at]));
    return true;
  }

  /** Undefined where none of them arrived, or they do not go together. */
  async #failuresOf(entries: readonly OutboxEntry[]): Promise<readonly (Error | undefined)[] | undefined> {
    try {
      const attempts = entries.map((entry) => this.#attemptOf(entry));
      const ready = attempts.filter((attempt): attempt is Attempt => !(attempt instanceof Error));
      const consumer = ready[0]?.consumer; // of one topic there is one
      if (!consumer?.deliverAll) return undefined;
      const failures = [...(await consumer.deliverAll(ready.map(({ delivery }) => delivery)))];
      return attempts.map((attempt) => (attempt instanceof Error ? attempt : failures.shift()));
    } catch {
      return undefined; // each says for itself what is wrong
    }
  }

  async #failureOf(entry: OutboxEntry): Promise<Error | undefined> {
    try {
      const attempt = this.#attemptOf(entry);
      if (attempt instanceof Error) return attempt;
      await attempt.consumer.deliver(attempt.delivery);
      return undefined;
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  }

  #attemptOf(entry: OutboxEntry): Attempt | Undeliverable {
    const { sealer, clock, consumers, signal } = this.#parts;
    const { tenantId, key, createdTime, notAfter } = entry;
    const consumer = consumers.find(({ topic }) => topic === entry.topic);
    const body = sealer.open(entry.body, placeOf(key));
    if (!consumer) return new Undeliverable("nobody takes this");
    if (notAfter !== null && notAfter <= clock()) return new Undeliverable("it is of no use any more");
    if (body === undefined) return new Undeliverable("it was sealed with another key and cannot be opened");
    return { consumer, delivery: { tenantId, key, createdTime, body: parseJsonText(body), signal } };
  }

  async #recordOutcome(entry: OutboxEntry, failure: Error | undefined): Promise<void> {
    const { store, signal } = this.#parts;
    if (failure === undefined) return this.#record(entry, () => store.delivered(entry.id));
    if (signal.aborted) return; // no fault of its own
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
    const { log, signal } = this.#parts;
    for (let attempt = 1; ; attempt++) {
      try {
        return await write();
      } catch (error) {
        if (signal.aborted) throw error;
        log.error(error, entry);
        await delay(this.#delayAfter(attempt), undefined, { signal }).catch(() => undefined);
      }
    }
  }

  /** It is where it was then. */
  async #unlessStoreFails(entry: OutboxEntry, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#parts.log.error(error, entry);
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
