import { expect, test } from "vitest";
import { positionKeysAmong } from "./position.ts";
import { wayOf } from "./way.ts";

const place = (latitude: number, longitude: number) => ({ latitude, longitude });

test("[#17.22] a way goes through the moments at which both halves of a position came", () => {
  const way = wayOf([
    { key: "lat", times: [3, 1, 2], values: [48.3, 48.1, 48.2] },
    { key: "lon", times: [1, 3], values: ["11.1", 11.3] },
  ]);

  expect(way).toMatchObject([place(48.1, 11.1), place(48.3, 11.3)]);
});

test("[#17.22] channels that are positions are those of the type, else those with usual names", () => {
  const described = { pairs: [], latitudes: ["GPS.Lat"], longitudes: ["GPS.Lon"] };
  const sent = ["GPS.Lat", "GPS.Lon", "lat", "lon", "speed"];

  expect(positionKeysAmong(sent, described)).toEqual(["GPS.Lat", "GPS.Lon"]);
  expect(positionKeysAmong(sent.slice(2), described)).toEqual(["lat", "lon"]);
  expect(positionKeysAmong(["speed"], described)).toEqual([]);
});
