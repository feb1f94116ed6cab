import { expect, test } from "vitest";
import {
  asCircle,
  asCorners,
  circleAround,
  distanceOf,
  middleOf,
  movedArea,
  placeAt,
  ringOf,
  tidyPlace,
} from "./area.ts";

const munich = { latitude: 48.137, longitude: 11.575 };

test("the edge of a circle is as far away as its radius says, in every direction", () => {
  const ring = ringOf({ circle: { ...munich, radius: 5_000 } });

  expect(ring.every((place) => Math.abs(distanceOf(munich, place) - 5_000) < 0.01)).toBe(true);
  expect(placeAt(munich, 5_000, 0).latitude).toBeGreaterThan(munich.latitude);
  expect(placeAt(munich, 5_000, Math.PI / 2).longitude).toBeGreaterThan(munich.longitude);
});

test("an area that is moved over the date line stays in one piece and on the globe", () => {
  const corners = [
    { latitude: 0, longitude: 179 },
    { latitude: 1, longitude: 179.5 },
    { latitude: 1, longitude: 179 },
  ];
  const moved = movedArea({ corners }, 0, 0.8);

  expect(moved.corners?.map(({ longitude }) => longitude)).toEqual([179.8, -179.7, 179.8]);
  expect(ringOf(moved).map(({ longitude }) => longitude)).toEqual([179.8, 180.3, 179.8]);
  expect(middleOf(moved)).toEqual({ latitude: 0.5, longitude: -179.95 });
});

test("a circle as a polygon and back encloses the same place", () => {
  const circle = { ...munich, radius: 2_000 };
  const corners = asCorners({ circle });
  const back = asCircle({ corners });

  expect(corners).toHaveLength(4);
  expect(distanceOf(back, munich)).toBeLessThan(1);
  expect(back.radius).toBe(2_000);
});

test("what is put around places holds all of them, with room", () => {
  const [here, there] = [munich, placeAt(munich, 3_000, 1)];
  const around = circleAround([here, there]);

  expect(around?.radius).toBeGreaterThan(1_500);
  expect([here, there].every((place) => distanceOf(around ?? here, place) < (around?.radius ?? 0))).toBe(true);
  expect(circleAround([munich])?.radius).toBe(1_000);
  expect(circleAround([])).toBeUndefined();
});

test("nothing is sent that is not on the globe", () => {
  expect(tidyPlace({ latitude: 91, longitude: 190.00000049 })).toEqual({ latitude: 90, longitude: -170 });
  expect(tidyPlace({ latitude: -91, longitude: 180 })).toEqual({ latitude: -90, longitude: 180 });
});
