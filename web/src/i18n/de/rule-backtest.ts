import type { Messages } from "../en/index.ts";

type Words = Messages["rules"];

const dayCount = (days: number): string => (days === 1 ? "am letzten Tag" : `in den letzten ${days} Tagen`);

export const backtest: Words["backtest"] = {
  title: "Rückblick",
  fired: (times, days, lasted) =>
    `Hätte ${dayCount(days)} ${times === "1" ? "einmal" : `${times} Mal`} ausgelöst, zusammen ${lasted}`,
  never: (days) => `Hätte ${dayCount(days)} nicht ausgelöst`,
  noValues: (days) => `Davon wurde ${dayCount(days)} nichts gesendet`,
  before: (version, times) =>
    times === "1" ? `Version ${version} hätte einmal ausgelöst.` : `Version ${version} hätte ${times} Mal ausgelöst.`,
  tooShort: (times) => (times === "1" ? "Einmal war es zu kurz." : `${times} Mal war es zu kurz.`),
  running: "Wird an der Vergangenheit erprobt …",
  points: (points) => `${points} Werte · derselbe Code wie im Betrieb`,
  cutOff: "Es gibt mehr Werte, als ein Rückblick liest; er endet vor heute.",
  noDevices: "Die Regel gilt noch für kein Gerät, also gibt es keine Vergangenheit.",
  firstOf: (shown, total) => `Die ersten ${shown} von ${total} Geräten.`,
  mayNot: "Für den Rückblick muss man Messwerte sehen dürfen.",
  wrong: "Sobald die Regel vollständig ist, wird sie an der Vergangenheit erprobt.",
  chartOf: "Kurve von",
  range: "Zeitraum",
  ranges: { 1: "Letzter Tag", 7: "Letzte 7 Tage", 30: "Letzte 30 Tage" },
  alarms: (count) => (count === "1" ? "1 Alarm in diesem Rückblick" : `${count} Alarme in diesem Rückblick`),
  device: "Gerät",
  start: "Beginn",
  lasted: "Dauer",
  highest: "Höchster",
  lowest: "Niedrigster",
  still: "nicht vorbei",
  allDevices: "Alle Geräte",
  rows: "je eine Zeile; ein Strich ist ein Alarm, schraffiert ist ohne Werte",
  silent: (times) => (times === 1 ? "einmal ohne Werte" : `${times}-mal ohne Werte`),
  zoom: "Wer einen wählt, sieht ihn im Diagramm vergrößert.",
  whole: "Ganzer Zeitraum",
  chart: (name) => `Was ${name} gemessen hat, und wann die Regel ausgelöst hätte`,
  notDrawn: "Was diese Regel ansieht, ist kein Messwert: Es gibt nichts zu zeichnen.",
  noHistory: "Ein Teil dessen, was sie ansieht, hat keinen Verlauf; genommen wurde der jetzige Wert.",
  noChart: "Davon lässt sich nichts zeichnen: keine Zahlen in diesem Zeitraum.",
  drag: "zum Probieren ziehen",
  limit: (severity) => `Grenze für ${severity}`,
  showing: (count) => `Die ersten ${count}.`,
  none: "Es wäre nichts gemeldet worden.",
};
