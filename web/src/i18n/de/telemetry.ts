import type { Messages } from "../en/index.ts";

export const telemetry: Messages["telemetry"] = {
  channels: "Kanäle",
  filter: "Kanäle filtern",
  chooseChannels: "Kanäle wählen",
  choose: "Kanäle zum Zeichnen wählen",
  chooseText: "Haken Sie einen oder mehrere Kanäle an. Ziehen vergrößert, Doppelklick verkleinert.",
  empty: "Noch keine Telemetrie",
  emptyText: "Dieses Gerät hat noch keine Werte gesendet. Mit seinem Token kann es über MQTT oder HTTP senden.",
  exportCsv: "CSV exportieren",
  exporting: "Wird exportiert …",
  asTable: "Tabelle",
  asTableHint: "Eine Zeile je Zeitpunkt, eine Spalte je Kanal",
  asLines: "Zeilen",
  asLinesHint: "Eine Zeile je Wert, Zeiten in Unix-ms, wie in der API",
  deletePoints: "Gezeigtes löschen",
  deletePointsText: (keys, from, to) => `Alle Werte von ${keys} von ${from} bis ${to} werden endgültig gelöscht.`,
  pointsDeleted: "Die Werte wurden gelöscht",
  copyLink: "Link kopieren",
  noPoints: "Keine Punkte in diesem Zeitraum",
  lastValue: "Der letzte Wert kam",
  showLastValue: "Zeigen",
  noNumbers: "Diese Kanäle enthalten Texte, keine Zahlen:",
  envelope: (points, bucket) => `${points} Punkte, als Mittel mit Minimum und Maximum je ${bucket}`,
  raw: (points) => (points === "1" ? "1 Punkt" : `${points} Punkte`),
  mostChannels: (most) => `Ein Diagramm fasst ${most} Kanäle. Haken Sie einen ab, um einen anderen zu zeichnen.`,
  chart: "Diagramm",
  limits: "Gestrichelt sind Grenzen des Typs: gelb warnt, rot alarmiert",
  zoomHint:
    "Ziehen, Strg mit dem Mausrad oder zwei Finger: zoomen. Umschalt und Ziehen: verschieben. Doppelklick: hinauszoomen",
};

export const attributes: Messages["attributes"] = {
  scopes: { CLIENT_SCOPE: "Gerät (Client)", SHARED_SCOPE: "Geteilt (Shared)", SERVER_SCOPE: "Server" },
  explain: {
    CLIENT_SCOPE: "Vom Gerät gesendet. Hier nur lesbar.",
    SHARED_SCOPE: "Von Bedienern und Administratoren hier gesetzt und an das Gerät übertragen.",
    SERVER_SCOPE: "Von Bedienern und Administratoren hier gesetzt; das Gerät sieht sie nicht.",
  },
  key: "Schlüssel",
  updated: "Geändert",
  add: "Attribut hinzufügen",
  editTitle: "Attribut bearbeiten",
  addTitle: "Neues Attribut",
  types: { text: "Text", number: "Zahl", boolean: "Wahr oder falsch", json: "JSON" },
  empty: "Keine Attribute",
  deleteTitle: "Dieses Attribut löschen?",
  deleteText: (key) => `„${key}“ wird von diesem Gerät entfernt.`,
  badNumber: "Das ist keine Zahl.",
  badJson: (problem) => {
    const [, line, column] = /line (\d+) column (\d+)/.exec(problem) ?? []; // browsers say the rest in English
    return line && column
      ? `Das ist kein gültiges JSON: Zeile ${line}, Zeichen ${column} stimmt nicht.`
      : "Das ist kein gültiges JSON.";
  },
  readOnly: "Ihre Rolle darf Attribute lesen, nicht ändern.",
};
