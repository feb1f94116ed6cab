import type { Messages } from "../en/index.ts";

type Words = Messages["rules"];

export const comparisons: Words["comparisons"] = {
  GREATER: "liegt über",
  GREATER_OR_EQUAL: "ist mindestens",
  LESS: "liegt unter",
  LESS_OR_EQUAL: "ist höchstens",
  EQUAL: "ist",
  NOT_EQUAL: "ist nicht",
  CONTAINS: "enthält",
  STARTS_WITH: "beginnt mit",
};

export const windows: Words["windows"] = {
  AVG: "der Mittelwert von {input} über {time}",
  MIN: "der kleinste Wert von {input} in {time}",
  MAX: "der größte Wert von {input} in {time}",
  COUNT: "die Anzahl der Werte von {input} in {time}",
  DELTA: "die Änderung von {input} in {time}",
  RATE: "die Änderungsrate von {input} über {time}",
};

export const windowNames: Words["windowNames"] = {
  AVG: "Mittelwert über eine Zeit",
  MIN: "Kleinster Wert in einer Zeit",
  MAX: "Größter Wert in einer Zeit",
  COUNT: "Anzahl der Werte in einer Zeit",
  DELTA: "Änderung in einer Zeit",
  RATE: "Änderungsrate, je Sekunde",
};

export const sentence: Words["sentence"] = {
  quoted: "„{text}“",
  compare: "{input} {comparison} {value}",
  compareOf: "{input} von {scope} {comparison} {value}",
  area: "{position} {where} {area}",
  areaOf: "{position} von {scope} {where} {area}",
  when: "Wenn gilt: {condition}, {hold}, dann {severity} {alarm} melden.",
  at: "Bei {scope}: wenn gilt: {condition}, {hold}, dann {severity} {alarm} melden.",
  silent: "Wenn {input} von {scope} {time} lang nicht ankommt, dann {severity} {alarm} melden.",
  also: "Wenn gilt: {condition}, {hold}, ist es {severity}.",
  over: "Vorbei ist es, {over}, {hold}.",
  overNow: "sobald das nicht mehr gilt",
  overBack: "wenn der Wert wieder {value} liegt",
  overWhen: "wenn gilt: {condition}",
  overByHand: "wenn jemand den Alarm aufhebt",
  noData: "Ohne Werte {noData}.",
  noDataNothing: "geschieht nichts",
  noDataAfter: "seit {time}: {policy}",
  late: "Verspätete Werte {late}.",
  lateAfter: "(mehr als {time}) {policy}",
  atOnce: "sofort",
  forTime: "{time} lang",
  forCount: "{count} Werte in Folge",
  and: " und ",
  or: " oder ",
  none: "keins von {conditions}",
  until: "{limit} (bis {back})",
  above: "über {value}",
  below: "unter {value}",
  newest: "{input}, nicht älter als {time}",
  value: "der Wert",
};

export const areas: Words["areas"] = {
  position: "die Position",
  wheres: { INSIDE: "liegt innerhalb", OUTSIDE: "liegt außerhalb" },
  circle: "eines Kreises mit {radius} Radius um {place}",
  corners: "eines gezeichneten Gebiets mit {count} Ecken",
  title: "Gebiet",
  where: "Wo sie liegen muss",
  shape: "Form",
  shapes: { circle: "Kreis", corners: "Vieleck" },
  latitude: "Breite",
  longitude: "Länge",
  ofMiddle: { latitude: "Breite der Mitte (°)", longitude: "Länge der Mitte (°)" },
  radius: "Radius (m)",
  corner: (number) => `Ecke ${number}`,
  addCorner: "Ecke hinzufügen",
  removeCorner: (number) => `Ecke ${number} entfernen`,
  middle: "Mitte des Kreises",
  edge: "Rand des Kreises",
  map: "Gebiet auf der Karte",
  hintCircle: "Mitte oder Rand ziehen; mit der Tastatur: Tab und die Pfeiltasten, mit Umschalt in größeren Schritten.",
  hintCorners:
    "Ecken oder das Gebiet selbst ziehen; ein Punkt zwischen zwei Ecken fügt eine hinzu, Entf oder ein Doppelklick entfernt sie. Tastatur: Tab und die Pfeiltasten.",
  around: "Um die Spur zeichnen",
  trackOf: (name) => `Spur von ${name}`,
  lastAt: (name, time) => `${name}, ${time}`,
  nowhere: "In dieser Zeit ist von diesen Geräten keine Position bekannt.",
  mayNot: "Wo Geräte sind, sieht, wer Messwerte sehen darf.",
};

export const scope: Words["scope"] = {
  everyType: (types) => `jedem Gerät vom Typ ${types}`,
  everyTypeIn: (types, projects) => `jedem Gerät vom Typ ${types} in ${projects}`,
  everyIn: (projects) => `jedem Gerät in ${projects}`,
  everyOf: (group) => `jedem Gerät der Gruppe ${group}`,
  groupOf: "Gruppe",
  noGroups: "Es gibt noch keine Gruppen: Speichern Sie einen Filter der Geräteliste als eine.",
  gone: "(gelöscht)",
  more: (count) => `${count} weiteren`,
  nothing: "… Geräte wählen",
  kind: "Für",
  kinds: {
    DEVICE: "Bestimmte Geräte",
    DEVICE_TYPE: "Alle Geräte eines Typs",
    PROJECT: "Alle Geräte eines Projekts",
    DEVICE_GROUP: "Alle Geräte einer Gruppe",
  },
  types: "Typen",
  ofTypes: "Nur diese Typen (keiner gewählt: alle)",
  projects: "Projekte",
  devices: "Geräte",
  search: "Suchen",
  found: (count) => (count === "1" ? "1 Gerät" : `${count} Geräte`),
};
