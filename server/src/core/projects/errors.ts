import { AppError } from "../../kernel/errors.ts";
import type { ProjectContent } from "./project-store.ts";

export const projectNotFound = (id: string) => new AppError("PROJECT_NOT_FOUND", "not-found", `No project ${id}`);

export const projectNeeded = () =>
  new AppError("PROJECT_NEEDED", "invalid", "projectId: you may do this in some projects only, name one of them");

export const projectNameTaken = (name: string) =>
  new AppError("PROJECT_NAME_TAKEN", "conflict", `There is a project named ${name} at this place already`, {
    params: { name },
  });

export const projectBelowItself = (name: string) =>
  new AppError("PROJECT_BELOW_ITSELF", "conflict", `parentId: ${name} cannot be moved below itself`, {
    params: { name },
  });

export const projectTooDeep = (most: number) =>
  new AppError("PROJECT_TOO_DEEP", "invalid", `The tree of projects has at most ${most} levels`, { params: { most } });

export const tooManyProjects = (most: number) =>
  new AppError("PROJECTS_TOO_MANY", "conflict", `A tenant has at most ${most} projects`, { params: { most } });

const contents: Record<ProjectContent, string> = {
  projects: "projects below it; move or delete them first",
  devices: "devices; move or delete them first",
  dashboards: "dashboards; move or delete them first",
  assignments: "users or invitations whose access is for this project; change them first",
};

export const projectInUse = (name: string, content: ProjectContent) =>
  new AppError("PROJECT_IN_USE", "conflict", `${name} still has ${contents[content]}`, {
    params: { name, kind: content },
  });
