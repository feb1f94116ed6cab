import { expect, test } from "vitest";
import { marksWithin } from "./file-marks.ts";

test("[DSH3] files are marked as far as the chart shows their time", () => {
  const marks = [
    { from: 0, to: 10 },
    { from: 15, to: 25 },
    { from: 28, to: 60 },
    { from: 70, to: 80 },
  ];

  expect(marksWithin(marks, 20, 50)).toEqual([
    { from: 20, to: 25 },
    { from: 28, to: 50 },
  ]);
});
