import { repeat } from "../../kernel/repeat.ts";
import { type Clock, epochMs } from "../../kernel/time.ts";
import type { Lease } from "../leases/index.ts";
import type { Sealer } from "../sealing/index.ts";
import { Attempts } from "./attempts.ts";
import type { OutboxConsumer } from "./consumer.ts";
import type { CourierLimits, CourierLog, CourierStore } from "./courier-ports.ts";
import type { OutboxEntry } from "./outbox-store.ts";
import { UnderWay } from "./under-way.ts";

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

/**
 * Delivers what is in the outbox, at least once each: an entry goes only after its consumer had it, so a crash in
 * between has it delivered again under the same key. A tenant whose deliveries hang has few places, so that those of
 * others go on. A delivery is one entry, or some of a tenant that go together.
 */
export class Courier {
  readonly #parts: CourierParts;
  readonly #limits: CourierLimits;
  readonly #underWay: UnderWay;
  readonly #consumers: OutboxConsumer[];
  readonly #attempts: Attempts;
  readonly #cutOff = new AbortController();
  #looking: Promise<void> | undefined;
  #isNews = false;
  #isStopping = false;

  constructor(parts: CourierParts, limits: CourierLimits) {
    this.#parts = parts;
    this.#limits = limits;
    this.#consumers = [...parts.consumers];
    this.#underWay = new UnderWay(limits.perTenant, () => this.wake());
    this.#attempts = new Attempts({ ...parts, consumers: this.#consumers, signal: this.#cutOff.signal }, limits);
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
        await this.#looking?.catch(() => undefined); // one that was woken: it may be about to begin something
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
    const { atOnce, perTenant, together, longestDelayMs } = this.#limits;
    const places = atOnce - this.#underWay.size;
    if (places <= 0 || this.#isStopping) return false;
    const now = clock();
    const due = await store.due({
      now,
      sane: epochMs(now + longestDelayMs),
      topics: this.#consumers.map(({ topic }) => topic),
      underWay: this.#underWay.ids,
      busyTenants: this.#underWay.busyTenants,
      perTenant: perTenant * together,
      limit: Math.max(places, together),
    });
    if (due.length === 0 || !(await lease.hold())) return false;
    const deliveries = groupsOf(due, together).slice(0, places);
    const begun = deliveries.filter((entries) => this.#underWay.begin(entries, () => this.#attempts.make(entries)));
    return begun.length > 0;
  }
}

/** Those of one tenant and topic, so many at most, in their order. */
function groupsOf(due: readonly OutboxEntry[], atMost: number): readonly (readonly OutboxEntry[])[] {
  const alike = [...Map.groupBy(due, ({ tenantId, topic }) => `${tenantId} ${topic}`).values()];
  return alike.flatMap((entries) =>
    Array.from({ length: Math.ceil(entries.length / atMost) }, (_, at) =>
      entries.slice(at * atMost, (at + 1) * atMost),
    ),
  );
}
