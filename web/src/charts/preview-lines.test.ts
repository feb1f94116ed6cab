import type { ChannelRecord, PreviewRecord } from "@heliograph/contract";
import { expect, test } from "vitest";
import { closest, lineOfPreview, readSpan } from "./preview-lines.ts";

const channel: ChannelRecord = {
  ...{ index: 0, name: "Engine.Speed", displayName: "", unit: "rpm", datatype: "double", width: 1, sampleCount: 4 },
  ...{ startTime: 0, endTime: 3, min: 0, max: 9 },
};
const preview = (count: number[], min: (number | null)[], max: (number | null)[]): PreviewRecord => ({
  ...{ bucketWidth: 2, startTime: [0, 2], count, gapBefore: [false, false], min, max, first: [], last: [] },
});

test("buckets of several samples are drawn as an envelope around their middle", () => {
  expect(lineOfPreview(channel, preview([2, 2], [1, null], [3, null]))).toEqual({
    ...{
      label: "Engine.Speed",
      unit: "rpm",
      isMarked: true,
      times: [0, 2],
      values: [2, null],
      min: [1, null],
      max: [3, null],
    },
  });
});

test("zoomed in to single samples, the samples themselves are drawn", () => {
  expect(lineOfPreview(channel, preview([1, 1], [1, 5], [1, 5]))).toEqual({
    ...{ label: "Engine.Speed", unit: "rpm", isMarked: true, times: [0, 2], values: [1, 5] },
  });
});

test("a channel of texts has no line", () => {
  expect(lineOfPreview(channel, preview([1, 1], [], []))).toBeUndefined();
});

test("where nothing was measured the line is broken", () => {
  const gap = { ...preview([1, 1], [1, 5], [1, 5]), gapBefore: [true, true] };

  expect(lineOfPreview(channel, gap)).toMatchObject({ times: [0, 1, 2], values: [1, null, 5] });
});

test("[FILE7] numbers of which none is in view are an empty line, and no texts", () => {
  const nothing = { ...preview([], [], []), startTime: [], gapBefore: [] };

  expect(lineOfPreview(channel, nothing)).toEqual({ label: "Engine.Speed", unit: "rpm", times: [], values: [] });
  expect(lineOfPreview({ ...channel, min: null, max: null }, nothing)).toBeUndefined();
});

test("[FILE7] so much is read that lines go on to the edges, and nobody zooms in to nothing", () => {
  expect(readSpan([channel], { startTime: 1.2, endTime: 1.4 })).toEqual({ startTime: -0.8, endTime: 3.4 });
  expect(readSpan([channel], {})).toEqual({});
  expect(closest([channel, { ...channel, sampleCount: 31 }])).toBeCloseTo(0.4);
  expect(closest([{ ...channel, sampleCount: 1 }])).toBe(4_000);
});
