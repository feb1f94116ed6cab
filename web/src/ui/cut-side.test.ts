import { expect, test } from "vitest";
import { isCutInFront } from "./cut-side.ts";

test("[#17.15] a dotted name keeps its last part, where it differs from its neighbours; others keep their beginning", () => {
  expect(isCutInFront("Engine.Bearing.Front")).toBe(true);
  for (const name of ["speed", ".hidden", "dot.", "Room no. 7 in words", `a.${"b".repeat(40)}`])
    expect([name, isCutInFront(name)]).toEqual([name, false]);
});
