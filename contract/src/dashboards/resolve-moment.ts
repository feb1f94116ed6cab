import type { Moment, MomentUnit } from "./moment.ts";

const fixedMs = { s: 1_000, m: 60_000, h: 3_600_000 } as const;
const dayMs = 86_400_000;
/** No zone is further from UTC, or changes its clock by more. */
const farthestMs = dayMs;

/** When a moment is, seen from `now` in a time zone: days, weeks, months and years are those of its calendar. */
export function resolveMoment(moment: Moment, now: number, zone: string): number {
  if (moment.kind === "absolute") return moment.ts;
  const moved = movedBy(now, moment.amount, moment.unit, zone);
  return moment.cutTo === undefined ? moved : cutTo(moved, moment.cutTo, zone);
}

function movedBy(now: number, amount: number, unit: MomentUnit, zone: string): number {
  if (unit === "s" || unit === "m" || unit === "h") return now + amount * fixedMs[unit];
  const local = localOf(now, zone);
  return momentOf(movedInCalendar(local, amount, unit), zone);
}

/** The same time of day; the 31st of a shorter month is its last day. */
function movedInCalendar(local: number, amount: number, unit: "d" | "w" | "M" | "y"): number {
  if (unit === "d" || unit === "w") return local + amount * (unit === "w" ? 7 : 1) * dayMs;
  const date = new Date(local);
  const months = date.getUTCFullYear() * 12 + date.getUTCMonth() + amount * (unit === "y" ? 12 : 1);
  const last = new Date(Date.UTC(Math.floor(months / 12), (months % 12) + 1, 0)).getUTCDate();
  const day = Math.min(date.getUTCDate(), last);
  return Date.UTC(Math.floor(months / 12), months % 12, day) + (local % dayMs);
}

function cutTo(time: number, unit: MomentUnit, zone: string): number {
  const local = localOf(time, zone);
  if (unit === "s" || unit === "m" || unit === "h") return time - (local % fixedMs[unit]); // also within a repeated hour
  return momentOf(beginOf(local, unit), zone);
}

/** Weeks begin on Monday. */
function beginOf(local: number, unit: "d" | "w" | "M" | "y"): number {
  const date = new Date(local);
  const day = Math.floor(local / dayMs) * dayMs;
  if (unit === "d") return day;
  if (unit === "w") return day - ((date.getUTCDay() + 6) % 7) * dayMs;
  return Date.UTC(date.getUTCFullYear(), unit === "M" ? date.getUTCMonth() : 0, 1);
}

/** What clocks in the zone show, as if it were UTC. */
const localOf = (time: number, zone: string): number => time + offsetAt(time, zone);

/** Of a time that clocks show twice the first; of one they skip, the moment after. */
function momentOf(local: number, zone: string): number {
  const offsets = [offsetAt(local - farthestMs, zone), offsetAt(local + farthestMs, zone)];
  const possible = offsets.map((offset) => local - offset).filter((time) => localOf(time, zone) === local);
  return possible.length > 0 ? Math.min(...possible) : local - Math.min(...offsets);
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const parts = {
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  } as const;
  const format = new Intl.DateTimeFormat("en-US", { timeZone: zone, hourCycle: "h23", era: "short", ...parts });
  formats.set(zone, format);
  return format;
}

function offsetAt(time: number, zone: string): number {
  const whole = Math.floor(time / 1_000) * 1_000;
  const parts = new Map(
    formatOf(zone)
      .formatToParts(whole)
      .map(({ type, value }) => [type, value]),
  );
  const number = (name: Intl.DateTimeFormatPartTypes) => Number(parts.get(name));
  const year = parts.get("era") === "BC" ? 1 - number("year") : number("year");
  const shown = new Date(0);
  shown.setUTCFullYear(year, number("month") - 1, number("day"));
  shown.setUTCHours(number("hour"), number("minute"), number("second"), 0);
  return shown.getTime() - whole;
}
