import type { DeviceRecord, ShownDevice } from "@heliograph/contract";

/** Where the device has none of its own, as the server has it by default [DEV5]. */
const usualTimeoutMs = 600_000;

/** A value of a device that has not been heard of since: it may be another one by now. */
export function isStale(ts: number, device: ShownDevice | undefined, now = Date.now()): boolean {
  if (!device || device.active) return false;
  const { additionalInfo } = device as Partial<DeviceRecord>; // not told to those behind a link
  return now - ts > (additionalInfo?.inactivityTimeout ?? usualTimeoutMs);
}

export const staleClass = (ts: number, device: ShownDevice | undefined): string =>
  isStale(ts, device) ? " stale" : "";
