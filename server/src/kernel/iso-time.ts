import { type EpochMs, epochMs } from "./time.ts";

const pattern =
  /^(\d{4})-?(\d{2})-?(\d{2})(?:[Tt ](\d{2}):?(\d{2})(?::?(\d{2})(?:[.,](\d{1,12}))?)?\s*([Zz]|[+-]\d{2}(?::?\d{2})?)?)?$/;
const minuteMs = 60_000;

/** ISO 8601 with any offset or none (UTC), with or without fractions; undefined for what is no such time. */
export function parseIsoTime(text: string): EpochMs | undefined {
  const match = pattern.exec(text.trim());
  if (!match) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const time = new Date(0);
  time.setUTCFullYear(year, month - 1, day);
  const isDay = time.getUTCMonth() === month - 1 && time.getUTCDate() === day;
  const offset = offsetMinutes(match[8]);
  if (!isDay || hour > 23 || minute > 59 || second > 59 || offset === undefined) return undefined;
  time.setUTCHours(hour, minute, second, Number(`${match[7] ?? ""}000`.slice(0, 3)));
  return epochMs(time.getTime() - offset * minuteMs);
}

function offsetMinutes(text: string | undefined): number | undefined {
  if (text === undefined || text.toUpperCase() === "Z") return 0;
  const hours = Number(text.slice(1, 3));
  const minutes = Number(text.slice(3).replace(":", "") || 0);
  if (hours > 23 || minutes > 59) return undefined;
  return (text.startsWith("-") ? -1 : 1) * (hours * 60 + minutes);
}
