import { expect, test } from "vitest";
import { deletedPoints } from "./deleted-points.ts";

const window = { from: 1_000_000.4, to: 2_000_000.2 };

test("[TEL7, #17.23] of a line that is moved the time is deleted that is seen, not the one it stands at", () => {
  const search = { keys: ["a", "b", "c"], shifts: ["600000/b", "-5000/c"] };

  expect(deletedPoints("pump", search, window)).toEqual([
    { deviceId: "pump", keys: ["a"], shiftMs: 0, from: 1_000_000, to: 2_000_001 },
    { deviceId: "pump", keys: ["b"], shiftMs: 600_000, from: 400_000, to: 1_400_001 },
    { deviceId: "pump", keys: ["c"], shiftMs: -5_000, from: 1_005_000, to: 2_005_001 },
  ]);
});

test("[#17.23] lines that are moved alike go together, and those of other devices stay", () => {
  const other = "784f394c-42b6-435a-983c-b7beff2784f9";
  const search = { keys: ["a", "b"], others: [`${other}/a`], shifts: ["7/a", "7/b"] };

  expect(deletedPoints("pump", search, { from: 10, to: 20 })).toEqual([
    { deviceId: "pump", keys: ["a", "b"], shiftMs: 7, from: 3, to: 13 },
  ]);
  expect(deletedPoints("pump", { others: [`${other}/a`] }, window)).toEqual([]);
});

test("there are no points from before 1970: a line that shows such a time loses nothing", () => {
  const search = { keys: ["a", "b"], shifts: ["15/a", "30/b"] };

  expect(deletedPoints("pump", search, { from: 10, to: 20 })).toEqual([
    { deviceId: "pump", keys: ["a"], shiftMs: 15, from: 0, to: 5 },
  ]);
});
