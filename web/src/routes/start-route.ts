import type { HomePage } from "@heliograph/contract";
import { createRoute, redirect } from "@tanstack/react-router";
import { projectList } from "../api/projects.ts";
import { queryClient, session } from "../app.ts";
import { appearanceOf } from "../appearance/use-appearance.ts";
import type { DeviceListSearch } from "../pages/devices/device-list-search.ts";
import { isNewHome } from "../state/project.ts";
import { inOwnTenant, root } from "./root-route.ts";

function ownTenant(): string | undefined {
  const state = session.state.get();
  return state.kind === "signed-in" ? state.user.tenantId?.id : undefined;
}

/** Where the tenant wants people to begin; what cannot be read keeps nobody out. */
async function homePage(): Promise<HomePage | null | undefined> {
  const tenantId = ownTenant();
  if (tenantId === undefined) return undefined;
  try {
    const { homePage: home } = await queryClient.ensureQueryData(appearanceOf(tenantId));
    return home?.kind === "PROJECT" && !(await isThere(tenantId, home.projectId)) ? undefined : home;
  } catch {
    return undefined;
  }
}

/** A project may be gone by now, or not be for everybody. */
async function isThere(tenantId: string, projectId: string | undefined): Promise<boolean> {
  const { data } = await queryClient.ensureQueryData(projectList(tenantId));
  return data.some(({ id }) => id.id === projectId);
}

/** The list begins with what was looked at last [PRJ1]: the home project is that only when one is sent there first. */
function beginningAt(project: string): DeviceListSearch {
  const tenantId = ownTenant();
  return tenantId !== undefined && isNewHome(tenantId, project) ? { project } : {};
}

export const start = createRoute({
  getParentRoute: () => root,
  path: "/",
  beforeLoad: async ({ preload }) => {
    inOwnTenant();
    const home = await homePage();
    if (home?.kind === "PROJECTS") throw redirect({ to: "/projects" });
    throw redirect({ to: "/devices", search: home?.projectId && !preload ? beginningAt(home.projectId) : {} });
  },
});
