import type { AppError } from "../../kernel/errors.ts";
import type { TenantId } from "../../kernel/ids.ts";
import { tenantFull } from "./errors.ts";
import { stricter, type TenantLimits } from "./tenant-limits.ts";

/** What is counted in the database, and refused there. */
type Quota = "devices" | "users" | "attributeQuota";

/** Those of the node, for every tenant alike; 0 is none. */
export type NodeQuotas = Pick<TenantLimits, Quota | "indexingTime">;

const resources = { devices: "devices", users: "users", attributeQuota: "attributeBytes" } as const;

/** A tenant that is full is told of this often, however often it tries. */
const tellEveryMs = 60_000;

type Tell = (tenant: TenantId, limit: string, amount: number) => void;

/** What tenants may have, by their own limits and the node's; who reaches one is told in the log [QTA1]. */
export class TenantQuotas {
  readonly #own: { of(tenant: TenantId): TenantLimits };
  readonly #node: NodeQuotas;
  readonly #tell: Tell;
  readonly #told = new Map<string, number>();

  constructor(own: { of(tenant: TenantId): TenantLimits }, node: NodeQuotas, tell: Tell) {
    this.#own = own;
    this.#node = node;
    this.#tell = tell;
  }

  /** 0 is no limit. */
  limitOf(tenant: TenantId, quota: Quota | "indexingTime"): number {
    return stricter(this.#node[quota], this.#own.of(tenant)[quota]);
  }

  /** What whoever wanted more is told; the log hears of it, too. */
  reached(tenant: TenantId, quota: Quota): AppError {
    const limit = this.limitOf(tenant, quota);
    this.tell(tenant, quota, limit);
    return tenantFull(resources[quota], limit);
  }

  /** Into the log, once a minute at most for each limit of a tenant. */
  tell(tenant: TenantId, limit: string, amount: number): void {
    const key = `${limit} ${tenant}`;
    const now = performance.now();
    if (now - (this.#told.get(key) ?? Number.NEGATIVE_INFINITY) < tellEveryMs) return;
    this.#told.set(key, now);
    this.#tell(tenant, limit, amount);
  }

  /** A tenant is gone. */
  forget(tenant: TenantId): void {
    for (const key of this.#told.keys()) if (key.endsWith(tenant)) this.#told.delete(key);
  }
}
