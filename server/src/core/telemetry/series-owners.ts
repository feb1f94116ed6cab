import type { DeviceId, TenantId } from "../../kernel/ids.ts";
import type { DeviceStore } from "../devices/index.ts";
import type { TenantStore } from "../tenants/index.ts";

/** A store that counts the series of tenants. */
export interface SeriesOwnership {
  /** Whose devices these are: those that have series count for this tenant from now on. */
  ownedBy(devices: readonly DeviceId[], owner: TenantId): void;
}

interface Parts {
  readonly tenants: Pick<TenantStore, "stream">;
  readonly devices: Pick<DeviceStore, "idsIn">;
  readonly store: SeriesOwnership;
}

/**
 * Tells the store of points whose its devices are, so that series count for their tenants [QTA1]. Who owns a device is
 * known to the registry alone; a device that sends tells it by itself.
 */
export async function learnOwners({ tenants, devices, store }: Parts): Promise<void> {
  for await (const some of tenants.stream()) {
    for (const { id } of some) for await (const ids of devices.idsIn(id)) store.ownedBy(ids, id);
  }
}
