import type { JobKindName, JobState } from "@heliograph/contract";
import { counted } from "../../format/counted.ts";
import type { Messages } from "../en/index.ts";

const kinds: Record<JobKindName, string> = {
  MOVE_DEVICES: "Geräte verschieben",
  DELETE_DEVICES: "Geräte löschen",
  SEND_COMMAND: "Befehl senden",
  RUN_SCHEDULE: "Zeitplan ausführen",
  MAKE_REPORT: "Bericht erstellen",
  FILL_CALCULATED_CHANNEL: "Berechneten Kanal nachrechnen",
  SET_ATTRIBUTES: "Attribute setzen",
  SET_TYPE: "Typ ändern",
  ACKNOWLEDGE_ALARMS: "Alarme quittieren",
  UNDO_JOB: "Auftrag zurücknehmen",
};

const states: Record<JobState, string> = {
  QUEUED: "Wartet",
  RUNNING: "Läuft",
  DONE: "Fertig",
  FAILED: "Fehlgeschlagen",
  CANCELLED: "Abgebrochen",
};

const devices = (count: number): string => (count === 1 ? "1 Gerät" : `${counted(count)} Geräte`);

export const jobs: Messages["jobs"] = {
  title: "Aufträge",
  text: "Arbeit an vielen Geräten geht hier weiter, wenn Sie die Seite verlassen, auf der sie begonnen wurde.",
  none: "Keine Aufträge",
  noneText:
    "Wenn Sie viele Geräte auf einmal verschieben, löschen oder ihnen einen Befehl senden, finden Sie das hier.",
  kinds,
  states,
  running: (count) => `${count} Aufträge laufen`,
  progress: (processed, total) =>
    total === null
      ? "Wartet, bis er an der Reihe ist"
      : `${counted(processed)} von ${total === 1 ? "1 Gerät" : `${counted(total)} Geräten`}`,
  result: (state, changed, processed, isDeleting) =>
    `${states[state]}: ${counted(changed)} von ${devices(processed)} ${isDeleting ? "gelöscht" : "geändert"}`,
  asBefore: (kind, count) =>
    kind === "ACKNOWLEDGE_ALARMS"
      ? `${devices(count)} ${count === 1 ? "hatte" : "hatten"} keinen offenen Alarm`
      : `${devices(count)} ${count === 1 ? "war" : "waren"} schon wie gewünscht`,
  filling: (share) =>
    share === undefined
      ? "Wartet, bis er an der Reihe ist"
      : `${Math.floor(share * 100)} % der Zeit sind nachgerechnet`,
  filled: (state, points) => `${states[state]}: ${points === 1 ? "1 Punkt" : `${counted(points)} Punkte`} geändert`,
  failed: (count) => `${devices(count)} ${count === 1 ? "konnte" : "konnten"} nicht geändert werden`,
  more: (count) => `und ${counted(count)} weitere`,
  cancel: "Auftrag abbrechen",
  undo: "Zurücknehmen",
  undone: "Wurde zurückgenommen",
  leave:
    "Sie können diesen Dialog und die Seite verlassen: Der Auftrag läuft weiter und steht unter „Aufträge“ im Benutzermenü.",
};

export const deliveries: Messages["deliveries"] = {
  undelivered: "Mails, die noch nicht angekommen sind",
  attempts: (count) => (count === 1 ? "1 Versuch" : `${count} Versuche`),
  givenUp: "Aufgegeben",
  waiting: "Wartet",
  again: "Erneut versuchen",
  drop: "Entfernen",
};
