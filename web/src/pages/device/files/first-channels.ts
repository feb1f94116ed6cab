import type { ChannelRecord } from "@heliograph/contract";

/** So that there is something to see at once: the first channel that changes, else the first with numbers. */
export function firstChannels(channels: readonly ChannelRecord[]): readonly number[] {
  const drawable = channels.filter(({ min, sampleCount }) => min !== null && sampleCount > 0);
  const first = drawable.find(({ min, max }) => min !== max) ?? drawable[0];
  return first ? [first.index] : [];
}
