import type { Messages } from "../en/index.ts";
import { ruleActions } from "./rule-actions.ts";
import { backtest } from "./rule-backtest.ts";
import { form, inputs, presets } from "./rule-editor.ts";
import { problemTexts } from "./rule-problems.ts";
import { areas, comparisons, scope, sentence, windowNames, windows } from "./rule-sentence.ts";
import { traces } from "./rule-traces.ts";
import { leaves, newer, parts, versions } from "./rule-versions.ts";

type Words = Messages["rules"];

export const rules: Words = {
  actions: ruleActions,
  title: "Regeln",
  text: "Was an Geräten auffallen soll, und welcher Alarm folgt.",
  search: "Regeln suchen",
  add: "Neue Regel",
  import: "Importieren",
  export: "Exportieren",
  exportAll: "Alle exportieren",
  importText: "Eine Datei, die hier oder auf einer anderen Anlage exportiert wurde. Ihre Regeln sind zunächst aus.",
  importTable: "Oder eine Tabelle mit Grenzwerten (CSV) mit diesen Spalten:",
  noneMade: "Keine Regel wurde angelegt: Berichtigen Sie zuerst diese Zeilen.",
  notHere:
    "Keine Regel wurde angelegt: Sie nennen, was es hier nicht gibt. Legen Sie es zuerst unter demselben Namen an, oder ändern Sie die Datei.",
  importFile: "Datei (JSON oder CSV)",
  badFile: "Diese Datei ist kein JSON.",
  notExported: "Das ist keine Datei mit exportierten Regeln.",
  imported: (created, skipped) => `${created} angelegt, ${skipped} wegen ihres Namens ausgelassen`,
  empty: "Noch keine Regeln",
  emptyText: "Mit einer davon beginnen; alles daran lässt sich ändern.",
  emptySearch: "Keine Regel passt",
  emptySearchText: "Keine Regel hat diesen Namen und diesen Zustand.",
  begin: "Beginnen mit",
  anyMode: "Jeder Zustand",
  mode: "Zustand",
  modes: { OFF: "Aus", SHADOW: "Probe", LIVE: "Aktiv" },
  modeTexts: {
    OFF: "Sie entscheidet nichts.",
    SHADOW:
      "Sie entscheidet und hält fest, was sie getan hätte, meldet aber keinen Alarm. So lässt sie sich erproben, bevor sie aktiv wird.",
    LIVE: "Sie meldet Alarme.",
  },
  rule: "Regel",
  severity: "Schwere",
  scopeOf: "Bei",
  lastFired: "Zuletzt ausgelöst",
  never: "noch nie",
  firing: "Gerade ausgelöst",
  firingAt: (count) => (count === "1" ? "1 Gerät" : `${count} Geräte`),
  copyOf: (name) => `${name} (Kopie)`,
  copy: "Kopieren",
  newTitle: "Neue Regel",
  name: "Name",
  description: "Beschreibung",
  sections: "Teile der Regel",
  editor: "Editor",
  unsaved: "Entwurf, nicht gespeichert",
  versionIs: (version, mode) => `Version ${version}: ${mode}`,
  save: (version) => `Version ${version} speichern`,
  create: "Regel speichern",
  discard: "Verwerfen",
  discardTitle: "Änderungen verwerfen?",
  discardText: "Was seit dem letzten Speichern geändert wurde, ist dann weg.",
  leave: "Änderungen sind nicht gespeichert. Trotzdem weggehen?",
  readOnly: "Regeln können angesehen, aber nicht geändert werden.",
  gone: "Ein Teil dessen, was sie nennt, ist gelöscht",
  modeTitle: (mode) => `Auf „${mode}“ schalten?`,
  modeText: "Die Regel meldet dann keine Alarme mehr. Die von ihr gemeldeten werden aufgehoben.",
  modeSaved: (mode) => `Jetzt: ${mode}`,
  onSaving: (version) =>
    `Beim Speichern gilt sofort Version ${version}. Alarme, die sie nicht mehr melden würde, werden aufgehoben.`,
  onCreating: "Eine neue Regel beginnt in dem Zustand, der hier gewählt ist.",
  deleteTitle: "Diese Regel löschen?",
  deleteText: (name, firing) =>
    `${name} wird mit ihren Versionen und Spuren gelöscht. ${firing} Alarme, die vorbei sind, bleiben verzeichnet.`,
  deleteFiring: (count) =>
    count === "0"
      ? "Kein Alarm von ihr ist aktiv."
      : count === "1"
        ? "1 aktiver Alarm wird aufgehoben und bleibt verzeichnet."
        : `${count} aktive Alarme werden aufgehoben und bleiben verzeichnet.`,
  problemTexts,
  problems: "Noch nicht vollständig",
  fault: "Arbeitet nicht",
  faultyDevice: "Gerät zeigen",
  sentence,
  areas,
  comparisons,
  windows,
  windowNames,
  policies: {
    noData: { KEEP: "Zustand behalten", CLEAR: "Alarm aufheben", RAISE: "Alarm melden" },
    late: { COUNT: "zählen", COUNT_SILENTLY: "zählen, aber niemand erfährt es", IGNORE: "entscheiden nichts" },
  },
  scope,
  inputs,
  form,
  presets,
  backtest,
  traces,
  newer,
  parts,
  leaves,
  versions,
};
