import type { TenantId } from "../../kernel/ids.ts";

/** When all tenants together have used so much, what was used counts half: the past is forgotten slowly. */
const rememberedMs = 10 * 60_000;

/** Whose turn it is: the tenant's that has used the least time lately, so that nobody's files hold up those of others. */
export class TenantShares {
  readonly #usedMs = new Map<TenantId, number>();

  used(tenant: TenantId, ms: number): void {
    this.#usedMs.set(tenant, (this.#usedMs.get(tenant) ?? 0) + ms);
    const all = [...this.#usedMs.values()].reduce((sum, each) => sum + each, 0);
    if (all > rememberedMs) this.#forgetHalf();
  }

  /** Takes the next one out of the list; among those of equal tenants the first. */
  takeNext<Item extends { readonly tenantId: TenantId }>(list: Item[]): Item | undefined {
    const shares = list.map(({ tenantId }) => this.#usedMs.get(tenantId) ?? 0);
    return list.splice(shares.indexOf(Math.min(...shares)), 1)[0];
  }

  #forgetHalf(): void {
    for (const [tenant, ms] of this.#usedMs) {
      if (ms < 2) this.#usedMs.delete(tenant);
      else this.#usedMs.set(tenant, ms / 2);
    }
  }
}
