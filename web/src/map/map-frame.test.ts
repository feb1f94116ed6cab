import { expect, test } from "vitest";
import { clusters, frameOf, placeIn, reshaped, scaleBar, shareIn, zoomed } from "./map-frame.ts";

const berlin = { latitude: 52.5, longitude: 13.4 };
const munich = { latitude: 48.1, longitude: 11.6 };

test("[DSH3] a map shows all that is placed, in its own shape, and one place with its surroundings", () => {
  const both = frameOf([berlin, munich], 2);
  const one = frameOf([berlin], 2);

  expect(both?.height).toBeCloseTo(4.4 * 1.3);
  expect((both?.width ?? 0) / (both?.height ?? 1)).toBeCloseTo(2);
  expect(one).toMatchObject({ height: 0.02, width: 0.04 });
  expect(frameOf([], 2)).toBeUndefined();
});

test("[DSH3] devices that would lie over each other are one mark, ten thousand of them too", () => {
  const many = Array.from({ length: 10_000 }, (_, at) => ({
    latitude: 50 + (at % 100) / 50,
    longitude: 10 + at / 5_000,
  }));
  const frame = frameOf([...many, munich], 2);
  const marks = frame ? clusters([...many, munich], frame) : [];

  expect(marks.length).toBeLessThan(450);
  expect(marks.reduce((sum, { members }) => sum + members.length, 0)).toBe(10_001);
  expect(marks.some(({ members }) => members.length === 1)).toBe(true);
});

test("[DSH3] the scale of a map is a round length", () => {
  expect(scaleBar({ left: 0, top: 0, width: 4, height: 2, narrowing: 1 })).toMatchObject({ kilometres: 100 });
  expect(scaleBar({ left: 0, top: 0, width: 0.04, height: 0.02, narrowing: 1 })).toMatchObject({ kilometres: 1 });
});

test("[RUL1] a place is found where it is drawn, closer, further and in another shape", () => {
  const frame = frameOf([berlin, munich], 2);
  if (!frame) throw new Error("there is a frame");

  for (const seen of [frame, zoomed(frame, 4), zoomed(frame, 0.25), reshaped(frame, 1)]) {
    const { x, y } = shareIn(seen, berlin);
    const back = placeIn(seen, x, y);
    expect(back.latitude).toBeCloseTo(berlin.latitude, 9);
    expect(back.longitude).toBeCloseTo(berlin.longitude, 9);
    expect(placeIn(seen, 0.5, 0.5).latitude).toBeCloseTo(50.3, 9);
  }
});
