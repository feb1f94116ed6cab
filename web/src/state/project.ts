const keyOf = (tenantId: string): string => `heliograph.project.${tenantId}`;

/** The project somebody looked at last in a tenant: a list without another wish begins with it. */
export const rememberedProject = (tenantId: string): string | undefined =>
  localStorage.getItem(keyOf(tenantId)) ?? undefined;

export function rememberProject(tenantId: string, project: string | undefined): void {
  if (project === undefined) localStorage.removeItem(keyOf(tenantId));
  else localStorage.setItem(keyOf(tenantId), project);
}
