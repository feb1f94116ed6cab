import { Store } from "./store.ts";

const keyOf = (tenantId: string): string => `heliograph.project.${tenantId}`;
const chosen = new Map<string, Store<string | undefined>>();

/** The project somebody looks at in a tenant, or `none`: every list begins with it, in the next visit too [PRJ1]. */
export function chosenProject(tenantId: string): Store<string | undefined> {
  const known = chosen.get(tenantId);
  if (known) return known;
  const store = new Store<string | undefined>(localStorage.getItem(keyOf(tenantId)) ?? undefined);
  chosen.set(tenantId, store);
  return store;
}

export function chooseProject(tenantId: string, project: string | undefined): void {
  if (project === undefined) localStorage.removeItem(keyOf(tenantId));
  else localStorage.setItem(keyOf(tenantId), project);
  chosenProject(tenantId).set(project);
}

/**
 * Whether the tenant's home page is a project this browser has not been sent to yet. Then one begins there; after that,
 * what somebody chose for themselves stays chosen, also at `/`.
 */
export function isNewHome(tenantId: string, projectId: string): boolean {
  const key = `heliograph.home.${tenantId}`;
  if (localStorage.getItem(key) === projectId) return false;
  localStorage.setItem(key, projectId);
  return true;
}
