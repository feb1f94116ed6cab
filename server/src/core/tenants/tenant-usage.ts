import type { TenantId } from "../../kernel/ids.ts";
import type { TenantTraffic } from "./tenant-traffic.ts";

/** What is counted with each change, so that asking costs nothing. */
export type CountedResource = "devices" | "fileBytes" | "attributeBytes";

/** What a tenant uses at this moment [QTA1]. */
export interface TenantUsage {
  readonly devices: number;
  readonly users: number;
  readonly series: number;
  readonly fileBytes: number;
  readonly attributeBytes: number;
  /** Seconds within the last hour. */
  readonly indexingSeconds: number;
  /** Of the last seconds, per second. */
  readonly messages: number;
  readonly points: number;
}

interface CountedUse {
  readonly tenantId: TenantId;
  readonly resource: CountedResource | "users";
  readonly amount: number;
}

export interface TenantUsageStore {
  /** What is not used is left out. */
  counted(tenants: readonly TenantId[]): Promise<readonly CountedUse[]>;
}

interface UsageParts {
  readonly store: TenantUsageStore;
  readonly traffic: Pick<TenantTraffic, "of">;
  readonly seriesOf: (tenant: TenantId) => number;
  readonly indexingMsOf: (tenant: TenantId) => number;
}

/** Brings together what tenants use, wherever it is counted. */
export class UsageOverview {
  readonly #parts: UsageParts;

  constructor(parts: UsageParts) {
    this.#parts = parts;
  }

  /** In the order of the tenants. */
  async of(tenants: readonly TenantId[]): Promise<readonly TenantUsage[]> {
    const counted = Map.groupBy(await this.#parts.store.counted(tenants), ({ tenantId }) => tenantId);
    return tenants.map((tenant) => this.#usageOf(tenant, counted.get(tenant) ?? []));
  }

  #usageOf(tenant: TenantId, counted: readonly CountedUse[]): TenantUsage {
    const amountOf = (resource: CountedUse["resource"]) =>
      counted.find((one) => one.resource === resource)?.amount ?? 0;
    const { traffic, seriesOf, indexingMsOf } = this.#parts;
    return {
      devices: amountOf("devices"),
      users: amountOf("users"),
      series: seriesOf(tenant),
      fileBytes: amountOf("fileBytes"),
      attributeBytes: amountOf("attributeBytes"),
      indexingSeconds: Math.round(indexingMsOf(tenant) / 1_000),
      ...traffic.of(tenant),
    };
  }
}
