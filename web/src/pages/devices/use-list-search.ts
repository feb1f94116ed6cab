import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { groupList } from "../../api/device-groups.ts";
import { viewList } from "../../api/device-views.ts";
import { useTenantId } from "../../shell/current-user.ts";
import { useProject, useProjects } from "../../shell/use-project.ts";
import { rememberedGroup, rememberGroup } from "../../state/group.ts";
import type { DeviceListSearch } from "./device-list-search.ts";
import { searchOfLook } from "./look/list-look.ts";

/** What the address says, with the project and the group that were looked at last where it names none [PRJ1, PRJ2]. */
export function useListSearch(asked: DeviceListSearch) {
  const tenantId = useTenantId();
  const { project: remembered, choose: chooseProject } = useProject();
  const [lastGroup, setLastGroup] = useState(() => rememberedGroup(tenantId));
  const { data: groups } = useQuery(groupList(tenantId));
  const isGroupGone = groups !== undefined && !groups.data.some(({ id }) => id.id === lastGroup);
  const { view, isGone, shown } = useView(asked);
  const project = shown.project ?? remembered;
  const isWhole = shown.cols !== undefined; // it says everything: what it does not name is not wanted
  const group = shown.group ?? (isGroupGone || isWhole ? undefined : lastGroup);
  useAdopted(asked.project, chooseProject);
  const choose = (chosen: Pick<DeviceListSearch, "project" | "group">) => {
    chooseProject(chosen.project);
    rememberGroup(tenantId, chosen.group);
    setLastGroup(chosen.group);
  };
  return {
    ...{ view, isViewGone: isGone },
    search: { ...shown, ...(project !== undefined && { project }), ...(group !== undefined && { group }) },
    choose,
  };
}

/** A view in the address, and what it says where nothing was changed about it. */
function useView(asked: DeviceListSearch) {
  const { data, isSuccess } = useQuery(viewList(useTenantId()));
  const view = asked.view === undefined ? undefined : data?.data.find(({ id }) => id.id === asked.view);
  const isUnchanged = view !== undefined && asked.cols === undefined;
  const { project } = asked;
  const saved = isUnchanged ? { ...searchOfLook(view.look), view: view.id.id } : asked;
  const shown: DeviceListSearch = { ...saved, ...(project !== undefined && { project }) };
  return { view, shown, isGone: asked.view !== undefined && isSuccess && !view };
}

/** A project somebody arrives with is chosen by that; one that is not there, or not for them, is not. */
function useAdopted(asked: string | undefined, choose: (project: string) => void): void {
  const projects = useProjects();
  const isKnown = asked === "none" || projects?.some(({ id }) => id.id === asked) === true;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each address; what is chosen later is another matter
  useEffect(() => {
    if (asked !== undefined && isKnown) choose(asked);
  }, [asked, isKnown]);
}
