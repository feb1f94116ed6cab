import { setTimeout as delay } from "node:timers/promises";
import type { OutboxId, TenantId } from "../../kernel/ids.ts";
import type { OutboxEntry } from "./outbox-store.ts";

interface Begun {
  readonly tenantId: TenantId | null;
  readonly ids: readonly OutboxId[];
  readonly end: Promise<void>;
}

/** What is being delivered at the moment, in deliveries of one or more; of one tenant never more of them than so many. */
export class UnderWay {
  readonly #begun = new Set<Begun>();
  readonly #perTenant: number;
  readonly #onFree: () => void;

  /** `onFree` is told whenever there is a place again. */
  constructor(perTenant: number, onFree: () => void) {
    this.#perTenant = perTenant;
    this.#onFree = onFree;
  }

  get size(): number {
    return this.#begun.size;
  }

  /** Without those of tenants that are busy: nothing else of these is asked for either. */
  get ids(): readonly OutboxId[] {
    const busy = new Set(this.busyTenants);
    return [...this.#begun].flatMap(({ tenantId, ids }) => (busy.has(tenantId) ? [] : ids));
  }

  get busyTenants(): readonly (TenantId | null)[] {
    const tenants = [...this.#begun].map(({ tenantId }) => tenantId);
    return [...new Set(tenants)].filter((tenant) => this.#countOf(tenant) >= this.#perTenant);
  }

  /** False when their tenant has no place left, or one of them has begun already. `deliver` never rejects. */
  begin(entries: readonly OutboxEntry[], deliver: () => Promise<void>): boolean {
    const [first] = entries;
    if (!first || this.#countOf(first.tenantId) >= this.#perTenant) return false;
    const ids = entries.map(({ id }) => id);
    if (!this.#isNew(ids)) return false;
    const end = deliver().finally(() => {
      this.#begun.delete(begun);
      this.#onFree();
    });
    const begun = { tenantId: first.tenantId, ids, end };
    this.#begun.add(begun);
    return true;
  }

  /** When everything is over, or so much time. */
  async settled(atMostMs: number): Promise<void> {
    const over = new AbortController();
    const all = Promise.all([...this.#begun].map(({ end }) => end));
    await Promise.race([all, delay(atMostMs, undefined, { signal: over.signal }).catch(() => undefined)]);
    over.abort();
  }

  #isNew(ids: readonly OutboxId[]): boolean {
    const known = new Set([...this.#begun].flatMap((begun) => begun.ids));
    return !ids.some((id) => known.has(id));
  }

  #countOf(tenant: TenantId | null): number {
    return [...this.#begun].filter(({ tenantId }) => tenantId === tenant).length;
  }
}
