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
