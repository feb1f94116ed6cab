import { parseMoment } from "@heliograph/contract/moments";
import { localInputMs, localInputText } from "../format/time.ts";

/** What somebody typed, as the address has it: a moment, or date and time of the zone that is shown; undefined for neither. */
export function typedMoment(text: string): string | undefined {
  const trimmed = text.trim();
  if (parseMoment(trimmed)) return trimmed;
  const [whole, date, time = "00:00"] =
    /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?))?$/.exec(trimmed) ?? [];
  if (whole === undefined) return undefined;
  const ms = localInputMs(`${date}T${time}`);
  return Number.isNaN(ms) || !isOfCalendar(`${date}`) ? undefined : String(ms);
}

/** 31 February is the 3rd of March to browsers, and nothing to people. */
const isOfCalendar = (date: string): boolean => new Date(`${date}T00:00Z`).toISOString().startsWith(date);

/** The other way round; milliseconds where there are some: what was zoomed to is as short as that. */
export function momentToType(moment: string): string {
  const parsed = parseMoment(moment);
  if (parsed?.kind !== "absolute") return moment;
  const rest = ((parsed.ts % 1_000) + 1_000) % 1_000;
  const seconds = localInputText(parsed.ts).replace("T", " ");
  return rest === 0 ? seconds : `${seconds}.${String(rest).padStart(3, "0")}`;
}

/** As ISO 8601 writes the midnight at the end of a day: who chose the 18th does not read the 19th. */
export const endOfDayToType = (day: string): string => `${day} 24:00`;
