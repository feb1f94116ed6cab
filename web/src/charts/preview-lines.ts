import type { ChannelRecord, PreviewRecord } from "@heliograph/contract";
import type { Line } from "./aligned.ts";

type Numbers = readonly (number | null)[];

/** A channel of a file as a line: the middle of each bucket with its bounds. Texts and bytes have nothing to draw. */
export function lineOfPreview(channel: ChannelRecord, preview: PreviewRecord): Line | undefined {
  const { min, max, startTime, gapBefore } = preview;
  if (min.length === 0) return undefined;
  const isSingle = preview.count.every((count) => count <= 1);
  const middle = min.map((low, index) => between(low, max[index] ?? null));
  const broken = (values: Numbers) =>
    values.flatMap((value, index) => (isBreak(gapBefore, index) ? [null, value] : value));
  const times = startTime.flatMap((time, index) =>
    isBreak(gapBefore, index) ? [((startTime[index - 1] ?? time) + time) / 2, time] : time,
  );
  const line = { label: channel.displayName || channel.name, unit: channel.unit, times, values: broken(middle) };
  return isSingle ? line : { ...line, min: broken(min), max: broken(max) };
}

const between = (low: number | null, high: number | null): number | null =>
  low === null || high === null ? null : (low + high) / 2;

/** Nothing was measured in between: no line is drawn there [FILE7]. */
const isBreak = (gapBefore: readonly boolean[], index: number): boolean => index > 0 && (gapBefore[index] ?? false);
