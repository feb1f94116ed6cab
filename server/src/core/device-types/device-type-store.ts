import type { DeviceTypeId, TenantId } from "../../kernel/ids.ts";
import type { PageRequest } from "../../kernel/paging.ts";
import type { DeviceType, DeviceTypeContent, DeviceTypeInfo } from "./device-type.ts";

export interface DeviceTypeQuery {
  readonly tenantId: TenantId;
  /** Part of the name, without regard to case. */
  readonly textSearch: string | undefined;
  readonly sortProperty: "name" | "createdTime";
  readonly descending: boolean;
}

export interface NamedType {
  readonly id: DeviceTypeId;
  readonly name: string;
}

export interface DeviceTypeStore {
  create(type: DeviceType): Promise<"created" | "name-taken" | "no-such-tenant">;
  /** With a version only the one that has it; of two who change the same one, the second is told. */
  update(
    tenant: TenantId,
    id: DeviceTypeId,
    content: DeviceTypeContent,
    version: number | undefined,
  ): Promise<"updated" | "name-taken" | "not-found" | "stale">;
  find(tenant: TenantId, id: DeviceTypeId): Promise<DeviceType | undefined>;
  findNamed(tenant: TenantId, name: string): Promise<DeviceType | undefined>;
  findInfo(tenant: TenantId, id: DeviceTypeId): Promise<DeviceTypeInfo | undefined>;
  findDefault(tenant: TenantId): Promise<DeviceTypeInfo | undefined>;
  count(query: DeviceTypeQuery): Promise<number>;
  page(query: DeviceTypeQuery, page: PageRequest): Promise<readonly DeviceTypeInfo[]>;
  stream(query: DeviceTypeQuery): AsyncIterable<readonly DeviceTypeInfo[]>;
  /** False when there is none. */
  makeDefault(tenant: TenantId, id: DeviceTypeId): Promise<boolean>;
  remove(tenant: TenantId, id: DeviceTypeId): Promise<"removed" | "not-found" | "is-default" | { devices: number }>;
}
