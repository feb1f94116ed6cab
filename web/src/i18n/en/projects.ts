import { counted } from "../../format/counted.ts";

export const projects = {
  title: "Projects",
  project: "Project",
  switch: "Which project is shown",
  all: "All projects",
  unassigned: "No project",
  create: "New project",
  createTitle: "Create a project",
  createBelow: "New project below",
  created: (name: string) => `${name} was created`,
  edit: "Rename or move",
  editTitle: "Rename or move the project",
  parent: "Below",
  top: "At the top",
  level: (level: number) => `(level ${level})`,
  deleteTitle: "Delete this project?",
  deleteText: (name: string) =>
    `“${name}” can be deleted when no devices, projects and users' roles are in it any more.`,
  deleted: (name: string) => `${name} was deleted`,
  emptyTitle: "No projects yet",
  emptyText:
    "Projects put devices together, and who has roles in projects sees only their devices. Create one; then choose devices in the list of devices and move them into it, or name it when a device is created or imported.",
  move: "Move",
  moveTitle: "Move to a project",
  moveMany: (count: number) =>
    count === 1 ? "The one device that the list shows" : `All ${counted(count)} devices that the list shows`,
  moved: (count: number) => (count === 1 ? "1 device was moved" : `${counted(count)} devices were moved`),
  target: "To",
  here: (count: number) => `${counted(count)} directly in it`,
  withBelow: "Devices with those of the projects below; the list of devices shows as many",
};
