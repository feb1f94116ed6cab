import { secret, text } from "../setting-kinds.ts";

/** What only the first start looks at. */
export const firstStartSettings = {
  adminUsername: text("HELIO_ADMIN_USERNAME", "admin", "First start: user name of the administrator"),
  adminPassword: secret("HELIO_ADMIN_PASSWORD", "First start: the administrator's password; random when not set"),
  tenant: text("HELIO_TENANT", "Default", "First start: name of the first tenant"),
} as const;
