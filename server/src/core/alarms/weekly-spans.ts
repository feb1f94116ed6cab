import type { WeeklyRecurrence } from "@heliograph/contract";
import type { CalendarRange } from "../../kernel/calendar-range.ts";
import { type EpochMs, epochMs } from "../../kernel/time.ts";

/** From then on, until before then. */
export interface Span {
  readonly startTs: EpochMs;
  readonly endTs: EpochMs;
}

const dayMs = 24 * 60 * 60_000;
/** The end of time is some days off: what begins there has an end, too. */
const latest = 8.64e15 - 10 * dayMs;

/**
 * When something that recurs each week is on, as far as it touches a time. It may have begun days before. A time of day that clocks
 * skip counts from the moment after, one they show twice from the first [ALM3].
 */
export function* weeklySpans(
  { weekdays, start, durationMs, timeZone }: WeeklyRecurrence,
  { from, to }: CalendarRange,
): Generator<Span> {
  const dateAt = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone).toPlainDate();
  const last = dateAt(Math.min(to, latest));
  // One day more than it lasts: the day of a clock change may have 25 hours.
  let day = dateAt(from).subtract({ days: Math.ceil(durationMs / dayMs) + 1 });
  for (; Temporal.PlainDate.compare(day, last) <= 0; day = day.add({ days: 1 })) {
    if (!weekdays.includes(day.dayOfWeek)) continue;
    const begin = day.toZonedDateTime({ timeZone, plainTime: start }).epochMilliseconds;
    if (begin < to && begin + durationMs > from) yield { startTs: epochMs(begin), endTs: epochMs(begin + durationMs) };
  }
}

/** The spans that are on at a moment, the oldest first. */
export const spansAt = (recurrence: WeeklyRecurrence, now: EpochMs): readonly Span[] => [
  ...weeklySpans(recurrence, { from: now, to: epochMs(now + 1) }),
];
