export { projectNotFound } from "./errors.ts";
export { type ListedProject, type Project, type ProjectProperties, shownParent } from "./project.ts";
export type { ProjectContent, ProjectStore } from "./project-store.ts";
export { Projects } from "./projects.ts";
export {
  bothOf,
  eitherOf,
  isWithin,
  outOfReach,
  type Reach,
  type ReachedProjects,
  reaches,
  wholeTenant,
} from "./reach.ts";
