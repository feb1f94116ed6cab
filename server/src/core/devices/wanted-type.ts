import type { TenantId } from "../../kernel/ids.ts";
import type { DeviceTypes } from "../device-types/index.ts";
import type { WantedDevice } from "./device.ts";
import type { StoredDevice } from "./device-store.ts";
import { deviceTypeAmbiguous } from "./errors.ts";

export type TypesOfTenant = Pick<DeviceTypes, "defaultOf" | "requireInfo" | "noRoom">;

/**
 * The name of the type a device is to have [TYP1]. A record that was read has both the name and the id; whoever sends it
 * back with one of them changed means that one.
 */
export async function wantedType(
  types: Omit<TypesOfTenant, "noRoom">,
  tenantId: TenantId,
  { type, typeId }: WantedDevice,
  before?: Pick<StoredDevice, "type" | "typeId">,
): Promise<string> {
  if (typeId === null) return type ?? (await types.defaultOf(tenantId)).name;
  const byId = (await types.requireInfo(tenantId, typeId)).name;
  if (type === null || type === byId || type === before?.type) return byId;
  if (typeId === before?.typeId) return type;
  throw deviceTypeAmbiguous(type, byId);
}
