const keyOf = (tenantId: string): string => `heliograph.group.${tenantId}`;

/** The group somebody looked at last in a tenant: a list without another wish begins with it. */
export const rememberedGroup = (tenantId: string): string | undefined =>
  localStorage.getItem(keyOf(tenantId)) ?? undefined;

export function rememberGroup(tenantId: string, group: string | undefined): void {
  if (group === undefined) localStorage.removeItem(keyOf(tenantId));
  else localStorage.setItem(keyOf(tenantId), group);
}
