import { isKnownZone } from "@heliograph/contract/moments";

/** The time zone somebody chose; undefined is the one of the browser. */
let chosen: string | undefined;

export const shownZone = (): string | undefined => chosen;

/** The same by its name, whoever chose it. */
export const readersZone = (): string => chosen ?? Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A zone this browser does not know would make every date an error: then its own it is. */
export function showZone(zone: string | undefined): void {
  chosen = zone !== undefined && isKnownZone(zone) ? zone : undefined;
}

/** Making one costs a thousand times what asking it does, and a calendar asks for each of its runs. */
let clocks: { readonly zone: string | undefined; readonly format: Intl.DateTimeFormat } | undefined;

function clocksOf(zone: string | undefined): Intl.DateTimeFormat {
  if (clocks && clocks.zone === zone) return clocks.format;
  const format = new Intl.DateTimeFormat("en-US", {
    ...{ timeZone: zone, hourCycle: "h23" },
    ...{ year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric", second: "numeric" },
  });
  clocks = { zone, format };
  return format;
}

/** How far local time is ahead of UTC at a moment. */
export function zoneOffsetMs(ms: number): number {
  const parts = clocksOf(chosen).formatToParts(ms);
  const part = (type: Intl.DateTimeFormatPartTypes): number => Number(parts.find((one) => one.type === type)?.value);
  const local = Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second"));
  return local - Math.floor(ms / 1_000) * 1_000;
}
