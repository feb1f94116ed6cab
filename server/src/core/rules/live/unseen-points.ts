import type { DeviceId } from "../../../kernel/ids.ts";
import type { LoggedBatch, Sample, SeriesName } from "../../telemetry/index.ts";

/** Points of a series that were read: the newest first. */
export interface ReadSeries extends SeriesName {
  readonly samples: readonly Sample[];
}

/** Of points that were read, the times of those that were not looked at yet: by device and key. */
export type Unseen = ReadonlyMap<DeviceId, ReadonlyMap<string, ReadonlySet<number>>>;

type BySeries<Of> = Map<DeviceId, Map<string, Of>>;

function bySeries<One extends SeriesName, Of>(series: readonly One[], entryOf: (one: One) => Of): BySeries<Of> {
  const all: BySeries<Of> = new Map();
  for (const one of series) {
    const ofDevice = all.get(one.device) ?? new Map<string, Of>();
    all.set(one.device, ofDevice.set(one.key, entryOf(one)));
  }
  return all;
}

/** How many points of a series were not looked at. As one may be among them twice there may be fewer. */
export function unseenCounts(
  series: readonly SeriesName[],
  batches: Iterable<LoggedBatch>,
): (of: SeriesName) => number {
  const counts = bySeries(series, () => 0);
  for (const { device, points } of batches) {
    const ofDevice = counts.get(device);
    if (!ofDevice) continue;
    for (const { key } of points) {
      const count = ofDevice.get(key);
      if (count !== undefined) ofDevice.set(key, count + 1);
    }
  }
  return ({ device, key }) => counts.get(device)?.get(key) ?? 0;
}

/**
 * Those of the points that were not looked at. Under load there are very many that were not, while of a series only its
 * newest point was read: nothing is kept of what is outside of the times that were read.
 */
export function unseenAmong(series: readonly ReadSeries[], batches: Iterable<LoggedBatch>): Unseen {
  const read = bySeries(series, ({ samples }) => ({ from: samples.at(-1)?.ts, to: samples[0]?.ts }));
  const unseen: BySeries<Set<number>> = new Map();
  for (const { device, points } of batches) {
    const ofDevice = read.get(device);
    if (!ofDevice) continue;
    for (const { key, ts } of points) {
      const { from, to } = ofDevice.get(key) ?? {};
      if (from !== undefined && to !== undefined && ts >= from && ts <= to) add(unseen, { device, key }, ts);
    }
  }
  return unseen;
}

function add(unseen: BySeries<Set<number>>, { device, key }: SeriesName, ts: number): void {
  const ofDevice = unseen.get(device) ?? new Map<string, Set<number>>();
  unseen.set(device, ofDevice);
  const times = ofDevice.get(key);
  if (times) times.add(ts);
  else ofDevice.set(key, new Set([ts]));
}
