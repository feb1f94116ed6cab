import { setTimeout as delay } from "node:timers/promises";
import type { OutboxId, TenantId } from "../../kernel/ids.ts";
import type { OutboxEntry } from "./outbox-store.ts";

interface Begun {
  readonly tenantId: TenantId | null;
  readonly end: Promise<void>;
}

/** What is being delivered at the moment; of one tenant never more than so many. */
export class UnderWay {
  readonly #begun = new Map<OutboxId, Begun>();
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

  get ids(): readonly OutboxId[] {
    return [...this.#begun.keys()];
  }

  get busyTenants(): readonly (TenantId | null)[] {
    const tenants = [...this.#begun.values()].map(({ tenantId }) => tenantId);
    return [...new Set(tenants)].filter((tenant) => this.#countOf(tenant) >= this.#perTenant);
  }

  /** False when it has begun already, or its tenant has no place left. `deliver` never rejects. */
  begin({ id, tenantId }: OutboxEntry, deliver: () => Promise<void>): boolean {
    if (this.#begun.has(id) || this.#countOf(tenantId) >= this.#perTenant) return false;
    const end = deliver().finally(() => {
      this.#begun.delete(id);
      this.#onFree();
    });
    this.#begun.set(id, { tenantId, end });
    return true;
  }

  /** When everything is over, or so much time. */
  async settled(atMostMs: number): Promise<void> {
    const over = new AbortController();
    const all = Promise.all([...this.#begun.values()].map(({ end }) => end));
    await Promise.race([all, delay(atMostMs, undefined, { signal: over.signal }).catch(() => undefined)]);
    over.abort();
  }

  #countOf(tenant: TenantId | null): number {
    return [...this.#begun.values()].filter(({ tenantId }) => tenantId === tenant).length;
  }
}
