// The pump that fails: when it did in the past, and every few minutes while the demo runs.
import { dayMs, hourMs, minuteMs, secondMs } from "./noise.ts";

/** A bearing runs hot, the pump trips, and some time later it runs again. */
interface Breakdown {
  /** When the bearing begins to get warmer than it should. */
  readonly from: number;
  readonly tripped: number;
  /** When the pump runs again. */
  readonly over: number;
  /** How quickly it cools meanwhile. */
  readonly coolingMs: number;
}

const hottest = 96;
const past: readonly { readonly ago: number; readonly rise: number; readonly down: number }[] = [
  { ago: 27 * dayMs + 3 * hourMs, rise: 70 * minuteMs, down: 50 * minuteMs },
  { ago: 21 * dayMs + 9 * hourMs, rise: 90 * minuteMs, down: 40 * minuteMs },
  { ago: 13 * dayMs + 5 * hourMs, rise: 80 * minuteMs, down: 95 * minuteMs },
  { ago: 6 * dayMs + 14 * hourMs, rise: 60 * minuteMs, down: 35 * minuteMs },
  { ago: 2 * dayMs + 7 * hourMs, rise: 75 * minuteMs, down: 45 * minuteMs },
  { ago: 27 * hourMs, rise: 60 * minuteMs, down: 30 * minuteMs },
  { ago: 3 * hourMs + 20 * minuteMs, rise: 65 * minuteMs, down: 25 * minuteMs },
];

/** Live ones: the first so long after the demo began, and each so long after the one before. */
const live = { first: 5 * secondMs, every: 5 * minuteMs, rise: 70 * secondMs, down: 75 * secondMs };

export interface Breakdowns {
  /** The one that matters at a moment. */
  readonly at: (ts: number) => Breakdown | undefined;
}

export function breakdownsOf(begin: number): Breakdowns {
  const known = past.map(({ ago, rise, down }) => breakdown(begin - ago, rise, down, 12 * minuteMs));
  return {
    at: (ts) => {
      if (ts < begin) return known.findLast(({ from }) => from <= ts);
      const number = Math.floor((ts - begin - live.first) / live.every);
      return number < 0 ? known.at(-1) : liveOne(begin + live.first + number * live.every);
    },
  };
}

const liveOne = (from: number): Breakdown => breakdown(from + live.rise, live.rise, live.down, 50 * secondMs);

const breakdown = (tripped: number, rise: number, down: number, coolingMs: number): Breakdown => ({
  ...{ from: tripped - rise, tripped, over: tripped + down, coolingMs },
});

/** How warm the bearing is, when it would be `usual` otherwise and the room has `room` degrees. */
export function bearingDuring(
  { from, tripped, over, coolingMs }: Breakdown,
  ts: number,
  usual: number,
  room: number,
): number {
  if (ts < tripped) return usual + (hottest - usual) * ((ts - from) / (tripped - from)) ** 1.6;
  // It stays hot for a while: nothing flows any more that could cool it.
  const cooled = room + (hottest - room) * Math.exp(-Math.max(0, ts - tripped - (over - tripped) * 0.3) / coolingMs);
  if (ts < over) return cooled;
  const whenOver = room + (hottest - room) * Math.exp((-(over - tripped) * 0.7) / coolingMs);
  return usual + (whenOver - usual) * Math.exp(-(ts - over) / coolingMs);
}
