import type { DeviceRecord, DeviceViewColumn } from "@heliograph/contract";
import { useMemo } from "react";
import type { ShownChannel } from "../../../channels/use-channels.ts";

type ChannelOf = (device: DeviceRecord | undefined, key: string) => ShownChannel;

export interface ColumnHead {
  readonly title: string;
  /** Undefined where types in view have different ones: then it stands beside each value. */
  readonly unit: string | undefined;
}

/** What channels are called and measured in, by those types in view that say so. */
export function useColumnHeads(
  columns: readonly DeviceViewColumn[],
  devices: readonly DeviceRecord[],
  channelOf: ChannelOf,
): (key: string) => ColumnHead | undefined {
  const types = [...new Map(devices.map((one) => [one.deviceProfileId.id, one])).values()];
  const typesKey = types
    .map(({ deviceProfileId }) => deviceProfileId.id)
    .sort()
    .join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: of each type any device will do
  return useMemo(() => {
    const keys = columns.flatMap((one) => (one.kind === "LATEST" || one.kind === "HISTORY" ? [one.key] : []));
    const heads = new Map(keys.map((key) => [key, headOf(types.map((device) => channelOf(device, key)))]));
    return (key) => heads.get(key);
  }, [columns, typesKey, channelOf]);
}

function headOf(channels: readonly ShownChannel[]): ColumnHead | undefined {
  const told = channels.filter(({ isDescribed, unitShown }) => isDescribed || unitShown !== "");
  const units = new Set(told.map(({ unitShown }) => unitShown));
  const title = (told[0] ?? channels[0])?.title;
  return title === undefined ? undefined : { title, unit: units.size === 1 ? told[0]?.unitShown : undefined };
}
