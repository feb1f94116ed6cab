import { useQuery } from "@tanstack/react-query";
import { useLocation, useNavigate, useRouter } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { groupList } from "../../api/device-groups.ts";
import { viewList } from "../../api/device-views.ts";
import { useTenantId } from "../../shell/current-user.ts";
import { useProject, useProjects } from "../../shell/use-project.ts";
import { rememberedGroup, rememberGroup } from "../../state/group.ts";
import { type DeviceListSearch, deviceListSearchOf } from "./device-list-search.ts";
import { searchOfLook } from "./look/list-look.ts";

/**
 * What the address says, with the project and the group that were looked at last where it names none [PRJ1, PRJ2]. These are then
 * written into it: each step of the history says everything, and Back undoes a choice.
 */
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
  const choose = (chosen: Remembered) => {
    chooseProject(chosen.project);
    rememberGroup(tenantId, chosen.group);
    setLastGroup(chosen.group);
  };
  useReturned(choose);
  const projects = useProjects();
  const isKnown = groups !== undefined && projects !== undefined;
  useWritten(asked, { project, group: isWhole ? undefined : group }, isKnown);
  return {
    ...{ view, isViewGone: isGone },
    search: { ...shown, ...(project !== undefined && { project }), ...(group !== undefined && { group }) },
    choose,
  };
}

const isList = (path: string): boolean => /^\/devices\/?$/.test(path);

interface Remembered {
  readonly project?: string | undefined;
  readonly group?: string | undefined;
}

/** Where one goes back to, what that address says is what was chosen then: nothing else is remembered. */
function useReturned(choose: (chosen: Remembered) => void): void {
  const { history, options } = useRouter();
  const act = useRef(choose);
  act.current = choose;
  useEffect(
    () =>
      history.subscribe(({ action, location }) => {
        if (action.type === "PUSH" || action.type === "REPLACE" || !isList(location.pathname)) return;
        act.current(deviceListSearchOf(options.parseSearch?.(location.search) ?? {}));
      }),
    [history, options],
  );
}

/** What was remembered becomes part of the address one arrived at. */
function useWritten(asked: DeviceListSearch, { project, group }: Remembered, isKnown: boolean): void {
  const navigate = useNavigate({ from: "/devices" });
  const path = useLocation({ select: ({ pathname }) => pathname });
  const isMissing =
    (project !== undefined && asked.project === undefined) || (group !== undefined && asked.group === undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: of the address only what is missing matters
  useEffect(() => {
    if (!isKnown || !isMissing) return;
    if (!isList(path)) return; // somebody has gone on: the list stays until the next page is there
    const search = { ...asked, ...(project !== undefined && { project }), ...(group !== undefined && { group }) };
    void navigate({ search, replace: true });
  }, [isKnown, isMissing, path, project, group]);
}

/** A view in the address, and what it says where nothing was changed about it. */
function useView(asked: DeviceListSearch) {
  const { data, isSuccess } = useQuery(viewList(useTenantId()));
  const view = asked.view === undefined ? undefined : data?.data.find(({ id }) => id.id === asked.view);
  const isUnchanged = view !== undefined && asked.cols === undefined;
  const { project, as } = asked;
  const saved = isUnchanged ? { ...searchOfLook(view.look), view: view.id.id } : asked;
  const shown: DeviceListSearch = { ...saved, ...(project !== undefined && { project }), ...(as && { as }) };
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
