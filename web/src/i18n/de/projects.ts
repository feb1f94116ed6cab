import { counted } from "../../format/counted.ts";
import type { Messages } from "../en/index.ts";

export const projects: Messages["projects"] = {
  title: "Projekte",
  project: "Projekt",
  switch: "Welches Projekt gezeigt wird",
  all: "Alle Projekte",
  unassigned: "Kein Projekt",
  create: "Neues Projekt",
  createTitle: "Projekt anlegen",
  createBelow: "Neues Projekt darunter",
  created: (name) => `${name} wurde angelegt`,
  edit: "Umbenennen oder verschieben",
  editTitle: "Projekt umbenennen oder verschieben",
  parent: "Unter",
  top: "Ganz oben",
  level: (level) => `(Ebene ${level})`,
  deleteTitle: "Dieses Projekt löschen?",
  deleteText: (name) =>
    `„${name}“ lässt sich löschen, wenn keine Geräte, Projekte und Rollen von Benutzern mehr darin sind.`,
  deleted: (name) => `${name} wurde gelöscht`,
  emptyTitle: "Noch keine Projekte",
  emptyText:
    "Projekte fassen Geräte zusammen, und wer Rollen in Projekten hat, sieht nur deren Geräte. Legen Sie eines an; wählen Sie dann in der Geräteliste Geräte aus und verschieben Sie sie hinein, oder nennen Sie es beim Anlegen oder Importieren.",
  move: "Verschieben",
  moveTitle: "In ein Projekt verschieben",
  moveMany: (count) => (count === 1 ? "Das eine Gerät in der Liste" : `Alle ${counted(count)} Geräte in der Liste`),
  moved: (count) => (count === 1 ? "1 Gerät wurde verschoben" : `${counted(count)} Geräte wurden verschoben`),
  target: "Nach",
  here: (count) => `${counted(count)} direkt darin`,
  withBelow: "Geräte samt denen der Projekte darunter; die Geräteliste zeigt ebenso viele",
};
