import type { FileRecord } from "@heliograph/contract";
import { zoneOffsetMs } from "../../../format/zone.ts";

interface Bar {
  readonly file: FileRecord;
  /** Per cent of the width. */
  readonly left: number;
  readonly width: number;
}

interface Lane {
  readonly tag: string;
  readonly bars: readonly Bar[];
}

interface DayMark {
  readonly time: number;
  readonly left: number;
}

export interface Timeline {
  readonly from: number;
  readonly to: number;
  readonly lanes: readonly Lane[];
  readonly days: readonly DayMark[];
}

/** A moment is still a mark one can see. */
const narrowest = 0.25;
const dayMs = 86_400_000;
/** Over more days marks would be a hatching. */
const mostDays = 45;

/** One lane per tag over the time all files span; bars in per cent, so that they follow the width of the page. */
export function timelineOf(files: readonly FileRecord[]): Timeline | undefined {
  if (files.length === 0) return undefined;
  const from = files.reduce((least, { startTime }) => Math.min(least, startTime), Number.POSITIVE_INFINITY);
  const to = files.reduce((most, { endTime }) => Math.max(most, endTime), Number.NEGATIVE_INFINITY);
  const span = Math.max(1, to - from);
  const share = (time: number) => ((time - from) / span) * 100;
  const barOf = (file: FileRecord): Bar => {
    const width = Math.max(narrowest, ((file.endTime - file.startTime) / span) * 100);
    return { file, left: Math.min(100 - narrowest, share(file.startTime)), width };
  };
  const byTag = Map.groupBy(files, ({ tag }) => tag);
  const lanes = [...byTag].sort(([a], [b]) => a.localeCompare(b)).map(([tag, own]) => ({ tag, bars: own.map(barOf) }));
  return { from, to, lanes, days: midnights(from, to).map((time) => ({ time, left: share(time) })) };
}

/** Names need room: every so many days one. */
export function namedDays(days: readonly DayMark[], most: number): readonly DayMark[] {
  const every = Math.ceil(days.length / most);
  return days.filter((_, index) => index % every === 0);
}

/** In the zone in which dates are shown. */
function midnights(from: number, to: number): readonly number[] {
  if ((to - from) / dayMs > mostDays) return [];
  const found: number[] = [];
  for (let day = dayAfter(from); midnightOf(day) < to; day++) found.push(midnightOf(day));
  return found;
}

/** Days of local time, counted from 1970. */
const dayAfter = (ms: number): number => Math.floor((ms + zoneOffsetMs(ms)) / dayMs) + 1;

function midnightOf(day: number): number {
  const guess = day * dayMs - zoneOffsetMs(day * dayMs);
  return day * dayMs - zoneOffsetMs(guess);
}
