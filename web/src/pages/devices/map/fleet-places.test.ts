import type { PositionedDevice } from "@heliograph/contract";
import { expect, test } from "vitest";
import { areTogether, fleetPlaces, worstOf } from "./fleet-places.ts";

const device = (
  name: string,
  values: Record<string, unknown>,
  over: Partial<PositionedDevice> = {},
): PositionedDevice => ({
  ...{ id: name, name, active: true, alarmSeverity: null },
  values: Object.fromEntries(Object.entries(values).map(([key, value]) => [key, { ts: 1, value }])),
  ...over,
});

test("[issue 17.24] devices are placed by the names positions have, and what is no place is left out", () => {
  const places = fleetPlaces([
    device("apart", { latitude: 48.1, longitude: 11.5 }),
    device("in one", { position: "48.2, 11.6" }),
    device("half", { latitude: 48.1 }),
    device("beyond", { lat: 148, lon: 11 }),
  ]);

  expect(places.map(({ device: { name }, latitude }) => [name, latitude])).toEqual([
    ["apart", 48.1],
    ["in one", 48.2],
  ]);
});

test("[issue 17.24] many in one place have the worst of their alarms, and are told apart where the map can", () => {
  const [one, two, far] = fleetPlaces([
    device("one", { latitude: 48.1, longitude: 11.5 }, { alarmSeverity: "WARNING" }),
    device("two", { latitude: 48.1001, longitude: 11.5 }, { alarmSeverity: "MAJOR" }),
    device("far", { latitude: 48.3, longitude: 11.5 }),
  ]);
  if (!one || !two || !far) throw new Error("not placed");

  expect([worstOf([one, two, far]), worstOf([far])]).toEqual(["MAJOR", undefined]);
  expect([areTogether([one, two]), areTogether([one, far])]).toEqual([true, false]);
});
