import type { DeviceRecord } from "@heliograph/contract";
import { withoutOrder } from "../../api/device-filter.ts";
import type { DeviceFilter } from "../../api/devices.ts";
import type { Chosen } from "../../api/jobs.ts";
import type { Messages } from "../../i18n/messages.tsx";

/** One device, some that were chosen, or all that the list shows. */
export type ChosenDevices =
  | { readonly device: DeviceRecord }
  | { readonly devices: readonly DeviceRecord[] }
  | { readonly filter: DeviceFilter; readonly total: number };

export const countOf = (chosen: ChosenDevices): number => {
  if ("device" in chosen) return 1;
  return "devices" in chosen ? chosen.devices.length : chosen.total;
};

export const chosenText = (chosen: ChosenDevices, m: Messages): string => {
  if ("device" in chosen) return chosen.device.name;
  return "devices" in chosen ? m.devices.selected(chosen.devices.length) : m.projects.moveMany(chosen.total);
};

/** As the API takes them: where a list shows everything, everything has to be said [API7]. */
export function chosenInput(chosen: ChosenDevices): Chosen {
  if ("devices" in chosen) return { deviceIds: chosen.devices.map(({ id }) => id.id) };
  if ("device" in chosen) return { deviceIds: [chosen.device.id.id] };
  const filter = Object.fromEntries(
    Object.entries(withoutOrder(chosen.filter)).filter(([, value]) => value !== undefined),
  );
  return Object.keys(filter).length > 0 ? { filter } : { all: true };
}
