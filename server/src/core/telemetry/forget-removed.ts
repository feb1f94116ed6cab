import type { DeviceId } from "../../kernel/ids.ts";
import { type Clock, type EpochMs, epochMs } from "../../kernel/time.ts";
import type { TelemetryStore } from "./telemetry-store.ts";

/**
 * Devices that were removed and whose points are still to go. A device is put on the list in the transaction that
 * removes it, so that a crash between the two stores leaves nothing behind [DEV3].
 */
export interface PointsToForget {
  /** Those removed before `removedBefore`, at most `limit` of them. */
  list(removedBefore: EpochMs, limit: number): Promise<readonly DeviceId[]>;
  strike(devices: readonly DeviceId[]): Promise<void>;
}

const devicesAtOnce = 500;

/**
 * Works the list off, as often as somebody calls it. What was under way when a device was removed has arrived
 * `settledAfterMs` later, and is forgotten too.
 */
export async function forgetRemoved(
  list: PointsToForget,
  store: Pick<TelemetryStore, "forget">,
  settledAfterMs: number,
  clock: Clock,
): Promise<void> {
  const before = epochMs(clock() - settledAfterMs);
  for (;;) {
    const devices = await list.list(before, devicesAtOnce);
    if (devices.length === 0) return;
    for (const device of devices) await store.forget(device);
    await list.strike(devices);
  }
}
