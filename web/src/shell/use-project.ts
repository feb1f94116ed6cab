import { useQuery } from "@tanstack/react-query";
import { projectList } from "../api/projects.ts";
import { chooseProject, chosenProject } from "../state/project.ts";
import { useStore } from "../state/store.ts";
import { useMay, useTenantId } from "./current-user.ts";
import { pageNeeds } from "./page-needs.ts";

/** The projects one may see; none where there is no tenant, or nothing to see. */
export const useProjects = () => useAskedProjects().data?.data;

/** Whether it is known which projects there are, or that nobody will tell. */
export const useAreProjectsKnown = (): boolean => !useAskedProjects().isLoading;

function useAskedProjects() {
  const tenantId = useTenantId();
  const isAsked = useMay()(pageNeeds.projects) && tenantId !== "";
  return useQuery({ ...projectList(tenantId), enabled: isAsked });
}

/** The project that is looked at, everywhere the same. One that is gone meanwhile is none [PRJ1]. */
export function useProject() {
  const tenantId = useTenantId();
  const projects = useProjects();
  const chosen = useStore(chosenProject(tenantId));
  const isThere = (id: string): boolean =>
    id === "none" || projects === undefined || projects.some((one) => one.id.id === id);
  return {
    project: chosen !== undefined && isThere(chosen) ? chosen : undefined,
    choose: (project: string | undefined) => chooseProject(tenantId, project),
  };
}
