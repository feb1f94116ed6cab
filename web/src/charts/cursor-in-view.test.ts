import { expect, test } from "vitest";
import { pointedMoment } from "./cursor-in-view.ts";

const plot = (idx: number | null) => ({
  cursor: { idx },
  data: [[10, 20, 30]] as [number[]],
  scales: { x: { min: 15, max: 25 } },
});

test("[DSH1] a cursor reads points in view, not neighbours beyond the edges to which lines go on", () => {
  expect([0, 1, 2, null].map((idx) => pointedMoment(plot(idx)))).toEqual([undefined, 20, undefined, undefined]);
});
