import { parseMoment } from "@heliograph/contract/moments";
import { shownZone } from "../format/zone.ts";
import type { Messages } from "../i18n/en/index.ts";

type Words = Messages["timeRange"];
type Named = "today" | "yesterday" | "thisWeek" | "lastWeek" | "thisMonth" | "lastMonth" | "thisYear";
export type Expression = readonly [from: string, to: string];

/** Times people have a word for. */
const named: readonly (readonly [name: Named, ...Expression])[] = [
  ["today", "now/d", "now"],
  ["yesterday", "now-1d/d", "now/d"],
  ["thisWeek", "now/w", "now"],
  ["lastWeek", "now-1w/w", "now/w"],
  ["thisMonth", "now/M", "now"],
  ["lastMonth", "now-1M/M", "now/M"],
  ["thisYear", "now/y", "now"],
];

const recent = ["now-15m", "now-1h", "now-6h", "now-24h", "now-7d", "now-30d"];

/** What is offered without writing anything. */
export const offered: readonly Expression[] = [
  ...recent.map((from): Expression => [from, "now"]),
  ...named.map(([, from, to]): Expression => [from, to]),
];

const unitNames = {
  ...{ s: "second", m: "minute", h: "hour", d: "day", w: "week", M: "month", y: "year" },
} as const;

/** "Last 6 hours", "Yesterday"; as it is written where there is no word; undefined where it is two dates. */
export function timeWords([from, to]: Expression, words: Words, locale: string): string | undefined {
  const known = named.find(([, begin, end]) => begin === from && end === to);
  if (known) return words[known[0]];
  const [begin, end] = [parseMoment(from), parseMoment(to)];
  if (begin?.kind === "absolute" && end?.kind === "absolute") return undefined;
  if (begin?.kind !== "relative" || begin.cutTo !== undefined || to !== "now" || begin.amount >= 0)
    return `${from} – ${to}`;
  const span = { style: "unit", unit: unitNames[begin.unit], unitDisplay: "long" } as const;
  return words.last(new Intl.NumberFormat(locale, span).format(-begin.amount));
}

/** "16 Nov, 15:25 – 21:25": what both ends have in common is said once. */
export const rangeText = (from: number, to: number, locale: string): string =>
  new Intl.DateTimeFormat(locale, {
    ...{ day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" },
    ...(yearOf(from) !== yearOf(to) && { year: "numeric" }),
    timeZone: shownZone(),
  }).formatRange(from, to);

const yearOf = (ms: number): number => new Date(ms).getUTCFullYear();
