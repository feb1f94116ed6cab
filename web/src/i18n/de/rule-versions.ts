import type { Messages } from "../en/index.ts";

type Words = Messages["rules"];

export const versions: Words["versions"] = {
  title: "Versionen",
  current: "aktuell",
  version: (version) => `Version ${version}`,
  by: (name) => (name === null ? "Verfasser unbekannt" : `von ${name}`),
  before: "Damals",
  after: "Jetzt",
  same: "Diese Version sagt dasselbe wie die aktuelle.",
  restore: "Wiederherstellen",
  restoreTitle: (version) => `Version ${version} wiederherstellen?`,
  restoreText: "Sie wird als neue Version gespeichert und gilt sofort. Die Versionen dazwischen bleiben.",
  restored: (version) => `Version ${version} wiederhergestellt`,
  changed: "Was sich seitdem geändert hat",
  part: "Teil",
};

export const newer: Words["newer"] = { title: "Was von der neueren Version abweicht", theirs: "Dort", mine: "Hier" };

export const parts: Words["parts"] = {
  name: "Name",
  description: "Beschreibung",
  scope: "Geräte",
  inputs: "Messgröße",
  steps: "Schwere",
  clear: "Wann es vorbei ist",
  latch: "Bleibt, bis jemand aufhebt",
  noData: "Ohne Werte",
  late: "Verspätete Werte",
  notifyWithinMs: "Mitteilen binnen",
  alarmType: "Alarm",
  actions: "Aktion",
};

export const leaves: Words["leaves"] = {
  value: "Grenze",
  other: "verglichen mit",
  comparison: "Vergleich",
  deadBand: "Totband",
  expression: "Ausdruck",
  when: "Bedingung",
  for: "wie lange",
  ms: "Zeit",
  afterMs: "Zeit",
  count: "Zahl der Werte",
  severity: "Schwere",
  policy: "was geschieht",
  kind: "Art",
  key: "Kanal",
  name: "Name",
  input: "Messgröße",
  deviceIds: "Geräte",
  deviceTypeIds: "Typen",
  projectIds: "Projekte",
  deviceGroupId: "Gruppe",
  circle: "Kreis",
  corners: "Ecken",
  latitude: "Breite",
  longitude: "Länge",
  radius: "Radius",
  where: "innerhalb oder außerhalb",
};
