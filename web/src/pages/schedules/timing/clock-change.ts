import type { ScheduleForecast, ScheduleTiming } from "@heliograph/contract";

type ClockChange = NonNullable<ScheduleForecast["clockChange"]>;
const minutesPerDay = 24 * 60;

/** "+01:00" in minutes. */
function offsetMinutes(offset: string): number {
  const [hours = 0, minutes = 0] = offset.slice(1).split(":").map(Number);
  return (offset.startsWith("-") ? -1 : 1) * (hours * 60 + minutes);
}

/** What a time of day in a zone is in UTC. */
function utcTimeOf(time: string, offset: string): string {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  const utc = (hour * 60 + minute - offsetMinutes(offset) + minutesPerDay) % minutesPerDay;
  return [Math.floor(utc / 60), utc % 60].map((part) => String(part).padStart(2, "0")).join(":");
}

/** The time of day at which it runs there, before and after, and what both are in UTC; undefined without such a time. */
export function shiftOf(timing: ScheduleTiming, { before, after }: ClockChange) {
  if (timing.kind === "CRON" || timing.kind === "ONCE") return undefined;
  return { time: timing.time, before: utcTimeOf(timing.time, before), after: utcTimeOf(timing.time, after) };
}
