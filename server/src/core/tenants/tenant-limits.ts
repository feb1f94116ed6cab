import type { TenantId } from "../../kernel/ids.ts";
import type { Audit } from "../audit/index.ts";
import { limitsChanged, tenantNotFound } from "./errors.ts";

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

/** The limits as they were saved for the so manieth time. */
export interface VersionedLimits {
  readonly limits: TenantLimits;
  readonly version: number;
}

export interface TenantLimitsStore {
  /** None, and version 0, where they were never set. */
  read(tenant: TenantId): Promise<VersionedLimits>;
  /** As `read`; nobody else changes them until the transaction ends. */
  hold(tenant: TenantId): Promise<VersionedLimits>;
  /** Only on top of the version before this one. */
  save(tenant: TenantId, next: VersionedLimits): Promise<"saved" | "changed-meanwhile" | "no-such-tenant">;
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
    const stored = new Map((await this.#store.all()).map(({ tenantId, limits }) => [tenantId, limits]));
    for (const tenant of this.#limits.keys()) if (!stored.has(tenant)) this.#limits.delete(tenant);
    for (const [tenant, limits] of stored) this.#limits.set(tenant, limits);
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

  /** With the version that a change of them is made from. */
  read(tenant: TenantId): Promise<VersionedLimits> {
    return this.#store.read(tenant);
  }

  /** In force when this resolves. `version` says on which ones they build, where that is known. */
  async save(tenant: TenantId, limits: TenantLimits, version?: number): Promise<VersionedLimits> {
    const act = { action: "UPDATED", tenantId: tenant, entity: { type: "TENANT", id: tenant } } as const;
    const saved = await this.#audit.change(act, async (notes) => {
      const before = await this.#store.hold(tenant);
      if (version !== undefined && version !== before.version) throw limitsChanged();
      notes.before({ ...before.limits });
      notes.after({ ...limits });
      const next = { limits, version: before.version + 1 };
      const outcome = await this.#store.save(tenant, next);
      if (outcome === "no-such-tenant") throw tenantNotFound(tenant);
      if (outcome === "changed-meanwhile") throw limitsChanged();
      return next;
    });
    if (Object.values(limits).some((limit) => limit > 0)) this.#limits.set(tenant, limits);
    else this.#limits.delete(tenant);
    this.#changed();
    return saved;
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
