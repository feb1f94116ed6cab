import type { DeviceId } from "../../kernel/ids.ts";
import { type Clock, epochMs } from "../../kernel/time.ts";
import type { DeviceStore } from "../devices/index.ts";
import type { TenantSettingsStore } from "../tenants/index.ts";
import type { TelemetryStore } from "./telemetry-store.ts";

interface Parts {
  readonly settings: TenantSettingsStore;
  readonly devices: Pick<DeviceStore, "idsIn">;
  readonly store: Pick<TelemetryStore, "applyRetention">;
  readonly clock: Clock;
}

/** Removes the points that are older than their tenant keeps them [TEL5]; tenants that keep everything are not touched. */
export async function applyRetention({ settings, devices, store, clock }: Parts): Promise<void> {
  for (const { tenantId, telemetryRetentionMs } of await settings.withRetention()) {
    await store.applyRetention(flat(devices.idsIn(tenantId)), epochMs(clock() - telemetryRetentionMs));
  }
}

async function* flat(chunks: AsyncIterable<readonly DeviceId[]>): AsyncGenerator<DeviceId> {
  for await (const chunk of chunks) yield* chunk;
}
