import type { DeviceId, TenantId } from "../../kernel/ids.ts";
import type { EventBus } from "../events/index.ts";
import type { TelemetryStore, TimeRange } from "./telemetry-store.ts";

interface Parts {
  readonly store: Pick<TelemetryStore, "delete">;
  readonly events: EventBus;
}

/** Removes points for good and tells those who show them: another value may be the latest now [TEL5]. */
export async function deletePoints(
  { store, events }: Parts,
  device: { readonly id: DeviceId; readonly tenantId: TenantId },
  keys: readonly string[],
  range: TimeRange,
): Promise<void> {
  await store.delete(device.id, { only: keys }, range);
  events.publish("telemetry-deleted", { tenantId: device.tenantId, deviceId: device.id, keys });
}
