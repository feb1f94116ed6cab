import { permissions, roleRoutes, roles } from "@heliograph/contract";
import type { HttpApp } from "../../http-app.ts";
import { register } from "../../register.ts";

const roleRecords = (Object.keys(roles) as (keyof typeof roles)[]).map((name) => ({
  name,
  permissions: roles[name].map((permission) => ({ name: permission, description: permissions[permission] })),
}));

/** What each role may do [AUTH5]. */
export function serveRoles(app: HttpApp): void {
  register(app, roleRoutes, { roles: async () => roleRecords });
}
