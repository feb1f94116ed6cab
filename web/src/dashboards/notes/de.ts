import type { NoteWords } from "./en.ts";

export const de: NoteWords = {
  title: (chart) => `Notizen · ${chart}`,
  text: "Notizen dieses Dashboards, auf der Zeitachse seiner Diagramme. Sie werden sofort gespeichert, als Version des Dashboards.",
  readText: "Notizen dieses Dashboards, auf der Zeitachse seiner Diagramme.",
  none: "Noch keine Notizen",
  write: "Notiz schreiben",
  change: "Notiz ändern",
  what: "Was geschehen ist",
  from: "Wann",
  until: "Bis",
  untilHint: "Nur wenn es gedauert hat",
  ownColour: "Eine eigene Farbe",
  colour: "Farbe",
  needsText: "Schreiben Sie, was geschehen ist",
  needsTime: "Sagen Sie, wann es geschehen ist",
  endsEarly: "Sie endet, bevor sie beginnt",
  deleteTitle: "Diese Notiz löschen?",
  full: (most) => `Es gibt ${most} Notizen, mehr geht nicht. Löschen Sie zuerst welche.`,
};
