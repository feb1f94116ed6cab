import type { AlarmSeverity, NotificationOccasion } from "@heliograph/contract";
import type { EpochMs } from "../../kernel/time.ts";
import type { LetterLanguage } from "../mail/index.ts";
import { measuredText } from "./measured.ts";
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
    ...{ ESCALATED: "not acknowledged", TOLD: "reported", SCHEDULED: "due", TEST: "test" },
  },
  de: {
    ...{ RAISED: "ausgelöst", CHANGED: "schlimmer", CLEARED: "beendet", RETURNED: "noch aktiv" },
    ...{ ESCALATED: "nicht quittiert", TOLD: "gemeldet", SCHEDULED: "fällig", TEST: "Test" },
  },
};

const more: Record<LetterLanguage, (count: number) => string> = {
  en: (count) => `and ${count} more`,
  de: (count) => `und ${count} weitere`,
};
const many: Record<LetterLanguage, string> = { en: "alarms", de: "Alarme" };
const ofSchedule: Record<LetterLanguage, (name: string, what: string) => string> = {
  en: (name, what) => `Schedule “${name}”: ${what}`,
  de: (name, what) => `Zeitplan „${name}“: ${what}`,
};
const messages: Record<LetterLanguage, string> = { en: "messages", de: "Nachrichten" };
/** Of what a schedule says, in a subject. */
const longestSaid = 100;
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
  const [first] = items;
  if (first?.occasion === "SCHEDULED")
    return ofSchedule[language](
      first.title,
      count === 1 ? firstLine(first.text ?? "") : `${count} ${messages[language]}`,
    );
  const isOver = items.every(({ occasion }) => occasion === "CLEARED");
  const head = isOver ? occasions[language].CLEARED : severities[language][severity];
  const start = head.charAt(0).toUpperCase() + head.slice(1);
  if (count === 1 && first)
    return `${start}: ${first.title}${first.deviceName === null ? "" : `, ${first.deviceName}`}`;
  const what = titles.length === 1 ? `${count} × ${titles[0]}` : `${count} ${many[language]}: ${titles.join(", ")}`;
  return `${start}: ${what}`;
}

function lineOf(item: NoticeItem, language: LetterLanguage, timeZone: string): string {
  const { title, deviceName, severity, occasion, ts, text } = item;
  const when = `${occasions[language][occasion]} ${momentOf(ts, language, timeZone)}`;
  if (occasion === "SCHEDULED") return `${text ?? title} (${when})`;
  const what = [title, deviceName].filter((part) => part !== null).join(", ");
  const measured = measuredText(item.readings, language);
  const facts = [severities[language][severity], ...measured, when].join(", ");
  return `${what}: ${facts}${text === null ? "" : `. ${text}`}`;
}

/** Never in the middle of a word, where there are words. */
function firstLine(text: string): string {
  const [line = ""] = text.trim().split("\n");
  if (line.length <= longestSaid) return line.trim();
  const beginning = line.slice(0, longestSaid).replace(/[\uD800-\uDBFF]$/, "");
  return `${beginning.replace(/\s+\S*$/, "")}…`;
}

const momentOf = (ts: EpochMs, language: LetterLanguage, timeZone: string): string =>
  `${new Intl.DateTimeFormat(locales[language], { dateStyle: "medium", timeStyle: "medium", timeZone }).format(ts)} (${timeZone})`;
