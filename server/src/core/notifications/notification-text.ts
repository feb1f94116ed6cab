import type { AlarmSeverity, NotificationOccasion } from "@heliograph/contract";
import type { EpochMs } from "../../kernel/time.ts";
import type { LetterLanguage } from "../mail/index.ts";
import type { NoticeItem } from "./notice.ts";
import type { NoticeContent } from "./notice-store.ts";

/** A message in words, of one reader. */
export interface NotificationText {
  readonly subject: string;
  readonly lines: readonly string[];
}

const severities: Record<LetterLanguage, Record<AlarmSeverity, string>> = {
  en: { CRITICAL: "Critical", MAJOR: "Major", MINOR: "Minor", WARNING: "Warning", INDETERMINATE: "Indeterminate" },
  de: { CRITICAL: "Kritisch", MAJOR: "Schwer", MINOR: "Leicht", WARNING: "Warnung", INDETERMINATE: "Unbestimmt" },
};

const occasions: Record<LetterLanguage, Record<NotificationOccasion, string>> = {
  en: {
    ...{ RAISED: "raised", CHANGED: "worse", CLEARED: "cleared", RETURNED: "still active" },
    ...{ ESCALATED: "not acknowledged", TOLD: "reported", TEST: "test" },
  },
  de: {
    ...{ RAISED: "ausgelöst", CHANGED: "schlimmer", CLEARED: "beendet", RETURNED: "noch aktiv" },
    ...{ ESCALATED: "nicht quittiert", TOLD: "gemeldet", TEST: "Test" },
  },
};

const more: Record<LetterLanguage, (count: number) => string> = {
  en: (count) => `and ${count} more`,
  de: (count) => `und ${count} weitere`,
};
const many: Record<LetterLanguage, string> = { en: "alarms", de: "Alarme" };
const locales: Record<LetterLanguage, string> = { en: "en-GB", de: "de-DE" };

/** One line for the subject, and a line for each alarm that is named. */
export function textOf(content: NoticeContent, language: LetterLanguage, timeZone: string): NotificationText {
  const { items, count } = content;
  const named = new Set(items.map(({ alarmId, id }) => alarmId ?? id)).size;
  const lines = items.map((item) => lineOf(item, language, timeZone));
  return {
    subject: subjectOf(content, language),
    lines: count > named ? [...lines, more[language](count - named)] : lines,
  };
}

export function subjectOf({ items, count, severity, titles }: NoticeContent, language: LetterLanguage): string {
  const isOver = items.every(({ occasion }) => occasion === "CLEARED");
  const head = isOver ? occasions[language].CLEARED : severities[language][severity];
  const start = head.charAt(0).toUpperCase() + head.slice(1);
  const [first] = items;
  if (count === 1 && first)
    return `${start}: ${first.title}${first.deviceName === null ? "" : `, ${first.deviceName}`}`;
  const what = titles.length === 1 ? `${count} × ${titles[0]}` : `${count} ${many[language]}: ${titles.join(", ")}`;
  return `${start}: ${what}`;
}

function lineOf(item: NoticeItem, language: LetterLanguage, timeZone: string): string {
  const { title, deviceName, severity, occasion, ts, text } = item;
  const what = [title, deviceName].filter((part) => part !== null).join(", ");
  const how = `${severities[language][severity]}, ${occasions[language][occasion]} ${momentOf(ts, language, timeZone)}`;
  return `${what}: ${how}${text === null ? "" : `. ${text}`}`;
}

const momentOf = (ts: EpochMs, language: LetterLanguage, timeZone: string): string =>
  `${new Intl.DateTimeFormat(locales[language], { dateStyle: "medium", timeStyle: "medium", timeZone }).format(ts)} (${timeZone})`;
