// Six pumps of one pump house. They pump what is asked for, which follows the day.
import { type Actor, placeAt, type Reading, toldPlace } from "../actor.ts";
import type { Begin } from "../begin.ts";
import { type Breakdowns, bearingDuring, breakdownsOf } from "../breakdowns.ts";
import { between, chance, daylight, dayMs, drift, hourMs, jitter, minuteMs, rounded } from "../noise.ts";
import { pumpState, pumpType } from "./pump-type.ts";

interface Pump {
  readonly number: number;
  /** What its bearing has on an ordinary day, and how much it pumps. */
  readonly bearing: number;
  readonly flow: number;
  readonly vibration: number;
  readonly place: readonly [east: number, north: number];
}

const pumps: readonly Pump[] = [
  { number: 1, bearing: 52, flow: 118, vibration: 2.2, place: [-1_150, 380] },
  { number: 2, bearing: 54, flow: 121, vibration: 2.5, place: [-760, 620] },
  { number: 3, bearing: 62, flow: 112, vibration: 3.1, place: [-330, 420] },
  { number: 4, bearing: 49, flow: 98, vibration: 1.8, place: [-1_180, 940] },
  { number: 5, bearing: 47, flow: 104, vibration: 1.7, place: [-700, 1_240] },
  { number: 6, bearing: 46, flow: 93, vibration: 2.1, place: [-220, 960] },
];

const room = 19;
const warmUpMs = 14 * minuteMs;
const slotMs = 3 * hourMs;
const takenOutMs = 3 * dayMs;

export const pumpActors = (begin: Begin): readonly Actor[] => pumps.map((pump) => actorOf(pump, begin));

function actorOf(pump: Pump, begin: Begin): Actor {
  const { number } = pump;
  const breakdowns = number === 3 ? breakdownsOf(begin.ts) : undefined;
  return {
    name: `P-0${number}`,
    type: pumpType,
    project: "Pump house",
    serial: `PX-40-${1_100 + number * 7}`,
    firmware: number === 5 ? "4.0.2" : "4.1.0",
    pastEveryMs: 3 * minuteMs,
    place: toldPlace(placeAt(...pump.place)),
    isRetired: number === 5,
    shared: { setpoint: Math.round(pump.flow * 0.8) },
    reading: (ts) => (isSilent(number, begin.ts - ts) ? undefined : readingOf(pump, ts, begin, breakdowns)),
  };
}

/** One was taken out three days ago; another lost its line for half an hour. */
const isSilent = (number: number, ago: number): boolean =>
  (number === 5 && ago < takenOutMs) || (number === 2 && ago > 4.6 * hourMs && ago < 5.2 * hourMs);

function readingOf(pump: Pump, ts: number, begin: Begin, breakdowns: Breakdowns | undefined): Reading {
  const { number } = pump;
  const pause = pauseOf(pump, ts, begin.ts);
  const trouble = breakdowns?.at(ts);
  const isFault = trouble !== undefined && ts >= trouble.tripped && ts < trouble.over;
  const isOff = number === 5 && begin.ts - ts < takenOutMs + hourMs;
  const state = isFault
    ? pumpState.fault
    : isOff
      ? pumpState.off
      : isIn(pause, ts)
        ? pumpState.standby
        : pumpState.running;
  const isRunning = state === pumpState.running;
  const load = isRunning ? loadAt(ts, begin) : 0;
  const usual = warmth(pump, ts, pause) + 1.5 * drift(number, ts, 40 * minuteMs);
  const bearing = trouble ? bearingDuring(trouble, ts, usual, room) : usual;
  const worn = wear(pump, ts, begin.ts);
  const flow = pump.flow * load + (isRunning ? 2.4 * jitter(number + 10, ts) : 0);
  return {
    bearing_temp: rounded(bearing + 0.25 * jitter(number, ts), 2),
    flow: rounded(Math.max(0, flow), 1),
    vibration: rounded(
      Math.max(
        0.05,
        (isRunning ? pump.vibration + worn + 0.5 * drift(number + 20, ts, 6 * minuteMs) : 0.2) +
          0.25 * jitter(number + 30, ts),
      ),
      2,
    ),
    pressure: rounded(isRunning ? 6.1 - 0.6 * (load - 0.8) + 0.08 * drift(number + 40, ts, 4 * minuteMs) : 0.42, 3),
    suction: rounded(suctionOf(number, ts, begin.ts) + 0.006 * jitter(number + 50, ts), 3),
    power: rounded(isRunning ? 6 + 0.16 * flow + 0.4 * jitter(number + 60, ts) : 0.3, 2),
    state,
  };
}

interface Pause {
  readonly from: number;
  readonly to: number;
}

const isIn = (pause: Pause | undefined, ts: number): boolean =>
  pause !== undefined && ts >= pause.from && ts < pause.to;

/** When it last was on standby: sometimes for half an hour, and the fourth until some hours ago. */
function pauseOf({ number }: Pump, ts: number, begin: number): Pause | undefined {
  if (number === 4 && ts > begin - 20 * hourMs) return { from: begin - 9 * hourMs, to: begin - 4.4 * hourMs };
  if (number === 3) return undefined;
  const slot = Math.floor((ts - begin) / slotMs);
  return [slot, slot - 1].map((one) => pauseIn(one, number, begin)).find((pause) => pause && pause.from <= ts);
}

function pauseIn(slot: number, number: number, begin: number): Pause | undefined {
  if (chance(number + 70, slot) > 0.3) return undefined;
  const from = begin + slot * slotMs + chance(number + 71, slot) * 2 * hourMs;
  return { from, to: from + (12 + 30 * chance(number + 72, slot)) * minuteMs };
}

/** It cools on standby and takes its time to get warm again. */
function warmth({ bearing }: Pump, ts: number, pause: Pause | undefined): number {
  if (!pause || ts < pause.from) return bearing;
  const cooled = room + (bearing - room) * Math.exp(-(Math.min(ts, pause.to) - pause.from) / (3 * warmUpMs));
  return ts < pause.to ? cooled : bearing + (cooled - bearing) * Math.exp(-(ts - pause.to) / warmUpMs);
}

/** From 0.6 to 1: what is asked of a running pump. */
const loadAt = (ts: number, { offsetMs }: Begin): number =>
  between(0.66 + 0.24 * daylight(ts, offsetMs) + 0.08 * drift(90, ts, 25 * minuteMs), 0.55, 1);

/** The bearing that runs hot makes itself heard, for three quarters of an hour by now. */
const wear = ({ number }: Pump, ts: number, begin: number): number =>
  number === 3 ? 2.9 * between((ts - begin + 55 * minuteMs) / (14 * minuteMs), 0, 1) : 0;

/** A strainer is clogging. */
const suctionOf = (number: number, ts: number, begin: number): number =>
  0.44 +
  0.02 * drift(91, ts, hourMs) -
  (number === 6 ? 0.13 * between((ts - begin + 2 * hourMs) / (55 * minuteMs), 0, 1) : 0);
