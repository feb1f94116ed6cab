// A van that drives its laps, stands for a while and charges, over and over.
import { type Actor, type Reading, type Recording, toldPlace } from "../actor.ts";
import type { Begin } from "../begin.ts";
import { recordDrive } from "../files/drive-file.ts";
import { between, chance, drift, hourMs, jitter, minuteMs, rounded, secondMs } from "../noise.ts";
import { createDrive, type Drive } from "./route.ts";
import type { Trip, Van } from "./van.ts";
import { vehicleType } from "./vehicle-type.ts";

const cycleMs = hourMs;
const parkedMs = 7 * minuteMs;
/** So far into a drive is the van when the demo begins. */
const underwayMs = 9 * minuteMs;
/** At night it stands, but not in the hours before a visitor comes. */
const shift = { from: 6, to: 20, beforeMs: 10 * hourMs };
/** Each so many drives the battery gets hotter than it should. */
const hotEvery = 61;

export function vehicleActor(begin: Begin): Actor {
  const van = createVan(begin);
  return {
    name: "Van 3",
    label: "Endurance test, oval",
    type: vehicleType,
    project: "Vehicles",
    serial: "21004900417",
    firmware: "2.13.0",
    pastEveryMs: 3 * minuteMs,
    closeMs: 4 * hourMs,
    reading: van.readingAt,
    recorder: {
      recordings: (from, to) => recordingsOf(van, from, to),
      record: (recording) => recordDrive(van, recording),
    },
  };
}

function createVan(begin: Begin): Van {
  const drive = createDrive();
  const tripAt = (ts: number): Trip => {
    const number = Math.floor((ts - begin.ts + underwayMs) / cycleMs);
    const start = begin.ts - underwayMs + number * cycleMs;
    return { number, start, isDriven: isOnShift(start, begin) };
  };
  const before = drivesBefore((number) => isOnShift(begin.ts - underwayMs + number * cycleMs, begin));
  return { drive, tripAt, readingAt: (ts) => readingOf(drive, tripAt(ts), ts, before) };
}

/** How many drives there were since trip 0 when one begins; before it, as many fewer. */
function drivesBefore(isDriven: (number: number) => boolean): (number: number) => number {
  const known = new Map([[0, 0]]);
  let [first, last] = [0, 0];
  return (number) => {
    for (; last < number; last++) known.set(last + 1, (known.get(last) ?? 0) + (isDriven(last) ? 1 : 0));
    for (; first > number; first--) known.set(first - 1, (known.get(first) ?? 0) - (isDriven(first - 1) ? 1 : 0));
    return known.get(number) ?? 0;
  };
}

function isOnShift(start: number, { ts, offsetMs }: Begin): boolean {
  const hour = Math.floor(((start + offsetMs) / hourMs) % 24);
  return start > ts - shift.beforeMs || (hour >= shift.from && hour < shift.to);
}

/** What it had behind it when the demo begins, in kilometres. */
const drivenKilometres = 48_200;

function readingOf(
  drive: Drive,
  { number, start, isDriven }: Trip,
  ts: number,
  before: (number: number) => number,
): Reading {
  const second = isDriven ? (ts - start) / secondMs : 0;
  const isDriving = isDriven && second < drive.seconds;
  const { place, kilometresPerHour, metres } = drive.at(isDriven ? second : 0);
  const driven = isDriven ? Math.min(1, second / drive.seconds) : 1;
  const loaded = between(
    (ts - start - drive.seconds * secondMs - parkedMs) / (cycleMs - drive.seconds * secondMs - parkedMs),
    0,
    1,
  );
  const isCharging = isDriven && loaded > 0 && loaded < 0.97;
  const faster = isDriving ? drive.at(second + 1).kilometresPerHour - kilometresPerHour : 0;
  return {
    speed: rounded(isDriving ? Math.max(0, kilometresPerHour + 1.5 * drift(200, ts, 9 * secondMs)) : 0, 1),
    charge: rounded(isDriven ? between(91 - 34 * driven + 34 * Math.min(1, loaded / 0.97), 0, 91) : 91, 1),
    battery_temp: rounded(24 + heat(number, driven, loaded, isDriven) + 0.15 * jitter(201, ts), 2),
    battery_current: rounded(
      isDriving
        ? currentOf(kilometresPerHour, faster) + 9 * jitter(202, ts)
        : isCharging
          ? -182 + 2 * jitter(203, ts)
          : 1.4,
      1,
    ),
    activity: isDriving ? "driving" : isCharging ? "charging" : "parked",
    odometer: rounded(
      drivenKilometres + (before(number) * drive.at(drive.seconds).metres + (isDriven ? metres : 0)) / 1_000,
      1,
    ),
    ...toldPlace(place),
  };
}

/** Degrees above what a parked battery has. */
function heat(number: number, driven: number, loaded: number, isDriven: boolean): number {
  if (!isDriven) return 0;
  const most = Math.abs(number) % hotEvery === 3 ? 29 : 14 + 5 * chance(204, number);
  return most * driven ** 0.7 * (1 - 0.8 * loaded ** 0.8) + 4 * loaded * (1 - loaded);
}

const currentOf = (kilometresPerHour: number, faster: number): number =>
  between(
    12 + 0.0105 * kilometresPerHour ** 2 + (faster > 0 ? 3.1 : 2.2) * faster * (20 + 0.25 * kilometresPerHour),
    -230,
    420,
  );

/** Of the drives before today every so many are recorded. */
const recordedEvery = 6;
/** Files of one drive, and how long each is. */
const parts = { count: 4, seconds: 390 };
const lately = 8 * hourMs;

/** Lately all of each drive; before, a part of some. */
function recordingsOf({ tripAt }: Van, from: number, to: number): readonly Recording[] {
  const recordings: Recording[] = [];
  for (let trip = tripAt(from); trip.start < to; trip = tripAt(trip.start + cycleMs + 1)) {
    if (trip.start > to - lately) recordings.push(...partsOf(trip));
    else if (trip.isDriven && trip.number % recordedEvery === 0) recordings.push(...partsOf(trip).slice(0, 1));
  }
  return recordings.filter(({ start, seconds }) => start >= from && start + seconds * secondMs < to);
}

const partsOf = ({ start }: Trip): Recording[] =>
  Array.from({ length: parts.count }, (_, at) => ({
    ...{ start: start + at * parts.seconds * secondMs, seconds: parts.seconds },
  }));
