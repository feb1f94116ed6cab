import { expect, test } from "vitest";
import coasts from "world-atlas/land-110m.json" with { type: "json" };
import { landPath } from "./land-path.ts";
import { downOf } from "./mercator.ts";
import { isOnLand } from "./on-land.ts";

const land = landPath(coasts);

test.each([
  ["Wolfsburg", 52.44, 10.77],
  ["Zimbabwe", -20, 30],
  ["Kansas", 38, -98],
  ["Australia", -25, 134],
  ["Chukotka, west of the date line", 67, 179],
  ["Chukotka, east of it", 67, -175],
])("%s is on land, on whichever side of the date line its coast is written", (_, latitude, longitude) => {
  expect(isOnLand(land, longitude, downOf(latitude))).toBe(true);
});

test.each([
  ["The Atlantic", 40, -40],
  ["The Pacific", 0, 180],
  ["The Caspian Sea", 42, 51],
])("%s is water", (_, latitude, longitude) => {
  expect(isOnLand(land, longitude, downOf(latitude))).toBe(false);
});

test("before the coasts are there, everything is water", () => {
  expect(isOnLand("", 10.77, -52.44)).toBe(false);
});
