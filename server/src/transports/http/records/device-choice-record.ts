import type { DeviceChoice } from "../../../core/devices/index.ts";

/** As it was sent; a filter without a condition is all. */
export function devicesOf(choice: DeviceChoice) {
  if ("deviceIds" in choice) return { deviceIds: [...choice.deviceIds] };
  return Object.keys(choice.filter).length === 0 ? { all: true as const } : { filter: choice.filter };
}
