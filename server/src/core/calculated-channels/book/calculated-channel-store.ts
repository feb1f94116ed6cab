import type { CalculatedChannelId, DeviceId, DeviceTypeId, ProjectId, TenantId } from "../../../kernel/ids.ts";
import type { ScopedDevice } from "../../rules/index.ts";
import type { CalculatedChannel } from "../calculated-channel.ts";
import type { CalculationProgress, MemberQuery } from "../live/live-calculation-store.ts";

/** Calculated channels as people keep them. */
export interface CalculatedChannelStore {
  list(tenant: TenantId): Promise<readonly CalculatedChannel[]>;
  find(tenant: TenantId, id: CalculatedChannelId): Promise<CalculatedChannel | undefined>;
  /** Those of a device and of its type. */
  of(tenant: TenantId, device: DeviceId, type: DeviceTypeId): Promise<readonly CalculatedChannel[]>;
  /** Until the transaction ends nobody else changes channels of the tenant: two must not close a ring together. */
  hold(tenant: TenantId): Promise<void>;
  /** The first one of all begins to follow the points where they are. */
  insert(channel: CalculatedChannel, from: CalculationProgress): Promise<"created" | "key-taken" | "not-there">;
  /** Of two who change one version, the second finds another one. */
  update(channel: CalculatedChannel): Promise<"updated" | "changed" | "key-taken" | "not-there">;
  remove(id: CalculatedChannelId): Promise<void>;
  devices(ids: readonly DeviceId[]): Promise<readonly ScopedDevice[]>;
  existingTypes(tenant: TenantId, ids: readonly DeviceTypeId[]): Promise<ReadonlySet<DeviceTypeId>>;
  existingProjects(tenant: TenantId, ids: readonly ProjectId[]): Promise<ReadonlySet<ProjectId>>;
  members(query: MemberQuery, atMost: number): Promise<readonly DeviceId[]>;
  countMembers(query: MemberQuery): Promise<number>;
}
