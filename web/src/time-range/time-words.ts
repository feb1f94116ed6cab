import { type Moment, type MomentUnit, parseMoment } from "@heliograph/contract/moments";
import { dateFormat } from "../format/formatters.ts";
import { dayTimeText, localInputText } from "../format/time.ts";
import { shownZone } from "../format/zone.ts";
import type { Messages } from "../i18n/en/index.ts";

type Words = Messages["timeRange"];
type Named = "allTime" | "today" | "yesterday" | "thisWeek" | "lastWeek" | "thisMonth" | "lastMonth" | "thisYear";
export type Expression = readonly [from: string, to: string];

/** Times people have a word for. */
const named: readonly (readonly [name: Named, ...Expression])[] = [
  ["allTime", "0", "now"],
  ["today", "now/d", "now"],
  ["yesterday", "now-1d/d", "now/d"],
  ["thisWeek", "now/w", "now"],
  ["lastWeek", "now-1w/w", "now/w"],
  ["thisMonth", "now/M", "now"],
  ["lastMonth", "now-1M/M", "now/M"],
  ["thisYear", "now/y", "now"],
];

const recent = ["now-15m", "now-1h", "now-6h", "now-24h", "now-7d", "now-30d"];

/** All that is there: for lists, a chart of it would show nothing. */
export const allTime: Expression = ["0", "now"];
export const isAllTime = ([from, to]: Expression): boolean => from === allTime[0] && to === allTime[1];

/** What is offered without writing anything. */
export const offered: readonly Expression[] = [
  ...recent.map((from): Expression => [from, "now"]),
  ...named.map(([, from, to]): Expression => [from, to]).filter((one) => !isAllTime(one)),
];

const unitNames: Readonly<Record<MomentUnit, Intl.RelativeTimeFormatUnit>> = {
  ...{ s: "second", m: "minute", h: "hour", d: "day", w: "week", M: "month", y: "year" },
};

/** "Last 6 hours", "Yesterday", "3 hours ago, from the full hour – now"; undefined where it is two dates. */
export function timeWords([from, to]: Expression, words: Words, locale: string): string | undefined {
  const known = named.find(([, begin, end]) => begin === from && end === to);
  if (known) return words[known[0]];
  const [begin, end] = [parseMoment(from), parseMoment(to)];
  if (!begin || !end) return `${from} – ${to}`;
  if (begin.kind === "absolute" && end.kind === "absolute") return undefined;
  if (begin.kind === "absolute" || begin.cutTo !== undefined || to !== "now" || begin.amount >= 0)
    return `${momentWords(begin, words.cutFrom, locale)} – ${momentWords(end, words.cutTo, locale)}`;
  if (begin.amount === -1) return words.lastOne[begin.unit];
  const span = { style: "unit", unit: unitNames[begin.unit], unitDisplay: "long" } as const;
  return words.last(new Intl.NumberFormat(locale, span).format(-begin.amount));
}

/** "3 hours ago, from the full hour", "to midnight", "now", "16 Nov, 15:25". */
function momentWords(moment: Moment, cuts: Words["cutFrom"], locale: string): string {
  if (moment.kind === "absolute") return dayTimeText(moment.ts, locale);
  const { amount, unit, cutTo } = moment;
  const relative = (numeric: "always" | "auto") => new Intl.RelativeTimeFormat(locale, { numeric });
  if (amount === 0) return cutTo ? cuts[cutTo] : relative("auto").format(0, "second");
  const counted = relative("always").format(amount, unitNames[unit]); // "yesterday" would be a day of the calendar
  return cutTo ? `${counted}, ${cuts[cutTo]}` : counted;
}

/** Minutes alone would make both ends of less look the same. */
const secondsBelowMs = 5 * 60_000;
const millisecondsBelowMs = 5_000;

/** "16 Nov, 15:25 – 21:25", "16–18 Nov": what both ends have in common is said once, and whole days have no clock. */
export function rangeText(from: number, to: number, locale: string): string {
  const areDays = to > from && [from, to].every((ms) => localInputText(ms).endsWith("T00:00:00"));
  const last = areDays ? to - 1 : to;
  return dateFormat(locale, {
    ...{ day: "numeric", month: "short" },
    ...(!areDays && { hour: "2-digit", minute: "2-digit" }),
    ...(to - from < secondsBelowMs && { second: "2-digit" }),
    ...(to - from < millisecondsBelowMs && { fractionalSecondDigits: 3 }),
    ...(yearOf(from) !== yearOf(last) && { year: "numeric" }),
    timeZone: shownZone(),
  }).formatRange(from, last);
}

const yearOf = (ms: number): string => localInputText(ms).slice(0, 4);
