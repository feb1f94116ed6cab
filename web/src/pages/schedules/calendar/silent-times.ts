import type { CalendarSpans, MaintenanceCalendarEntry, QuietCalendarEntry } from "@heliograph/contract";
import { type Day, minutesAt, plusDays, startOf } from "./days.ts";

/** A part of a day in which somebody is not told, and because of what. */
export interface SilentTime {
  readonly kind: "MAINTENANCE" | "QUIET";
  readonly id: string;
  readonly name: string;
  readonly day: Day;
  /** What it is as a whole; it may be longer than the day. */
  readonly startTs: number;
  readonly endTs: number;
  /** What the clocks show, in minutes since midnight. */
  readonly from: number;
  readonly to: number;
}

const minutesPerDay = 24 * 60;

/** On each day what of it is there. */
export function silentTimesOf(
  windows: readonly MaintenanceCalendarEntry[],
  quiet: readonly QuietCalendarEntry[],
  days: readonly Day[],
): ReadonlyMap<Day, readonly SilentTime[]> {
  const all = [
    ...windows.flatMap(({ windowId, name, spans }) =>
      timesIn(spans, days, { kind: "MAINTENANCE", id: windowId.id, name }),
    ),
    ...quiet.flatMap(({ policyId, name, spans }) => timesIn(spans, days, { kind: "QUIET", id: policyId.id, name })),
  ];
  return Map.groupBy(all, ({ day }) => day);
}

const timesIn = (
  spans: CalendarSpans,
  days: readonly Day[],
  of: Pick<SilentTime, "kind" | "id" | "name">,
): readonly SilentTime[] =>
  spans.flatMap((span) => days.flatMap((day) => partOf(span, day).map((part) => ({ ...of, ...span, day, ...part }))));

function partOf({ startTs, endTs }: CalendarSpans[number], day: Day): readonly Pick<SilentTime, "from" | "to">[] {
  const [begin, end] = [startOf(day), startOf(plusDays(day, 1))];
  if (startTs >= end || endTs <= begin) return [];
  return [{ from: startTs <= begin ? 0 : minutesAt(startTs), to: endTs >= end ? minutesPerDay : minutesAt(endTs) }];
}

/** Each once: what ends in the morning may begin again in the evening. */
export const eachOnce = (times: readonly SilentTime[] = []): readonly SilentTime[] =>
  [...new Map(times.toReversed().map((time) => [`${time.kind} ${time.id}`, time])).values()].reverse();

/** With its place beside others that are on at the same time. */
export interface PlacedSilence {
  readonly time: SilentTime;
  readonly lane: number;
  readonly lanes: number;
}

/** Side by side where they would cover each other, with the whole width where they would not. */
export function besideEachOther(times: readonly SilentTime[] = []): readonly PlacedSilence[] {
  const groups: { until: number; times: SilentTime[] }[] = [];
  for (const time of times.toSorted((a, b) => a.from - b.from)) {
    const last = groups.at(-1);
    if (!last || time.from >= last.until) groups.push({ until: time.to, times: [time] });
    else {
      last.until = Math.max(last.until, time.to);
      last.times.push(time);
    }
  }
  return groups.flatMap(({ times: some }) => inLanes(some));
}

/** Each in the first lane that is free again. */
function inLanes(times: readonly SilentTime[]): readonly PlacedSilence[] {
  const free: number[] = [];
  const lanes = times.map(({ from, to }) => {
    const found = free.findIndex((until) => until <= from);
    const lane = found === -1 ? free.length : found;
    free[lane] = to;
    return lane;
  });
  return times.map((time, at) => ({ time, lane: lanes[at] ?? 0, lanes: free.length }));
}
