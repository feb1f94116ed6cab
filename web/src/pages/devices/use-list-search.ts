import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { groupList } from "../../api/device-groups.ts";
import { projectList } from "../../api/projects.ts";
import { useTenantId } from "../../shell/current-user.ts";
import { rememberedGroup, rememberGroup } from "../../state/group.ts";
import { rememberedProject, rememberProject } from "../../state/project.ts";
import type { DeviceListSearch } from "./device-list-search.ts";

interface Listed {
  readonly data: readonly { readonly id: { readonly id: string } }[];
}

/** Known to be there no more; as long as nobody knows, it counts as there. */
const isGone = (id: string, list: Listed | undefined): boolean =>
  list !== undefined && !list.data.some((one) => one.id.id === id);

/** What the address says, with the project and the group that were looked at last where it names none [PRJ1, PRJ2]. */
export function useListSearch(asked: DeviceListSearch) {
  const tenantId = useTenantId();
  const [remembered, setRemembered] = useState(() => ({
    project: rememberedProject(tenantId),
    group: rememberedGroup(tenantId),
  }));
  const { data: projects } = useQuery(projectList(tenantId));
  const { data: groups } = useQuery(groupList(tenantId));
  const present = (id: string | undefined, list: Listed | undefined) =>
    id !== undefined && (id === "none" || !isGone(id, list)) ? id : undefined;
  const project = asked.project ?? present(remembered.project, projects);
  const group = asked.group ?? present(remembered.group, groups);
  const choose = (chosen: Pick<DeviceListSearch, "project" | "group">) => {
    rememberProject(tenantId, chosen.project);
    rememberGroup(tenantId, chosen.group);
    setRemembered({ project: chosen.project, group: chosen.group });
  };
  return {
    search: { ...asked, ...(project !== undefined && { project }), ...(group !== undefined && { group }) },
    choose,
  };
}
