import type { AuditAction } from "@heliograph/contract";
import type { DeviceId, TenantId } from "../../kernel/ids.ts";
import type { AuditedAct, Facts } from "../audit/index.ts";
import type { DeviceProperties } from "./device.ts";
import type { NewDevice } from "./device-store.ts";

export const actOn = (
  tenantId: TenantId,
  id: DeviceId,
  action: AuditAction,
  name: string | null = null,
): AuditedAct => ({
  action,
  tenantId,
  entity: { type: "DEVICE", id, name },
});

/** What an entry says of a device: what people say about it. */
export const factsOf = (device: DeviceProperties): Facts => {
  const { name, type, label, description, serialNumber, firmwareVersion, inactivityTimeoutMs } = device;
  return { name, type, label, description, serialNumber, firmwareVersion, inactivityTimeoutMs };
};

export const added = ({ device }: NewDevice): AuditedAct => ({
  ...actOn(device.tenantId, device.id, "ADDED", device.name),
  facts: { type: device.type },
});
