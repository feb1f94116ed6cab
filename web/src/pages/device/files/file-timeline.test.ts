import type { FileRecord } from "@heliograph/contract";
import { expect, test } from "vitest";
import { namedDays, timelineOf } from "./file-timeline.ts";

const file = (tag: string, startTime: number, endTime: number): FileRecord => ({
  ...{ name: `/${tag}/${startTime}.osfz`, tag, startTime, endTime, size: 1, storageStatus: 3, createdTime: 0 },
  ...{ sha256: null, processing: "NONE", error: null, channelCount: null, sampleCount: null },
});

test("each tag has a lane, and bars lie where their time is", () => {
  const timeline = timelineOf([file("raw", 0, 100), file("preview", 50, 75)]);

  expect(timeline?.lanes.map(({ tag }) => tag)).toEqual(["preview", "raw"]);
  expect(timeline?.lanes[0]?.bars[0]).toMatchObject({ left: 50, width: 25 });
});

test("a moment can still be seen, even at the end", () => {
  const timeline = timelineOf([file("a", 0, 0), file("a", 1_000, 1_000)]);

  expect(timeline?.lanes[0]?.bars.map(({ left, width }) => [left, width])).toEqual([
    [0, 0.25],
    [99.75, 0.25],
  ]);
});

test("no files, no timeline", () => {
  expect(timelineOf([])).toBeUndefined();
});

test("[#17.11] as many days are named as there is room for, from the first on", () => {
  const days = [1, 2, 3, 4, 5, 6, 7].map((time) => ({ time, left: time }));
  const named = (most: number) => namedDays(days, most).map(({ time }) => time);

  expect([named(8), named(3), named(1)]).toEqual([[1, 2, 3, 4, 5, 6, 7], [1, 4, 7], [1]]);
  expect(namedDays([], 3)).toEqual([]);
});
