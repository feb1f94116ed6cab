import type { ChannelRecord } from "@heliograph/contract";
import { expect, test } from "vitest";
import { firstChannels } from "./first-channels.ts";

const channel = (index: number, min: number | null, max: number | null, sampleCount = 6) =>
  ({ index, min, max, sampleCount }) as ChannelRecord;

test("[FILE7] a file opens with a channel that changes, else with one that has numbers", () => {
  expect(firstChannels([channel(0, null, null), channel(1, 3, 3), channel(2, 0, 1, 0), channel(3, 0, 1)])).toEqual([3]);
  expect(firstChannels([channel(0, null, null), channel(1, 3, 3), channel(2, 4, 4)])).toEqual([1]);
  expect(firstChannels([channel(0, null, null), channel(1, 1, 2, 0)])).toEqual([]);
});
