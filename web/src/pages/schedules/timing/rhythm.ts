import type { ScheduleTiming } from "@heliograph/contract";

/** How somebody thinks of when something runs; minutes and hours are patterns of cron that have a name. */
export const rhythms = ["minutes", "hourly", "daily", "weekly", "monthly", "once", "cron"] as const;
export type Rhythm = (typeof rhythms)[number];

const everyMinutes = /^\*(?:\/([1-9]\d?))? \* \* \* \*$/;
const everyHour = /^([0-5]?\d) \* \* \* \*$/;
const usualTime = "06:00";
const dayMs = 86_400_000;

export function rhythmOf(timing: ScheduleTiming): Rhythm {
  switch (timing.kind) {
    case "CRON":
      return minutesOf(timing) !== undefined ? "minutes" : minuteOf(timing) !== undefined ? "hourly" : "cron";
    case "DAILY":
      return "daily";
    case "WEEKLY":
      return "weekly";
    case "MONTHLY":
      return "monthly";
    case "ONCE":
      return "once";
  }
}

/** Of "every … minutes": an hour has to be a whole number of them, else the last step is another one. */
export function minutesOf(timing: ScheduleTiming): number | undefined {
  if (timing.kind !== "CRON") return undefined;
  const found = everyMinutes.exec(timing.expression.trim());
  const count = found && Number(found[1] ?? 1);
  return count && minuteSteps.includes(count) ? count : undefined;
}

/** What an hour can be divided into. */
export const minuteSteps: readonly number[] = [1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30];

/** Of "every hour". */
export function minuteOf(timing: ScheduleTiming): number | undefined {
  const found = timing.kind === "CRON" ? everyHour.exec(timing.expression.trim()) : null;
  return found ? Number(found[1]) : undefined;
}

export const everyMinutesTiming = (count: number): ScheduleTiming => ({
  kind: "CRON",
  expression: count === 1 ? "* * * * *" : `*/${count} * * * *`,
});

export const hourlyTiming = (minute: number): ScheduleTiming => ({ kind: "CRON", expression: `${minute} * * * *` });

/** The time of day, where it has one. */
function timeOf(timing: ScheduleTiming): string {
  if (timing.kind === "ONCE") return timing.at.slice(11);
  return timing.kind === "CRON" ? usualTime : timing.time;
}

/** Another rhythm begins with what was meant before: the same time of day, the same pattern for experts. */
export function timingOf(
  rhythm: Rhythm,
  before: ScheduleTiming,
  cron: string | undefined,
  now: number,
): ScheduleTiming {
  const time = timeOf(before);
  switch (rhythm) {
    case "minutes":
      return everyMinutesTiming(15);
    case "hourly":
      return hourlyTiming(Number(time.slice(3)));
    case "daily":
      return { kind: "DAILY", time };
    case "weekly":
      return { kind: "WEEKLY", weekdays: ["MON"], time };
    case "monthly":
      return { kind: "MONTHLY", days: [1], time };
    case "once":
      return { kind: "ONCE", at: `${new Date(now + dayMs).toISOString().slice(0, 10)}T${time}` };
    case "cron":
      return { kind: "CRON", expression: cron ?? "0 6 * * MON-FRI" };
  }
}
