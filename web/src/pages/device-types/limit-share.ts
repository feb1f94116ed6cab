import type { Channel, ChannelValues, ValueGroup } from "@heliograph/contract";

export const limitNames = ["alarmBelow", "warnBelow", "warnAbove", "alarmAbove"] as const;
export type LimitName = (typeof limitNames)[number];
export type Limits = NonNullable<Channel["limits"]>;

export const isUpper = (name: LimitName): boolean => name === "warnAbove" || name === "alarmAbove";
export const isAlarm = (name: LimitName): boolean => name === "alarmBelow" || name === "alarmAbove";

type Measured = Pick<ChannelValues, "groups" | "devices" | "samples">;

/** What lies beyond a limit. */
export interface Beyond {
  readonly devices: ChannelValues["devices"];
  /** Part of the time, from 0 to 1. */
  readonly share: number;
}

/** Who was beyond a limit, even for a moment, and for what part of the time; a value at a limit is beyond it [TYP2]. */
export function beyondLimit({ groups, devices, samples }: Measured, name: LimitName, limit: number): Beyond {
  const isBeyond = isUpper(name)
    ? ({ max }: { readonly max: number }) => max >= limit
    : ({ min }: { readonly min: number }) => min <= limit;
  const partOf = isUpper(name) ? partAbove : partBelow;
  const beyond = groups.reduce((sum, group) => sum + partOf(group, limit), 0);
  return { devices: devices.filter(isBeyond), share: samples === 0 ? 0 : Math.min(1, beyond / samples) };
}

/** Samples of a group at or above a value; inside of it as if they were spread evenly, its highest always. */
function partAbove({ low, high, samples }: ValueGroup, limit: number): number {
  if (low >= limit) return samples;
  if (high < limit) return 0;
  return Math.max(1, (samples * (high - limit)) / (high - low));
}

const partBelow = ({ low, high, samples }: ValueGroup, limit: number): number =>
  partAbove({ low: -high, high: -low, samples }, -limit);

/** Between its neighbours, for limits have to rise. */
export function kept(limits: Limits, name: LimitName, value: number): number {
  const place = limitNames.indexOf(name);
  const given = (names: readonly LimitName[]) => names.flatMap((one) => limits[one] ?? []);
  const lower = Math.max(...given(limitNames.slice(0, place)));
  const upper = Math.min(...given(limitNames.slice(place + 1)));
  return Math.min(upper, Math.max(lower, value));
}
