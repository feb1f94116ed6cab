import { useProjects } from "../../shell/use-project.ts";
import { treeRows } from "../projects/project-tree.ts";

/** Whether something of a project is of the one that is looked at, or of one below it; empty is all of them. */
export function useIsIn(looked: string): (project: string | undefined) => boolean {
  const projects = useProjects() ?? [];
  if (looked === "") return () => true;
  if (looked === "none") return (project) => project === undefined;
  const rows = treeRows(projects).filter(({ project, above }) => project.id.id === looked || above.includes(looked));
  const within = new Set(rows.map(({ project }) => project.id.id));
  return (project) => project !== undefined && within.has(project);
}
