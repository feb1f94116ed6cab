import { type ScheduleTiming, weekdays } from "@heliograph/contract";
import type { Messages } from "../../../i18n/en/index.ts";
import { weekdayText } from "../../maintenance/window-text.ts";
import { minuteOf, minutesOf } from "./rhythm.ts";

type Words = Messages["schedules"]["timing"];
const workdays = "MON,TUE,WED,THU,FRI";

/** When it runs, as people say it; in the middle of a sentence. */
export function timingText(timing: ScheduleTiming, words: Words, locale: string): string {
  switch (timing.kind) {
    case "CRON":
      return cronText(timing, words);
    case "DAILY":
      return words.daily(timing.time);
    case "WEEKLY":
      return weeklyText(timing, words, locale);
    case "MONTHLY":
      return words.monthly(monthDaysText(timing.days, words, locale), timing.time);
    case "ONCE":
      return words.once(dateText(timing.at, locale), timing.at.slice(11));
  }
}

function cronText(timing: ScheduleTiming & { kind: "CRON" }, words: Words): string {
  const [minutes, minute] = [minutesOf(timing), minuteOf(timing)];
  if (minutes !== undefined) return words.minutes(minutes);
  return minute === undefined ? words.cron(timing.expression) : words.hourly(String(minute).padStart(2, "0"));
}

function weeklyText({ weekdays: days, time }: ScheduleTiming & { kind: "WEEKLY" }, words: Words, locale: string) {
  const ordered = weekdays.filter((day) => days.includes(day));
  if (ordered.length === weekdays.length) return words.daily(time);
  if (ordered.join() === workdays) return words.workdays(time);
  const names = ordered.map((day) => weekdayText(weekdays.indexOf(day) + 1, locale, "long"));
  return words.weekly(listed(names, locale), time);
}

/** The last day comes last. */
function monthDaysText(days: readonly number[], words: Words, locale: string): string {
  const ordered = [...new Set(days)].toSorted((a, b) => (a || 32) - (b || 32));
  return listed(ordered.map(words.dayOfMonth), locale);
}

const listed = (names: readonly string[], locale: string): string => new Intl.ListFormat(locale).format(names);

/** Of what the clocks of its zone show: no zone is asked. */
const dateText = (at: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" }).format(Date.parse(`${at.slice(0, 10)}Z`));

/** At the beginning of a sentence. */
export const begun = (text: string, locale: string): string =>
  text.slice(0, 1).toLocaleUpperCase(locale) + text.slice(1);
