// The weather, above the test hall.
import type { DeviceTypeFile } from "@heliograph/contract";
import { type Actor, placeAt, type Reading, toldPlace } from "../actor.ts";
import type { Begin } from "../begin.ts";
import { between, daylight, dayMs, drift, hourMs, jitter, minuteMs, rounded } from "../noise.ts";
import { fixedPosition } from "./fixed-position.ts";

export const weatherLimits = { battery: 11.8, gust: 17 } as const;

const weatherType: DeviceTypeFile = {
  format: "heliograph-device-type-1",
  name: "Weather station",
  description: "On the roof of the test hall",
  channels: [
    {
      ...{ key: "air_temp", name: "Air temperature", names: { de: "Lufttemperatur" }, unit: "Cel", decimals: 1 },
      ...{ pinned: true, range: { min: -15, max: 40 } },
    },
    {
      ...{ key: "wind", name: "Wind", names: { de: "Wind" }, unit: "m/s", decimals: 1, pinned: true },
      ...{ range: { min: 0, max: 25 }, limits: { warnAbove: 14, alarmAbove: 20 } },
    },
    { key: "gust", name: "Gust", names: { de: "Böe" }, unit: "m/s", decimals: 1, range: { min: 0, max: 30 } },
    {
      ...{ key: "humidity", name: "Humidity", names: { de: "Luftfeuchte" }, unit: "%", decimals: 0 },
      range: { min: 0, max: 100 },
    },
    {
      ...{ key: "air_pressure", name: "Air pressure", names: { de: "Luftdruck" }, unit: "hPa", decimals: 1 },
      range: { min: 970, max: 1_050 },
    },
    {
      ...{ key: "sun", name: "Sunlight", names: { de: "Sonnenlicht" }, unit: "W/m2", decimals: 0, pinned: true },
      range: { min: 0, max: 1_000 },
    },
    {
      ...{ key: "sky", name: "Sky", names: { de: "Himmel" }, kind: "state", pinned: true },
      states: [
        { value: "dry", name: "Dry", names: { de: "Trocken" }, colour: "#c9a227" },
        { value: "rain", name: "Rain", names: { de: "Regen" }, colour: "#2f6fb5" },
      ],
    },
    {
      ...{
        key: "battery",
        name: "Battery",
        names: { de: "Batterie" },
        unit: "V",
        decimals: 1,
        range: { min: 10, max: 14 },
      },
      limits: { warnBelow: weatherLimits.battery, alarmBelow: 11 },
    },
    ...fixedPosition,
  ],
  commands: [],
  attributes: [],
};

export const weatherActor = (begin: Begin): Actor => ({
  name: "Weather roof",
  type: weatherType,
  project: "Test stands",
  serial: "WS-2207",
  firmware: "1.8.4",
  pastEveryMs: 5 * minuteMs,
  place: toldPlace(placeAt(330, -60)),
  reading: (ts) => readingAt(ts, begin),
});

function readingAt(ts: number, begin: Begin): Reading {
  const high = drift(1, ts, 2.4 * dayMs);
  const day = daylight(ts, begin.offsetMs);
  const rain = drift(2, ts, 5 * hourMs) - 0.35 * high;
  const wet = between((rain - 0.3) / 0.3, 0, 1);
  const cloud = between(0.5 + 0.6 * drift(3, ts, 1.7 * hourMs) + 0.5 * wet, 0, 1);
  const wind = between(4.6 - 1.8 * high + 2.6 * drift(4, ts, 1.3 * hourMs) + 1.2 * drift(5, ts, 3 * minuteMs), 0.1, 24);
  const light = Math.max(0, day - 0.36) / 0.64;
  return {
    air_temp: rounded(8.5 + 3 * drift(6, ts, 3.1 * dayMs) + 5.5 * (day - 0.5) - 1.2 * wet + 0.1 * jitter(100, ts), 2),
    wind: rounded(wind + 0.3 * jitter(101, ts), 2),
    gust: rounded(wind * (1.35 + 0.2 * drift(7, ts, minuteMs)), 2),
    humidity: rounded(between(74 - 24 * (day - 0.5) + 14 * wet + 5 * drift(8, ts, 2 * hourMs), 25, 99), 1),
    air_pressure: rounded(1_013 + 11 * high + 0.1 * jitter(102, ts), 2),
    sun: rounded(620 * light * (1 - 0.75 * cloud), 0),
    sky: wet > 0.5 ? "rain" : "dry",
    battery: rounded(batteryAt(ts, begin.ts) + 0.25 * light + 0.02 * jitter(103, ts), 2),
  };
}

/** It does not hold its charge any more, for some days by now. */
const batteryAt = (ts: number, begin: number): number =>
  12.6 - 1.3 * between((ts - begin + 5 * dayMs) / (4.4 * dayMs), 0, 1) ** 1.4;
