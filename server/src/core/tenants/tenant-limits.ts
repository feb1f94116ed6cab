import type { TenantId } from "../../kernel/ids.ts";
import type { Audit } from "../audit/index.ts";
import { tenantNotFound } from "./errors.ts";

/** What a tenant may use at most; 0 is no limit of its own. Rates are per second. */
export interface TenantLimits {
  readonly deviceMessages: number;
  readonly devicePoints: number;
  readonly tenantMessages: number;
  readonly tenantPoints: number;
  /** Keys of all its devices together. */
  readonly series: number;
  readonly fileQuota: number;
  readonly devices: number;
  readonly users: number;
  /** Bytes of the attributes of all its devices together. */
  readonly attributeQuota: number;
  /** Seconds per hour that reading its files in the background may take. */
  readonly indexingTime: number;
}

/** No limit of its own. */
export const unlimited: TenantLimits = {
  deviceMessages: 0,
  devicePoints: 0,
  tenantMessages: 0,
  tenantPoints: 0,
  series: 0,
  fileQuota: 0,
  devices: 0,
  users: 0,
  attributeQuota: 0,
  indexingTime: 0,
};

export interface TenantLimitsStore {
  save(tenant: TenantId, limits: TenantLimits): Promise<"saved" | "no-such-tenant">;
  /** Of the tenants that have any. */
  all(): Promise<readonly { readonly tenantId: TenantId; readonly limits: TenantLimits }[]>;
}

/** Of two limits the one that counts; 0 is none. */
export const stricter = (a: number, b: number): number => (a === 0 || b === 0 ? Math.max(a, b) : Math.min(a, b));

const rates = ["deviceMessages", "devicePoints", "tenantMessages", "tenantPoints"] as const;

/** The limits of all tenants, in memory: they are asked for with every message. */
export class TenantLimitsBook {
  readonly #store: TenantLimitsStore;
  readonly #limits = new Map<TenantId, TenantLimits>();
  readonly #audit: Audit;
  #hasRates = false;
  #onChange: () => void = () => undefined;

  constructor(store: TenantLimitsStore, audit: Audit) {
    this.#store = store;
    this.#audit = audit;
  }

  async load(): Promise<void> {
    for (const { tenantId, limits } of await this.#store.all()) this.#limits.set(tenantId, limits);
    this.#changed();
  }

  /** Nobody has a rate: there is nothing to count with each message. */
  get isEmpty(): boolean {
    return !this.#hasRates;
  }

  /** The one who has to hear when somebody gets limits, or nobody has any more. */
  onChange(listener: () => void): void {
    this.#onChange = listener;
  }

  of(tenant: TenantId): TenantLimits {
    return this.#limits.get(tenant) ?? unlimited;
  }

  /** In force when this resolves. */
  async save(tenant: TenantId, limits: TenantLimits): Promise<TenantLimits> {
    const act = { action: "UPDATED", tenantId: tenant, entity: { type: "TENANT", id: tenant } } as const;
    await this.#audit.change(act, async (notes) => {
      notes.before({ ...this.of(tenant) });
      notes.after({ ...limits });
      if ((await this.#store.save(tenant, limits)) === "no-such-tenant") throw tenantNotFound(tenant);
    });
    if (Object.values(limits).some((limit) => limit > 0)) this.#limits.set(tenant, limits);
    else this.#limits.delete(tenant);
    this.#changed();
    return limits;
  }

  /** A tenant is gone. */
  forget(tenant: TenantId): void {
    this.#limits.delete(tenant);
    this.#changed();
  }

  #changed(): void {
    this.#hasRates = [...this.#limits.values()].some((limits) => rates.some((rate) => limits[rate] > 0));
    this.#onChange();
  }
}
