import type { ChannelRecord, PreviewRecord } from "@heliograph/contract";
import type { Line } from "./aligned.ts";

type Numbers = readonly (number | null)[];

/** A channel of a file as a line: the middle of each bucket with its bounds. */
export function lineOfPreview(channel: ChannelRecord, preview: PreviewRecord): Line | undefined {
  const { min, max, startTime, gapBefore } = preview;
  if (min.length === 0)
    return isOutOfView(channel, preview) ? { ...nameOf(channel), times: [], values: [] } : undefined;
  const isSingle = preview.count.every((count) => count <= 1);
  const middle = min.map((low, index) => between(low, max[index] ?? null));
  const broken = (values: Numbers) =>
    values.flatMap((value, index) => (isBreak(gapBefore, index) ? [null, value] : value));
  const times = startTime.flatMap((time, index) =>
    isBreak(gapBefore, index) ? [((startTime[index - 1] ?? time) + time) / 2, time] : time,
  );
  const line = { ...nameOf(channel), isMarked: true, times, values: broken(middle) };
  return isSingle ? line : { ...line, min: broken(min), max: broken(max) };
}

const nameOf = ({ displayName, name, unit }: ChannelRecord) => ({ label: displayName || name, unit });

/** Texts and bytes have nothing to draw; numbers of which none is in view are still numbers. */
const isOutOfView = ({ min }: ChannelRecord, { count }: PreviewRecord): boolean => min !== null && count.length === 0;

/** So many samples beyond each edge of what is shown: lines go on to the edges. */
const neighbours = 2;

/** What to read for a window: beyond its edges, too, as far as the slowest of the channels has its next samples. */
export function readSpan(
  channels: readonly ChannelRecord[],
  { startTime, endTime }: { readonly startTime?: number; readonly endTime?: number },
): { readonly startTime?: number; readonly endTime?: number } {
  const beyond = neighbours * Math.max(0, ...channels.map(spacing));
  return {
    ...(startTime !== undefined && { startTime: startTime - beyond }),
    ...(endTime !== undefined && { endTime: endTime + beyond }),
  };
}

/** On average, from sample to sample. */
const spacing = ({ startTime, endTime, sampleCount }: ChannelRecord): number =>
  startTime === null || endTime === null || sampleCount < 2 ? 0 : (endTime - startTime) / (sampleCount - 1);

/** Closer than this there is nothing more to see: about a few samples of the fastest channel fill the width. */
export const closest = (channels: readonly ChannelRecord[]): number =>
  4 * Math.min(...channels.map(spacing).filter((each) => each > 0), 1_000);

const between = (low: number | null, high: number | null): number | null =>
  low === null || high === null ? null : (low + high) / 2;

/** Nothing was measured in between: no line is drawn there [FILE7]. */
const isBreak = (gapBefore: readonly boolean[], index: number): boolean => index > 0 && (gapBefore[index] ?? false);
