import { type EpochMs, epochMs } from "../../kernel/time.ts";
import { runsAfter } from "./forecast.ts";
import type { Schedule } from "./schedule.ts";
import { nextAfter } from "./timing.ts";

interface PlannedTimes {
  readonly times: readonly EpochMs[];
  /** There are others before the end. */
  readonly more: boolean;
}

const timesAtMost = 200;
const timesAtLeast = 10;
/** Of all schedules together: each costs a fraction of a millisecond. */
const timesInAll = 10_000;

/** How many times of each of so many schedules a calendar tells. */
export const timesOfEach = (schedules: number): number =>
  Math.min(timesAtMost, Math.max(timesAtLeast, Math.floor(timesInAll / Math.max(1, schedules))));

/** When a schedule runs between two moments, the first times of it. */
export function plannedTimes(schedule: Schedule, from: EpochMs, to: EpochMs, atMost: number): PlannedTimes {
  if (schedule.dueTime === null || schedule.dueTime >= to) return { times: [], more: false };
  const since = epochMs(Math.max(from, schedule.dueTime) - 1);
  const times = [...runsAfter(schedule, since, atMost)].filter((time) => time < to);
  const last = times.at(-1);
  const following = times.length === atMost && last !== undefined ? nextAfter(schedule, last) : undefined;
  return { times, more: following !== undefined && following < to };
}
