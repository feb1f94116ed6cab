import { expect, test } from "vitest";
import { arePointsShown } from "./point-marks.ts";

const plot = (times: number[]) => ({
  data: [times] as [number[]],
  series: [{}, { points: { space: 10 } }],
  valToPos: (value: number) => value,
});

test("[#17.20] the first points of a device are marked though they are a second apart, many only where there is room", () => {
  const times = (count: number, apart: number) => Array.from({ length: count }, (_, at) => at * apart);

  expect(arePointsShown(plot([0, 1]), 1, 0, 1)).toBe(true);
  expect(arePointsShown(plot(times(50, 5)), 1, 0, 49)).toBe(false);
  expect(arePointsShown(plot(times(50, 15)), 1, 0, 49)).toBe(true);
});
