import type { DeviceRecord } from "@heliograph/contract";
import { useState } from "react";

/** Which devices of a list are chosen: some of them, or all that match, however many. */
export interface Selection {
  readonly isAll: boolean;
  readonly chosen: ReadonlyMap<string, DeviceRecord>;
  has(device: DeviceRecord): boolean;
  toggle(device: DeviceRecord, isOn: boolean): void;
  /** Several in a row, as with the shift key. */
  add(devices: readonly DeviceRecord[]): void;
  chooseAll(): void;
  clear(): void;
}

const nothing: ReadonlyMap<string, DeviceRecord> = new Map();

/** Begins anew where `of`, what the list shows, is another. */
export function useSelection(of: string): Selection {
  const [held, setHeld] = useState({ of, isAll: false, chosen: nothing });
  const { isAll, chosen } = held.of === of ? held : { isAll: false, chosen: nothing };
  const set = (next: { readonly isAll: boolean; readonly chosen: ReadonlyMap<string, DeviceRecord> }) =>
    setHeld({ of, ...next });
  return {
    isAll,
    chosen,
    has: (device) => isAll || chosen.has(device.id.id),
    toggle: (device, isOn) => {
      const next = new Map(chosen);
      if (isOn) next.set(device.id.id, device);
      else next.delete(device.id.id);
      set({ isAll: false, chosen: next });
    },
    add: (devices) =>
      set({ isAll: false, chosen: new Map([...chosen, ...devices.map((one) => [one.id.id, one] as const)]) }),
    chooseAll: () => set({ isAll: true, chosen: nothing }),
    clear: () => set({ isAll: false, chosen: nothing }),
  };
}
