import { type ScheduleTiming, weekdays } from "@heliograph/contract";
import { Cron } from "croner";
import { type EpochMs, epochMs } from "../../kernel/time.ts";
import { scheduleNeverRuns, scheduleTimeInvalid, scheduleZoneUnknown, type TimeFault } from "./errors.ts";

const cronFields = ["MINUTE", "HOUR", "DAY", "MONTH", "WEEKDAY"] as const satisfies readonly TimeFault[];
const msPerSecond = 1_000;

/** When something runs, and whose clocks say so. */
export interface Timed {
  readonly timing: ScheduleTiming;
  readonly timeZone: string;
}

/** Undefined for what runs once. */
export function cronOf(timing: ScheduleTiming): string | undefined {
  switch (timing.kind) {
    case "CRON":
      return timing.expression.trim();
    case "DAILY":
      return `${clockFields(timing.time)} * * *`;
    case "WEEKLY":
      return `${clockFields(timing.time)} * * ${daysOfWeek(timing.weekdays)}`;
    case "MONTHLY":
      return `${clockFields(timing.time)} ${daysOfMonth(timing.days)} * *`;
    case "ONCE":
      return undefined;
  }
}

const clockFields = (time: string): string => {
  const [hour, minute] = time.split(":").map(Number);
  return `${minute} ${hour}`;
};

/** Monday is 1. */
const daysOfWeek = (days: readonly (typeof weekdays)[number][]): string =>
  [...new Set(days.map((day) => (weekdays.indexOf(day) + 1) % weekdays.length))].toSorted((a, b) => a - b).join();

const daysOfMonth = (days: readonly number[]): string =>
  [...new Set(days)]
    .toSorted((a, b) => a - b)
    .map((day) => (day === 0 ? "L" : day))
    .join();

/** Refuses what cannot be understood. */
export function requireTiming({ timing, timeZone }: Timed): void {
  requireZone(timeZone);
  const cron = cronOf(timing);
  if (cron === undefined) onceAt({ timing, timeZone });
  else cronIn(cron, timeZone);
}

/** Refuses, too, what would never run from now on. */
export function requireFuture(timed: Timed, now: EpochMs): EpochMs {
  requireTiming(timed);
  const next = nextAfter(timed, now);
  if (next !== undefined) return next;
  throw timed.timing.kind === "ONCE"
    ? scheduleNeverRuns("PAST", "it lies in the past")
    : scheduleNeverRuns("NO_SUCH_DAY", "there is no such day");
}

/** What runs after a moment. */
type Follower = (after: EpochMs) => EpochMs | undefined;

/**
 * The first run after any moment. What clocks skip runs when they have skipped it; what they show twice runs the first time,
 * unless it runs every hour or oftener: then time goes on as it does [SCH1].
 */
export function followerOf(timed: Timed): Follower {
  const cron = cronOf(timed.timing);
  if (cron === undefined) {
    const at = onceAt(timed);
    return (after) => (at > after ? at : undefined);
  }
  const pattern = cronIn(cron, timed.timeZone);
  return (after) => momentOf(pattern.nextRun(new Date(after)));
}

export const nextAfter = (timed: Timed, after: EpochMs): EpochMs | undefined => followerOf(timed)(after);

/** The last run of a pattern up to a moment; the library counts in whole seconds. */
export function lastUntil({ timing, timeZone }: Timed, moment: EpochMs): EpochMs | undefined {
  const cron = cronOf(timing);
  if (cron === undefined) return undefined;
  const last = cronIn(cron, timeZone).previousRuns(2, new Date(moment + msPerSecond));
  return momentOf(last.find((date) => date.getTime() <= moment));
}

const momentOf = (date: Date | null | undefined): EpochMs | undefined => (date ? epochMs(date.getTime()) : undefined);

/** What the pattern says of clocks that never change. */
export function matchesClock(cron: string, shown: number): boolean {
  return (
    cronIn(cron, "UTC")
      .nextRun(new Date(shown - 1))
      ?.getTime() === shown
  );
}

function cronIn(cron: string, timezone: string): Cron {
  const fields = cron.split(/\s+/);
  if (fields.length !== cronFields.length)
    throw scheduleTimeInvalid(
      ...(["FIELDS", cron] as const),
      `a cron expression has ${cronFields.length} fields: minute, hour, day, month, day of the week`,
    );
  try {
    return new Cron(cron, { timezone, paused: true });
  } catch (error) {
    const said = error instanceof Error ? error.message.replace(/^Cron\w*: /, "") : String(error);
    const [kind, value] = wrongIn(fields) ?? (["EXPRESSION", cron] as const);
    throw scheduleTimeInvalid(kind, value, `"${cron}" is no cron expression: ${said}`);
  }
}

/** The first field that is wrong by itself, with every other one left open. */
function wrongIn(fields: readonly string[]): readonly [TimeFault, string] | undefined {
  for (const [at, kind] of cronFields.entries()) {
    const value = fields[at] ?? "";
    try {
      new Cron(cronFields.map((_, place) => (place === at ? value : "*")).join(" "), { paused: true });
    } catch {
      return [kind, value];
    }
  }
  return undefined;
}

function onceAt({ timing, timeZone }: Timed): EpochMs {
  if (timing.kind !== "ONCE") throw new Error("it runs more than once");
  try {
    return shownAt(Temporal.PlainDateTime.from(timing.at, { overflow: "reject" }), timeZone);
  } catch {
    throw scheduleTimeInvalid("DATE", timing.at, `${timing.at} is no day of the calendar`);
  }
}

/** The first time clocks show it; where they skip it, when they have. */
function shownAt(wanted: Temporal.PlainDateTime, timeZone: string): EpochMs {
  const moment = wanted.toZonedDateTime(timeZone, { disambiguation: "earlier" });
  const isSkipped = !moment.toPlainDateTime().equals(wanted);
  const change = isSkipped ? moment.getTimeZoneTransition("next") : null;
  return epochMs((change ?? moment).epochMilliseconds);
}

function requireZone(timeZone: string): void {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(timeZone);
    new Intl.DateTimeFormat("en", { timeZone });
  } catch {
    throw scheduleZoneUnknown(timeZone);
  }
}
