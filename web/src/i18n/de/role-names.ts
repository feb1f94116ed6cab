import type { Messages } from "../en/index.ts";

/** The built-in roles: in the menu of who is logged in, so there before any page is. */
export const roleNames: Messages["roleNames"] = {
  TENANT_ADMIN: "Mandantenadministrator",
  OPERATOR: "Bediener",
  VIEWER: "Betrachter",
  SYS_ADMIN: "Systemadministrator",
};
