import type { DeviceTypeId, TenantId } from "../../kernel/ids.ts";
import type { PageRequest } from "../../kernel/paging.ts";
import type { ReachedProjects } from "../projects/index.ts";
import type { DeviceType, DeviceTypeContent, DeviceTypeInfo, DeviceTypeText } from "./device-type.ts";

export interface DeviceTypeQuery {
  readonly tenantId: TenantId;
  /** Where devices are counted [PRJ1]; the types are those of the whole tenant. */
  readonly countedIn: ReachedProjects;
  /** Part of the name, without regard to case. */
  readonly textSearch: string | undefined;
  readonly sortProperty: "name" | "createdTime";
  readonly descending: boolean;
}

export interface NamedType {
  readonly id: DeviceTypeId;
  readonly name: string;
}

export interface VersionedType {
  readonly id: DeviceTypeId;
  readonly version: number;
}

export interface DeviceTypeStore {
  /** `full` when the tenant has `atMost` already. */
  create(type: DeviceType, atMost?: number): Promise<"created" | "name-taken" | "full" | "no-such-tenant">;
  /** With a version only the one that has it; of two who change the same one, the second is told. */
  update(
    tenant: TenantId,
    id: DeviceTypeId,
    content: DeviceTypeContent,
    version: number | undefined,
  ): Promise<"updated" | "name-taken" | "not-found" | "stale">;
  find(tenant: TenantId, id: DeviceTypeId): Promise<DeviceType | undefined>;
  findText(tenant: TenantId, id: DeviceTypeId): Promise<DeviceTypeText | undefined>;
  /** As `find`; nobody else changes it until the transaction ends. */
  hold(tenant: TenantId, id: DeviceTypeId): Promise<DeviceType | undefined>;
  /** The one of this name; nobody else makes one in the tenant until the transaction ends. */
  holdNamed(tenant: TenantId, name: string): Promise<NamedType | undefined>;
  /** Devices are counted in the whole tenant where nothing else is said; so below. */
  findInfo(tenant: TenantId, id: DeviceTypeId, countedIn?: ReachedProjects): Promise<DeviceTypeInfo | undefined>;
  /** In how many projects devices of this type are, of those that count. */
  projectCount(tenant: TenantId, id: DeviceTypeId, countedIn: ReachedProjects): Promise<number>;
  findDefault(tenant: TenantId, countedIn?: ReachedProjects): Promise<DeviceTypeInfo | undefined>;
  /** The types of a tenant by name, so many at most, each with the version it has now. */
  versions(tenant: TenantId, atMost: number): Promise<readonly VersionedType[]>;
  count(query: DeviceTypeQuery): Promise<number>;
  page(query: DeviceTypeQuery, page: PageRequest): Promise<readonly DeviceTypeInfo[]>;
  stream(query: DeviceTypeQuery): AsyncIterable<readonly DeviceTypeInfo[]>;
  /** False when there is none. */
  makeDefault(tenant: TenantId, id: DeviceTypeId): Promise<boolean>;
  remove(tenant: TenantId, id: DeviceTypeId): Promise<"removed" | "not-found" | "is-default" | { devices: number }>;
}
