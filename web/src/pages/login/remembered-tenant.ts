const key = (username: string): string => `heliograph.tenant.${username}`;

/** The tenant somebody chose last on this machine comes first the next time. */
export const rememberTenant = (username: string, authorityId: string): void =>
  localStorage.setItem(key(username), authorityId);

export const rememberedTenant = (username: string): string | null => localStorage.getItem(key(username));
