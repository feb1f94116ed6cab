import type { TenantId } from "../../../kernel/ids.ts";
import { tenantFull } from "../errors.ts";

/** How many series a tenant may have, and who hears that one has them all. */
export interface SeriesLimits {
  /** 0 is no limit. */
  limitOf(tenant: TenantId): number;
  onFull(tenant: TenantId, limit: number): void;
}

/** A tenant that is full is told of this often, however often it tries. */
const tellEveryMs = 60_000;

const noLimits: SeriesLimits = { limitOf: () => 0, onFull: () => undefined };

/** Series of each tenant: one that is full is refused new ones, and hurts no other [QTA1]. */
export class SeriesQuota {
  readonly #counts = new Map<TenantId, number>();
  readonly #told = new Map<TenantId, number>();
  limits = noLimits;
  /** Where several nodes have devices of a tenant: what the others count, as far as they are heard. */
  elsewhere: (tenant: TenantId) => number = () => 0;

  tenants(): Iterable<TenantId> {
    return this.#counts.keys();
  }

  countOf(tenant: TenantId): number {
    return this.#counts.get(tenant) ?? 0;
  }

  add(tenant: TenantId, series: number): void {
    const count = this.countOf(tenant) + series;
    if (count > 0) this.#counts.set(tenant, count);
    else this.#counts.delete(tenant);
  }

  /** Throws when the tenant may have no further series. */
  requireRoom(tenant: TenantId): void {
    const limit = this.limits.limitOf(tenant);
    if (limit === 0 || this.countOf(tenant) + this.elsewhere(tenant) < limit) return;
    this.#tell(tenant, limit);
    throw tenantFull(limit);
  }

  #tell(tenant: TenantId, limit: number): void {
    const now = performance.now();
    if (now - (this.#told.get(tenant) ?? Number.NEGATIVE_INFINITY) < tellEveryMs) return;
    this.#told.set(tenant, now);
    this.limits.onFull(tenant, limit);
  }
}
