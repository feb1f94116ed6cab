import type { TenantId } from "../../kernel/ids.ts";
import type { Page, PageRequest } from "../../kernel/paging.ts";
import type { EpochMs } from "../../kernel/time.ts";

export interface Tenant {
  readonly id: TenantId;
  readonly createdTime: EpochMs;
  readonly name: string;
}

export interface TenantStore {
  /** Names are unique without regard to case. */
  create(tenant: Tenant): Promise<"created" | "name-taken">;
  find(id: TenantId): Promise<Tenant | undefined>;
  findByName(name: string): Promise<Tenant | undefined>;
  /** Whether a tenant has this name, or one that cannot be told from it on a screen. */
  hasAlike(name: string): Promise<boolean>;
  /** Ordered by name. */
  list(page: PageRequest): Promise<Page<Tenant>>;
  stream(): AsyncIterable<readonly Tenant[]>;
  rename(id: TenantId, name: string): Promise<"renamed" | "name-taken" | "not-found">;
  /** With everything in it, and the users that had no other assignment. False when there is none. */
  remove(id: TenantId): Promise<boolean>;
}
