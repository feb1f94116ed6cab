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
import { telemetrySearchOf } from "./telemetry-search.ts";

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
    { deviceId: "own", keys: ["speed", "oil/temp"], shiftMs: 1_000 },
    { deviceId: other, keys: ["oil/temp"], shiftMs: 3_601_000 },
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
  expect(beforeMsOf("week", { from: 0, to: 10 })).toBe(604_800_000);
  expect(beforeMsOf("period", { from: 5, to: 15 })).toBe(10);
});
