import type { ChannelRecord, PreviewRecord } from "@heliograph/contract";
import type { Line } from "./aligned.ts";

/** A channel of a file as a line: the middle of each bucket with its bounds. Texts and bytes have nothing to draw. */
export function lineOfPreview(channel: ChannelRecord, preview: PreviewRecord): Line | undefined {
  const { min, max, startTime } = preview;
  if (min.length === 0) return undefined;
  const isSingle = preview.count.every((count) => count <= 1);
  const middle = min.map((low, index) => between(low, max[index] ?? null));
  const label = channel.displayName || channel.name;
  const line = { label, unit: channel.unit, times: startTime, values: middle };
  return isSingle ? line : { ...line, min, max };
}

const between = (low: number | null, high: number | null): number | null =>
  low === null || high === null ? null : (low + high) / 2;
