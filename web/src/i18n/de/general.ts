import type { Messages } from "../en/index.ts";

export const common: Messages["common"] = {
  discardQuestion: "Eingaben verwerfen?",
  keepEditing: "Weiter bearbeiten",
  discard: "Verwerfen",
  cancel: "Abbrechen",
  save: "Speichern",
  create: "Anlegen",
  delete: "Löschen",
  edit: "Bearbeiten",
  close: "Schließen",
  copy: "Kopieren",
  copied: "Kopiert",
  loadNewer: "Neuere Fassung laden",
  newerThere: "Jemand anderes hat eine neuere Fassung gespeichert. Ihre Eingaben sind noch hier.",
  copyMine: "Meine kopieren",
  retry: "Erneut versuchen",
  loading: "Wird geladen",
  noNumber: (label: string) => `${label}: Das ist keine Zahl.`,
  keptNumber: "Das ist keine Zahl: Es gilt, was vorher da stand.",
  saved: "Gespeichert",
  actions: "Aktionen",
  all: "Alle",
  none: "keine",
  optional: "optional",
  from: "Von",
  to: "Bis",
  live: "Live",
  time: "Zeit",
  value: "Wert",
  type: "Typ",
  name: "Name",
  more: "Mehr anzeigen",
  showing: (shown, total) => `${shown} von ${total}`,
};

export const errors: Messages["errors"] = {
  title: "Das hat nicht geklappt",
  unreachable: "Der Server antwortet nicht. Prüfen Sie das Netz und ob der Knoten läuft.",
  unexpected:
    "Etwas Unerwartetes ist passiert. Laden Sie die Seite neu; bleibt es so, hilft das Protokoll des Knotens.",
  forbiddenTitle: "Nicht erlaubt",
  forbidden: "Ihre Rolle erlaubt das nicht. Fragen Sie einen Administrator des Mandanten.",
  tooMany: (seconds) =>
    seconds > 0 ? `Zu viele Versuche. Warten Sie ${seconds} s.` : "Zu viele Versuche. Bitte gleich noch einmal.",
  notFound: "Seite nicht gefunden",
  notFoundText:
    "Unter dieser Adresse gibt es nichts. Der Link ist vielleicht alt oder gehört zu einem anderen Mandanten.",
  toStart: "Zur Startseite",
};
