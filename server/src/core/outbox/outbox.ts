import { newId, type OutboxId, type TenantId } from "../../kernel/ids.ts";
import type { Page, PageRequest } from "../../kernel/paging.ts";
import type { Clock, EpochMs } from "../../kernel/time.ts";
import type { Audit } from "../audit/index.ts";
import type { Transactions } from "../changes/index.ts";
import type { Sealer } from "../sealing/index.ts";
import { tenantNotFound } from "../tenants/index.ts";
import { outboxEntryNotFound, outboxFull } from "./errors.ts";
import type { OutboxEntry, OutboxQuery, OutboxStore } from "./outbox-store.ts";

/** Something to be told to the outside. */
export interface NewMessage {
  /** Null is the installation's. */
  readonly tenantId: TenantId | null;
  readonly topic: string;
  /** One message per key: adding it twice, or after a repeated transaction, tells it once. */
  readonly key: string;
  /** For administrators to see, so without secrets. */
  readonly summary: string;
  readonly body: object;
  readonly notAfter?: EpochMs;
}

interface OutboxParts {
  readonly store: OutboxStore;
  readonly transactions: Transactions;
  readonly sealer: Sealer;
  readonly audit: Audit;
  readonly clock: Clock;
}

/** What is told to the outside because of a change: stored with the change or not at all, delivered afterwards. */
export class Outbox {
  readonly #parts: OutboxParts;
  readonly #perTenant: number;
  #wake: () => void = () => undefined;

  constructor(parts: OutboxParts, perTenant: number) {
    this.#parts = parts;
    this.#perTenant = perTenant;
  }

  /** Whoever delivers is told when there is something new; the command line has nobody who does. */
  onAdded(wake: () => void): void {
    this.#wake = wake;
  }

  /** Called inside the transaction of the change. */
  async add(message: NewMessage): Promise<void> {
    const { store, transactions, sealer, clock } = this.#parts;
    const { tenantId, topic, key, summary, body, notAfter = null } = message;
    const now = clock();
    const sealed = sealer.seal(JSON.stringify(body), placeOf(key));
    const times = { createdTime: now, nextAttempt: now, givenUpTime: null, notAfter };
    const fresh = { attempts: 0, failure: null };
    const entry = { id: newId<OutboxId>(), tenantId, topic, key, summary, body: sealed, ...times, ...fresh };
    const outcome = await store.add(entry, this.#perTenant);
    if (outcome === "full") throw outboxFull(this.#perTenant);
    if (outcome === "no-such-tenant" && tenantId !== null) throw tenantNotFound(tenantId);
    transactions.afterCommit(() => this.#wake());
  }

  /** Of no use to anybody any more; what is on its way already arrives all the same. */
  withdraw(key: string): Promise<void> {
    return this.#parts.store.withdraw(key);
  }

  list(query: OutboxQuery, page: PageRequest): Promise<Page<OutboxEntry>> {
    return this.#parts.store.page(query, page);
  }

  stream(query: OutboxQuery): AsyncIterable<readonly OutboxEntry[]> {
    return this.#parts.store.stream(query);
  }

  async tryAgain(query: OutboxQuery, id: OutboxId): Promise<OutboxEntry> {
    const { audit, store, clock } = this.#parts;
    const act = { action: "DELIVERY_RETRIED", entity: { type: "DELIVERY", id } } as const;
    const entry = await audit.change({ ...act, ...tenantOf(query) }, async (notes) => {
      const found = await store.tryAgain(query, id, clock());
      if (!found) throw outboxEntryNotFound(id);
      notes.entity(found.summary);
      return found;
    });
    this.#wake();
    return entry;
  }

  async remove(query: OutboxQuery, id: OutboxId): Promise<void> {
    const { audit, store } = this.#parts;
    const act = { action: "DELETED", entity: { type: "DELIVERY", id } } as const;
    await audit.change({ ...act, ...tenantOf(query) }, async (notes) => {
      const removed = await store.remove(query, id);
      if (!removed) throw outboxEntryNotFound(id);
      notes.entity(removed.summary);
    });
  }

  removeGivenUp(olderThanMs: number): Promise<number> {
    return this.#parts.store.removeGivenUp((this.#parts.clock() - olderThanMs) as EpochMs);
  }

  counts(): Promise<{ readonly waiting: number; readonly givenUp: number }> {
    return this.#parts.store.counts();
  }
}

const tenantOf = ({ tenantId }: OutboxQuery) => (tenantId === undefined ? {} : { tenantId });

/** Where a body is kept: under its key and nowhere else. */
export const placeOf = (key: string): string => `outbox ${key}`;
