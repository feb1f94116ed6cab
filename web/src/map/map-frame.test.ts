import { expect, test } from "vitest";
import { cellOf, clusters, inView } from "./clusters.ts";
import { frameOf, moved, placeIn, reshaped, scaleBar, shareIn, wayAfter, zoomed } from "./map-frame.ts";
import { downOf, latitudeAt } from "./mercator.ts";

const berlin = { latitude: 52.5, longitude: 13.4 };
const munich = { latitude: 48.1, longitude: 11.6 };

test("[DSH3] a map shows all that is placed, in its own shape, and one place with its surroundings", () => {
  const both = frameOf([berlin, munich], 2);
  const one = frameOf([berlin], 2);

  expect(both?.height).toBeCloseTo((downOf(48.1) - downOf(52.5)) * 1.3);
  expect((both?.width ?? 0) / (both?.height ?? 1)).toBeCloseTo(2);
  expect(one?.height).toBeCloseTo(0.02 / Math.cos((52.5 * Math.PI) / 180));
  expect(frameOf([], 2)).toBeUndefined();
});

test("[DSH3] what we draw lies where map tiles have it", () => {
  expect(downOf(0)).toBeCloseTo(0, 9);
  expect(downOf(85.051129)).toBeCloseTo(-180, 4);
  expect(downOf(90)).toBeCloseTo(-180, 4);
  for (const latitude of [-70, -1, 33.3, 85]) expect(latitudeAt(downOf(latitude))).toBeCloseTo(latitude, 9);
});

test("[DSH3] devices that would lie over each other are one mark, ten thousand of them too", () => {
  const many = Array.from({ length: 10_000 }, (_, at) => ({
    latitude: 50 + (at % 100) / 50,
    longitude: 10 + at / 5_000,
  }));
  const frame = frameOf([...many, munich], 2);
  if (!frame) throw new Error("there is a frame");
  const marks = clusters([...many, munich], cellOf(frame, 600));

  expect(marks.length).toBeLessThan(100);
  expect(marks.reduce((sum, { members }) => sum + members.length, 0)).toBe(10_001);
  expect(marks.some(({ members }) => members.length === 1)).toBe(true);
  expect(inView(marks, frame, 0)).toHaveLength(marks.length);
  expect(inView(marks, moved(frame, 5, 0), 0)).toEqual([]);
  expect(cellOf(moved(frame, 0.3, 0.2), 600)).toBe(cellOf(frame, 600)); // the marks stay what they are
});

test("[DSH3] a map that is moved stays on the globe, and goes on beyond the date line", () => {
  const frame = { left: 170, top: -10, width: 20, height: 20 };

  expect(moved(frame, 1, 0)).toMatchObject({ left: -170, width: 20 });
  expect(moved(frame, 0, -50)).toMatchObject({ top: -190 });
  expect(zoomed(frame, 2, 0, 1)).toEqual({ left: 170, top: 0, width: 10, height: 10 });
});

test("[DSH3] the scale of a map is a round length", () => {
  expect(scaleBar({ left: 0, top: -1, width: 4, height: 2 })).toMatchObject({ kilometres: 100 });
  expect(scaleBar({ left: 0, top: downOf(60) - 1, width: 4, height: 2 })).toMatchObject({ kilometres: 50 });
});

test("[RUL1] a place is found where it is drawn, closer, further and in another shape", () => {
  const frame = frameOf([berlin, munich], 2);
  if (!frame) throw new Error("there is a frame");

  for (const seen of [frame, zoomed(frame, 4), zoomed(frame, 0.25), reshaped(frame, 1)]) {
    const { x, y } = shareIn(seen, berlin);
    const back = placeIn(seen, x, y);
    expect(back.latitude).toBeCloseTo(berlin.latitude, 9);
    expect(back.longitude).toBeCloseTo(berlin.longitude, 9);
    expect(downOf(placeIn(seen, 0.5, 0.5).latitude)).toBeCloseTo((downOf(52.5) + downOf(48.1)) / 2, 6);
  }
});

test("[#17.22] a view goes after what leaves it, by so much that it is in the middle again, and not after what somebody left behind", () => {
  const frame = { left: 0, top: downOf(10), width: 10, height: downOf(0) - downOf(10) };
  const at = (longitude: number) => ({ latitude: 5, longitude });

  expect(wayAfter(frame, at(9), at(11))?.x).toBeCloseTo(0.6);
  expect([wayAfter(frame, at(8), at(9)), wayAfter(frame, at(30), at(31))]).toEqual([undefined, undefined]);
});
