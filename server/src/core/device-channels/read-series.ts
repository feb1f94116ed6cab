import type { DeviceId } from "../../kernel/ids.ts";
import { longWork, PieceTime } from "../../kernel/long-work-queue.ts";
import { monotonicMs } from "../../kernel/time.ts";
import type { TelemetryStore, TimeRange } from "../telemetry/index.ts";
import type { IsOfChannel } from "./channel-keys.ts";

/** One key of one device that has numbers in the range. */
export interface ReadSeries {
  readonly device: DeviceId;
  readonly key: string;
  readonly count: number;
  readonly min: number;
  readonly max: number;
}

interface Terms {
  readonly range: TimeRange;
  readonly isOfChannel: IsOfChannel;
  readonly seriesAtMost: number;
  /** On the clock that only goes forward. */
  readonly until: number;
}

/** Integers of a thousand digits are kept, and sums of large numbers are larger: here they are the largest there is. */
export const finite = (value: unknown): number =>
  Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, Number(value)));

type Source = Pick<TelemetryStore, "keys" | "aggregate">;

/** Which series of these devices have numbers, how many points and between which values: statistics of blocks say it. */
export async function readSeries(telemetry: Source, devices: readonly DeviceId[], terms: Terms) {
  const series: ReadSeries[] = [];
  const piece = new PieceTime();
  let asked = 0; // of what takes its time, something is read
  for (const device of devices) {
    if (asked++ > 0 && monotonicMs() > terms.until) return { series, isWhole: false };
    const keys = (await telemetry.keys(device)).filter(terms.isOfChannel);
    for (const key of keys) {
      const isOver = series.length >= terms.seriesAtMost || (series.length > 0 && monotonicMs() > terms.until);
      if (isOver) return { series, isWhole: false };
      const one = await figuresOf(telemetry, device, key, terms.range);
      if (one) series.push(one);
    }
    if (!piece.isUp) continue;
    await longWork.nextPiece();
    piece.restart();
  }
  return { series, isWhole: true };
}

async function figuresOf(
  telemetry: Source,
  device: DeviceId,
  key: string,
  { from, to }: TimeRange,
): Promise<ReadSeries | undefined> {
  const figure = async (by: "COUNT" | "MIN" | "MAX") => {
    const [sample] = await telemetry.aggregate(device, key, [from, to], by);
    return sample && finite(sample.value);
  };
  const [count = 0, min, max] = await Promise.all([figure("COUNT"), figure("MIN"), figure("MAX")]);
  return min === undefined || max === undefined ? undefined : { device, key, count, min, max };
}
