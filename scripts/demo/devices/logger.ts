// Loggers at test stands: a shaft between two machines that runs a program of steps.
import type { DeviceTypeFile } from "@heliograph/contract";
import { type Actor, placeAt, type Reading, type Recording, toldPlace } from "../actor.ts";
import type { Begin } from "../begin.ts";
import { recordShaft } from "../files/shaft-file.ts";
import { between, chance, drift, hourMs, jitter, minuteMs, rounded, secondMs } from "../noise.ts";
import { fixedPosition } from "./fixed-position.ts";

export const loggerLimits = { disk: 90 } as const;

const loggerType: DeviceTypeFile = {
  format: "heliograph-device-type-1",
  name: "Data logger",
  description: "A measuring device at a test stand with a shaft",
  channels: [
    {
      ...{ key: "speed", name: "Speed", names: { de: "Drehzahl" }, unit: "{rpm}", decimals: 0, pinned: true },
      ...{ range: { min: 0, max: 6_000 }, limits: { warnAbove: 5_400 } },
    },
    {
      ...{ key: "torque", name: "Torque", names: { de: "Drehmoment" }, unit: "N.m", decimals: 1, pinned: true },
      range: { min: -400, max: 400 },
    },
    {
      ...{ key: "oil_temp", name: "Oil temperature", names: { de: "Öltemperatur" }, unit: "Cel", decimals: 1 },
      ...{ pinned: true, range: { min: 0, max: 130 }, limits: { warnAbove: 100, alarmAbove: 115 } },
    },
    {
      key: "vibration",
      name: "Vibration",
      names: { de: "Schwingung" },
      unit: "g",
      decimals: 2,
      range: { min: 0, max: 4 },
    },
    {
      ...{ key: "disk", name: "Disk used", names: { de: "Speicher belegt" }, unit: "%", decimals: 0 },
      ...{ range: { min: 0, max: 100 }, limits: { warnAbove: loggerLimits.disk } },
    },
    {
      ...{ key: "recording", name: "Recording", names: { de: "Aufzeichnung" }, kind: "state", pinned: true },
      states: [
        { value: true, name: "Recording", names: { de: "Zeichnet auf" }, colour: "#2b8a9e" },
        { value: false, name: "Waiting", names: { de: "Wartet" }, colour: "#9fb3c0" },
      ],
    },
    { key: "program", name: "Test program", names: { de: "Prüfprogramm" }, kind: "text" },
    ...fixedPosition,
  ],
  commands: [
    {
      ...{ method: "setInterval", name: "Set the interval", names: { de: "Intervall setzen" } },
      parameters: [{ key: "seconds", kind: "number", unit: "s", min: 1, max: 3_600, default: 10, required: true }],
    },
  ],
  attributes: [{ key: "interval", name: "Interval", names: { de: "Intervall" }, kind: "number", unit: "s", min: 1 }],
};

const stands = ["Gearbox stand", "Axle stand", "Motor stand"] as const;
const places = [
  [-60, -420],
  [460, -760],
  [820, -300],
] as const;
const programs = ["GBX-0412 endurance", "AXL-0077 cold start", "MOT-1203 map"] as const;

/** Steps of a program, each with its speed and torque, and for how many minutes. */
const steps = [
  ...([
    [900, 40, 12],
    [2_400, 120, 18],
    [3_600, 210, 25],
    [5_100, 260, 14],
    [4_200, -90, 10],
    [1_500, 60, 11],
  ] as const),
];
const programMinutes = steps.reduce((sum, [, , minutes]) => sum + minutes, 0);

/** The first three of the scene, and as many more as somebody wants. */
export const loggerActors = (begin: Begin, count: number): readonly Actor[] =>
  Array.from({ length: count }, (_, at) => loggerActor(begin, at + 1));

function loggerActor(begin: Begin, number: number): Actor {
  const [east, north] = places[number - 1] ?? [1_300 + 260 * (number % 5), -900 - 200 * Math.floor(number / 5)];
  const reading = (ts: number): Reading => readingOf(number, ts, begin);
  return {
    name: `Logger ${number}`,
    label: stands[number - 1] ?? `Test stand ${number}`,
    type: loggerType,
    project: "Test stands",
    serial: `2100490${String(1_000 + number)}`,
    firmware: number === 2 ? "2.12.1" : "2.13.0",
    pastEveryMs: 3 * minuteMs,
    place: toldPlace(placeAt(east, north)),
    ...(number === 2 && { offlineChance: 0.004 }),
    reading,
    recorder: {
      recordings: (from, to) => recordingsOf(number, from, to),
      record: (recording) => recordShaft(number, reading, recording),
    },
  };
}

function readingOf(number: number, ts: number, begin: Begin): Reading {
  const [speed, torque, share] = stepAt(number, ts);
  const oil = 58 + speed / 210 + 9 * drift(number + 400, ts, 50 * minuteMs);
  return {
    speed: Math.round(speed + 14 * jitter(number + 410, ts)),
    torque: rounded(torque + 5 * drift(number + 420, ts, 40 * secondMs) + 1.2 * jitter(number + 430, ts), 1),
    oil_temp: rounded(oil + 0.2 * jitter(number + 440, ts), 2),
    vibration: rounded(
      0.18 +
        (speed / 5_100) ** 2 * 0.9 +
        0.08 * jitter(number + 450, ts) +
        0.9 * Math.exp(-(((speed - 3_050) / 180) ** 2)),
      3,
    ),
    disk: rounded(diskOf(number, ts, begin.ts), 1),
    recording: share > 0.15,
    program: programs[(number - 1) % programs.length] ?? "",
  };
}

/** Speed and torque of a moment, and how much of its step is over; from one step to the next in two minutes. */
function stepAt(number: number, ts: number): readonly [speed: number, torque: number, share: number] {
  let minutes = (ts / minuteMs + 17 * number) % programMinutes;
  for (const [at, [speed, torque, length]] of steps.entries()) {
    if (minutes < length) {
      const [speedBefore, torqueBefore] = steps.at(at - 1) ?? [0, 0];
      const ramp = between(minutes / 2, 0, 1);
      const eased = ramp * ramp * (3 - 2 * ramp);
      return [
        speedBefore + (speed - speedBefore) * eased,
        torqueBefore + (torque - torqueBefore) * eased,
        minutes / length,
      ];
    }
    minutes -= length;
  }
  return [0, 0, 0];
}

/** It fills until somebody empties it; that of the second one is forgotten. */
const diskOf = (number: number, ts: number, begin: number): number =>
  number === 2
    ? between(91.5 - (begin - ts) / (9 * hourMs), 12, 97)
    : 20 + 55 * ((ts / (60 * hourMs) + chance(460, number)) % 1);

/** Two a day, and one every two hours lately. */
function recordingsOf(number: number, from: number, to: number): readonly Recording[] {
  const everyMs = 2 * hourMs;
  const first = Math.ceil(from / everyMs) * everyMs + number * 11 * minuteMs;
  const starts = Array.from(
    { length: Math.max(0, Math.floor((to - first) / everyMs)) },
    (_, at) => first + at * everyMs,
  );
  return starts
    .filter((start) => start > to - 14 * hourMs || Math.round(start / everyMs) % 12 === number)
    .map((start) => ({ start, seconds: 120 }));
}
