import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { projectList } from "../../api/projects.ts";
import { useTenantId } from "../../shell/current-user.ts";
import { rememberedProject, rememberProject } from "../../state/project.ts";
import type { DeviceListSearch } from "./device-list-search.ts";

/** What the address says, with the project that was looked at last where it names none [PRJ1]. */
export function useListSearch(asked: DeviceListSearch) {
  const tenantId = useTenantId();
  const [remembered, setRemembered] = useState(() => rememberedProject(tenantId));
  const { data } = useQuery(projectList(tenantId));
  const isGone = (id: string) => id !== "none" && data !== undefined && !data.data.some((one) => one.id.id === id);
  const project = asked.project ?? (remembered !== undefined && !isGone(remembered) ? remembered : undefined);
  const choose = (chosen: string | undefined) => {
    rememberProject(tenantId, chosen);
    setRemembered(chosen);
  };
  return { search: { ...asked, ...(project !== undefined && { project }) }, choose };
}
