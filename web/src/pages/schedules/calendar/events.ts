import type { ScheduleCalendarEntry, ScheduleRunRecord, ScheduleRunState } from "@heliograph/contract";
import { type Day, dayOf, minutesAt } from "./days.ts";

/** One run in the calendar: of the past with what became of it, or one that is to come. */
export interface CalendarEvent {
  readonly scheduleId: string;
  readonly time: number;
  readonly day: Day;
  /** What the clocks show, in minutes since midnight. */
  readonly minutes: number;
  readonly state: ScheduleRunState | "PLANNED";
  readonly run: ScheduleRunRecord | undefined;
}

/** A schedule that runs so often that each of its runs would hide the others. */
export interface OftenRun {
  readonly scheduleId: string;
  readonly done: number;
  readonly failed: number;
  readonly planned: number;
  /** There are more to come than these. */
  readonly more: boolean;
}

export interface CalendarContent {
  readonly events: ReadonlyMap<Day, readonly CalendarEvent[]>;
  readonly often: readonly OftenRun[];
}

/** More on one day than these are told in one line. */
const mostPerDay = 6;

const timesOf = ({ times, runs }: ScheduleCalendarEntry): readonly number[] => [
  ...runs.map(({ dueTime }) => dueTime),
  ...times,
];

/** What is shown between two moments; a schedule that runs often stands above the days. */
export function contentOf(entries: readonly ScheduleCalendarEntry[]): CalendarContent {
  const often: OftenRun[] = [];
  const events: CalendarEvent[] = [];
  for (const entry of entries) {
    const perDay = Map.groupBy(timesOf(entry), dayOf);
    if (entry.more || [...perDay.values()].some(({ length }) => length > mostPerDay)) often.push(oftenOf(entry));
    else events.push(...eventsOf(entry));
  }
  const ordered = events.toSorted((a, b) => a.time - b.time);
  return { often, events: Map.groupBy(ordered, ({ day }) => day) };
}

function oftenOf({ scheduleId, times, more, runs }: ScheduleCalendarEntry): OftenRun {
  const done = runs.filter(({ state }) => state === "DONE").length;
  const failed = runs.filter(({ state }) => state === "FAILED" || state === "MISSED").length;
  return { scheduleId: scheduleId.id, done, failed, planned: times.length, more };
}

const eventsOf = ({ scheduleId, times, runs }: ScheduleCalendarEntry): readonly CalendarEvent[] => [
  ...runs.map((run) => eventAt(scheduleId.id, run.dueTime, run.state, run)),
  ...times.map((time) => eventAt(scheduleId.id, time, "PLANNED", undefined)),
];

const eventAt = (
  scheduleId: string,
  time: number,
  state: CalendarEvent["state"],
  run: ScheduleRunRecord | undefined,
): CalendarEvent => ({ scheduleId, time, day: dayOf(time), minutes: minutesAt(time), state, run });

/** An event with its place beside others that begin at about the same time. */
export interface PlacedEvent {
  readonly event: CalendarEvent;
  readonly lane: number;
  readonly lanes: number;
}

/** Side by side where they would cover each other; `height` is what one takes, in minutes. */
export function placed(events: readonly CalendarEvent[], height: number): readonly PlacedEvent[] {
  const groups: CalendarEvent[][] = [];
  for (const event of events) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    if (group && last && event.minutes - last.minutes < height) group.push(event);
    else groups.push([event]);
  }
  return groups.flatMap((group) => inLanes(group, height));
}

/** Each in the first lane that is free again. */
function inLanes(group: readonly CalendarEvent[], height: number): readonly PlacedEvent[] {
  const free: number[] = [];
  const lanes = group.map(({ minutes }) => {
    const found = free.findIndex((from) => from <= minutes);
    const lane = found === -1 ? free.length : found;
    free[lane] = minutes + height;
    return lane;
  });
  return group.map((event, at) => ({ event, lane: lanes[at] ?? 0, lanes: free.length }));
}
