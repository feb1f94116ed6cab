import type { DeviceRecord, DeviceViewColumn } from "@heliograph/contract";
import { otherLineId } from "../device/telemetry/line-ids.ts";

/** What the list shows of them is what they are compared in. */
export const comparedKeys = (columns: readonly DeviceViewColumn[]): readonly string[] => [
  ...new Set(columns.flatMap((one) => (one.kind === "LATEST" || one.kind === "HISTORY" ? [one.key] : []))),
];

/** The chart of the first device with the same channels of the others, as many as have room. */
export function comparison(devices: readonly DeviceRecord[], keys: readonly string[], mostLines: number) {
  const [first, ...others] = devices;
  const each = Math.max(1, Math.floor(mostLines / Math.max(1, devices.length)));
  const drawn = keys.slice(0, each);
  return {
    deviceId: first?.id.id ?? "",
    search: { keys: drawn, others: others.flatMap(({ id }) => drawn.map((key) => otherLineId(id.id, key))) },
  };
}
