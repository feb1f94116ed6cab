/** The built-in roles: in the menu of who is logged in, so there before any page is. */
export const roleNames = {
  TENANT_ADMIN: "Tenant administrator",
  OPERATOR: "Operator",
  VIEWER: "Viewer",
  SYS_ADMIN: "System administrator",
};
