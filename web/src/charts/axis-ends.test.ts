import { expect, test } from "vitest";
import { endedAt, endsOf } from "./axis-ends.ts";
import type { AxisGroup } from "./axis-groups.ts";

const group = (side: "LEFT" | "RIGHT"): AxisGroup => ({ scale: side, unit: "", side, members: [] });

test("[DSH3] what is said for a side counts for its first axis", () => {
  const groups = [group("LEFT"), group("RIGHT"), group("LEFT")];
  const ends = { LEFT: { min: 0 }, RIGHT: { max: 9 } };

  expect(groups.map((_, index) => endsOf(groups, index, ends))).toEqual([{ min: 0 }, { max: 9 }, undefined]);
});

test("[DSH3] an axis ends where it is said, else where the values end, and never before it begins", () => {
  expect(endedAt([3, 8], { min: 0 })).toEqual([0, 8]);
  expect(endedAt([3, 8], { min: 0, max: 100 })).toEqual([0, 100]);
  expect(endedAt([3, 8], { min: 20 })).toEqual([20, 21]);
  expect(endedAt([3, 8], { max: 1 })).toEqual([0, 1]);
});
