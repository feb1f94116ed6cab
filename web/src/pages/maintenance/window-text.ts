import type { MaintenanceWindowRecord } from "@heliograph/contract";
import { durationText } from "../../format/duration.ts";
import { dateTimeText } from "../../format/time.ts";
import type { Messages } from "../../i18n/messages.tsx";

/** A Monday: weekdays are counted from it. */
const someMonday = Date.UTC(2024, 0, 1);
const dayMs = 86_400_000;

/** 1 is Monday. */
export const weekdayText = (weekday: number, locale: string, weekdayStyle: "short" | "long" = "short"): string =>
  new Intl.DateTimeFormat(locale, { weekday: weekdayStyle, timeZone: "UTC" }).format(
    someMonday + (weekday - 1) * dayMs,
  );

/** When it is, in words. */
export function windowText(window: MaintenanceWindowRecord, m: Messages, locale: string): string {
  const { recurrence, startTs, endTs } = window;
  const end = endTs === null ? undefined : dateTimeText(endTs, locale);
  if (!recurrence) return m.maintenance.onceText(dateTimeText(startTs, locale), end ?? "…");
  const days = recurrence.weekdays.toSorted((a, b) => a - b).map((day) => weekdayText(day, locale));
  const lasts = durationText(recurrence.durationMs, locale);
  const each = m.maintenance.weeklyText(days.join(", "), recurrence.start, lasts, recurrence.timeZone);
  return end === undefined ? each : `${each}, ${m.maintenance.until(end)}`;
}

/** What it does at a moment. */
export function windowState({ active, startTs, endTs }: MaintenanceWindowRecord, now: number) {
  if (active) return "on";
  if (now < startTs) return "planned";
  return endTs !== null && now >= endTs ? "over" : "between";
}
