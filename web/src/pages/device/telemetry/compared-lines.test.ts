import { expect, test } from "vitest";
import {
  beforeMsOf,
  comparedLines,
  fileLineId,
  fileLines,
  otherDevices,
  readTogether,
  roomLeft,
  shifted,
  withLines,
} from "./compared-lines.ts";
import { otherLineId } from "./line-ids.ts";
import { telemetrySearchOf, windowOf } from "./telemetry-search.ts";

const other = "784f394c-42b6-435a-983c-b7beff2784f9";
const theirs = otherLineId(other, "oil/temp");

test("[#17.23] channels of several devices are lines, each moved by its own time", () => {
  const search = shifted({ keys: ["speed", "oil/temp"], others: [theirs, "nonsense"] }, theirs, 3_600_000);

  const lines = comparedLines("own", search);

  expect(lines.map(({ deviceId, key, shiftMs }) => [deviceId, key, shiftMs])).toEqual([
    ["own", "speed", 0],
    ["own", "oil/temp", 0],
    [other, "oil/temp", 3_600_000],
  ]);
  expect(otherDevices(search)).toEqual([other]);
  expect(readTogether(lines, 1_000)).toEqual([
    { deviceId: "own", keys: ["speed", "oil/temp"], shiftMs: 1_000, isBefore: true },
    { deviceId: other, keys: ["oil/temp"], shiftMs: 3_601_000, isBefore: true },
  ]);
  expect(shifted(search, theirs, 0)).not.toHaveProperty("shifts");
});

test("[#17.23] what is taken away takes its shift along, and there is room for twelve lines in all", () => {
  const file = fileLineId({ index: 3, tag: "raw/a", name: "/x/run 7.osf" });
  const search = shifted({ keys: ["speed"], others: [theirs], files: [file] }, theirs, -5);

  expect(withLines(search, "others", [])).toEqual({ keys: ["speed"], files: [file] });
  expect(withLines(search, "keys", [])).toEqual({ others: [theirs], files: [file], shifts: [`-5/${theirs}`] });
  expect(roomLeft(search)).toBe(9);
  expect(fileLines(search)).toEqual([{ id: file, index: 3, tag: "raw/a", name: "/x/run 7.osf" }]);
});

test("[#17.23] the address has all of it, and nonsense in it is passed over", () => {
  const asked = {
    keys: "speed",
    others: [theirs, 7],
    shifts: [`60000/${theirs}`, "x/y"],
    before: "week",
    files: ["zz"],
  };

  const search = telemetrySearchOf(asked);

  expect(search).toMatchObject({ keys: ["speed"], others: [theirs], before: "week" });
  expect(comparedLines("own", search).map(({ shiftMs }) => shiftMs)).toEqual([0, 60_000]);
  expect(fileLines(search)).toEqual([]);
  expect(telemetrySearchOf({ before: "never" })).toEqual({});
  const crowd = Array.from({ length: 20 }, (_, n) => otherLineId(other, `k${n}`));
  expect(telemetrySearchOf({ keys: ["a"], others: crowd }).others).toHaveLength(11);
});

test("[#17.23] before is a length of the calendar, or as long as what is shown", () => {
  const short = windowOf({ from: "5", to: "15" }, 0);

  expect(beforeMsOf("week", short)).toBe(604_800_000);
  expect(beforeMsOf("period", short)).toBe(10);
  expect(beforeMsOf("period", windowOf({ from: "now-100s", to: "now" }, 1_700_000_000_123))).toBe(100_000);
});

test.for<readonly [from: string, to: string]>([
  ["now-1y/y", "now/y"],
  ["now-1y", "now"],
  ["now-1M/M", "now/M"],
])("[#17.23] the period before %s to %s is as long as that, also where years and months differ", ([from, to]) => {
  const window = windowOf({ from, to }, Date.UTC(2025, 2, 1, 12, 34, 56)); // behind the shortest month, and a leap year

  expect(beforeMsOf("period", window)).toBe(window.to - window.from);
});

test("[#17.23] the period before one that grows with the clock is as long in whole steps: it is not asked for each second", () => {
  const midnight = 1_700_000_000_000;
  const lengths = Array.from({ length: 300 }, (_, second) => {
    const now = midnight + 7_200_500 + second * 1_000;
    const window = windowOf({ from: String(midnight), to: "now" }, now);
    return { before: beforeMsOf("period", window), shown: window.to - window.from };
  });

  expect(new Set(lengths.map(({ before }) => before)).size).toBeLessThan(5);
  for (const { before, shown } of lengths) expect(before).toBeGreaterThanOrEqual(shown); // never upon itself
  expect(beforeMsOf("period", windowOf({ from: "now/d", to: "now" }, midnight)) % 1_000).toBe(0);
});
