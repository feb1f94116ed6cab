import type { DeviceId, TenantId } from "../../kernel/ids.ts";
import type { Audit } from "../audit/index.ts";
import type { EventBus } from "../events/index.ts";
import type { TelemetryStore, TimeRange } from "./telemetry-store.ts";

interface Parts {
  readonly store: Pick<TelemetryStore, "delete">;
  readonly events: EventBus;
  readonly audit: Audit;
}

/** Removes points for good and tells those who show them: another value may be the latest now [TEL5]. */
export async function deletePoints(
  { store, events, audit }: Parts,
  device: { readonly id: DeviceId; readonly tenantId: TenantId; readonly name: string },
  keys: readonly string[],
  range: TimeRange,
): Promise<void> {
  await store.delete(device.id, { only: keys }, range);
  await audit.note({
    action: "TIMESERIES_DELETED",
    tenantId: device.tenantId,
    entity: { type: "DEVICE", id: device.id, name: device.name },
    facts: { keys, from: range.from, to: range.to },
  });
  events.publish("telemetry-deleted", { tenantId: device.tenantId, deviceId: device.id, keys });
}
