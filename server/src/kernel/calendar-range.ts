import { AppError } from "./errors.ts";
import type { EpochMs } from "./time.ts";

const calendarDays = 62;
const dayMs = 86_400_000;

/** What a calendar shows: from then on, until before then; two months at most. */
export interface CalendarRange {
  readonly from: EpochMs;
  readonly to: EpochMs;
}

export function requireCalendarRange({ from, to }: CalendarRange): void {
  if (to <= from || to - from > calendarDays * dayMs) throw calendarRangeInvalid(calendarDays);
}

const calendarRangeInvalid = (days: number) =>
  new AppError("CALENDAR_RANGE_INVALID", "invalid", `endTs has to be later than startTs, by at most ${days} days`, {
    params: { days },
  });
