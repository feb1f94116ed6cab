import { expect, test } from "vitest";
import { tracksOf } from "./placed-devices.ts";

const series = (key: string, times: number[], values: unknown[]) => ({
  ...{ deviceId: "van", form: "POINTS" as const, key, times, values },
});

test("[DSH3] a track goes through the moments at which both halves of a position came, in their order", () => {
  const both = [series("latitude", [3, 1, 2], [52.3, 52.1, 52.2]), series("longitude", [1, 3, 4], [13.1, 13.3, 13.4])];

  expect(tracksOf(both, {})).toMatchObject([
    [
      { latitude: 52.1, longitude: 13.1 },
      { latitude: 52.3, longitude: 13.3 },
    ],
  ]);
  expect(tracksOf([series("where", [1, 2], ["52.1, 13.1", "52.2, 13.2"])], { position: "where" })).toHaveLength(1);
  expect(tracksOf([series("latitude", [1], [52])], {})).toEqual([]);
});
