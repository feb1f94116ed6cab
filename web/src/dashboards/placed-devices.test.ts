import { expect, test } from "vitest";
import { noAnswer } from "./page-answer.ts";
import { placedDevices, tracksOf } from "./placed-devices.ts";

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

test("[DSH3] a mark is coloured by the channel that the widget names, or by what a variable stands for", () => {
  const at = (value: unknown) => ({ ts: 1, value });
  const sent = { latitude: at(52), longitude: at(13), speed: at(90) };
  const devices = [{ id: { entityType: "DEVICE", id: "van" } }] as unknown as typeof noAnswer.devices;
  const answer = { ...noAnswer, devices, latest: new Map([["van", sent]]) };
  const colouredWith = (keys: Parameters<typeof placedDevices>[1]) => placedDevices(answer, keys)[0]?.coloured;

  expect(colouredWith({})).toBe(undefined);
  expect(colouredWith({ colourBy: { key: "speed" } })).toEqual({ key: "speed", value: 90 });
  expect(colouredWith({ colourBy: { key: "never" } })).toBe(undefined);
  expect(colouredWith({ colourBy: { variable: "what" } })).toEqual({ key: "speed", value: 90 });
});
