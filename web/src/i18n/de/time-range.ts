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
  backwards: "Der Zeitraum endet vor seinem Anfang: „Von“ muss früher sein als „Bis“.",
  cutFrom: {
    ...{ s: "ab der vollen Sekunde", m: "ab der vollen Minute", h: "ab der vollen Stunde", d: "ab Mitternacht" },
    ...{ w: "ab Wochenbeginn", M: "ab Monatsbeginn", y: "ab Jahresbeginn" },
  },
  cutTo: {
    ...{ s: "bis zur vollen Sekunde", m: "bis zur vollen Minute", h: "bis zur vollen Stunde", d: "bis Mitternacht" },
    ...{ w: "bis Wochenbeginn", M: "bis Monatsbeginn", y: "bis Jahresbeginn" },
  },
  problem: "Weder ein Zeitpunkt wie now-3h noch Datum und Uhrzeit wie 2026-11-16 08:00.",
  live: "live",
  earlier: "Früher",
  later: "Später",
  wider: "Mehr Zeit zeigen",
};
