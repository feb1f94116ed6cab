import { expect, test } from "vitest";
import { sliceEnds, slicesOf, sliceTicks, stretched } from "./slices.ts";

test("[TYP3] two axes stand at the sides, more are stacked, and so are two where there is no room", () => {
  expect(slicesOf(2, 600)).toBeUndefined();
  expect(slicesOf(1, 100)).toBeUndefined();
  expect(slicesOf(3, 600)).toEqual([0, 1, 2].map((at) => ({ at, of: 3 })));
  expect(slicesOf(2, 200)).toHaveLength(2);
});

test("[TYP3] a range fills its slice of the height and no other's", () => {
  const slices = slicesOf(3, 600) ?? [];
  const places = slices.map((slice) => {
    const [from, to] = stretched([20, 60], slice);
    return [20, 60].map((value) => (value - from) / (to - from)); // 0 is the bottom of all
  });

  expect(places.flat().map((one) => Math.round(one * 100))).toEqual([67, 95, 33, 62, 0, 29]);
  for (const slice of slices) {
    const [from, to] = stretched([20, 60], slice);
    const [low, high] = sliceEnds(from, to, slice);
    expect([low, high].map((end) => Math.round(end * 1e6) / 1e6)).toEqual([20, 60]);
    expect(sliceTicks(from, to, 20, slice)).toEqual([20, 40, 60]);
  }
});
