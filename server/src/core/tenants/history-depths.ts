import type { TenantId } from "../../kernel/ids.ts";
import type { TenantSettingsStore } from "./tenant-settings.ts";

/** How old the points of tenants may be, in memory: it is asked for with every message. */
export class HistoryDepths {
  readonly #store: Pick<TenantSettingsStore, "withHistoryDepth">;
  readonly #depths = new Map<TenantId, number>();

  constructor(store: Pick<TenantSettingsStore, "withHistoryDepth">) {
    this.#store = store;
  }

  async load(): Promise<void> {
    const stored = new Map((await this.#store.withHistoryDepth()).map((one) => [one.tenantId, one.historyDepthMs]));
    for (const tenant of this.#depths.keys()) if (!stored.has(tenant)) this.#depths.delete(tenant);
    for (const [tenant, depthMs] of stored) this.#depths.set(tenant, depthMs);
  }

  /** 0 is any age. */
  of(tenant: TenantId): number {
    return this.#depths.get(tenant) ?? 0;
  }

  /** In force from now on; null is any age. */
  set(tenant: TenantId, depthMs: number | null): void {
    if (depthMs === null) this.#depths.delete(tenant);
    else this.#depths.set(tenant, depthMs);
  }

  forget(tenant: TenantId): void {
    this.#depths.delete(tenant);
  }
}
