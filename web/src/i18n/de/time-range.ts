import type { Messages } from "../en/index.ts";

export const timeRange: Messages["timeRange"] = {
  time: "Zeit",
  own: "Wie festgelegt",
  last: (span: string) => `Letzte ${span}`,
  today: "Heute",
  yesterday: "Gestern",
  thisWeek: "Diese Woche",
  lastWeek: "Letzte Woche",
  thisMonth: "Dieser Monat",
  lastMonth: "Letzter Monat",
  thisYear: "Dieses Jahr",
  from: "Von",
  to: "Bis",
  apply: "Zeigen",
  hint: "Zum Beispiel now-3h/h oder 2026-11-16 08:00",
  problem: "Weder ein Zeitpunkt wie now-3h noch Datum und Uhrzeit wie 2026-11-16 08:00.",
  live: "live",
  earlier: "Früher",
  later: "Später",
  wider: "Mehr Zeit zeigen",
};
