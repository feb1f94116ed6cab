import type { Messages } from "../en/index.ts";

export const projects: Messages["projects"] = {
  title: "Projekte",
  project: "Projekt",
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
  emptyText: "Projekte fassen Geräte zusammen, und wer Rollen in Projekten hat, sieht nur deren Geräte.",
  move: "Verschieben",
  moveTitle: "In ein Projekt verschieben",
  moveMany: (count) => (count === 1 ? "Das eine Gerät in der Liste" : `Alle ${count} Geräte in der Liste`),
  moved: (count) => (count === 1 ? "1 Gerät wurde verschoben" : `${count} Geräte wurden verschoben`),
  target: "Nach",
};
