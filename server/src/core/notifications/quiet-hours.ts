import type { AlarmSeverity, QuietHours } from "@heliograph/contract";
import { type EpochMs, epochMs } from "../../kernel/time.ts";

const dayMs = 24 * 60 * 60_000;

/** When the quiet hours that are on at this moment end; undefined where none are, or they are not for this severity. */
export function quietUntil(quiet: QuietHours | null, severity: AlarmSeverity, now: EpochMs): EpochMs | undefined {
  if (!quiet || quiet.except.includes(severity)) return undefined;
  const ends = beginsBefore(quiet, now).map((begin) => begin + quiet.durationMs);
  const last = Math.max(...ends.filter((end) => end > now), 0);
  return last > now ? epochMs(last) : undefined;
}

/** As clocks of the zone show it; a time of day that is skipped counts from the moment after [ALM3]. */
function beginsBefore({ weekdays, start, durationMs, timeZone }: QuietHours, now: EpochMs): readonly number[] {
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).toPlainDate();
  const days = Array.from({ length: Math.ceil(durationMs / dayMs) + 2 }, (_, daysAgo) =>
    today.subtract({ days: daysAgo }),
  );
  return days
    .filter((day) => weekdays.includes(day.dayOfWeek))
    .map((day) => day.toZonedDateTime({ timeZone, plainTime: start }).epochMilliseconds)
    .filter((begin) => begin <= now);
}
