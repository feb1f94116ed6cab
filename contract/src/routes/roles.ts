import { Type } from "typebox";
import { RoleRecord } from "../auth.ts";
import { anyUser } from "./access.ts";
import { routesOf } from "./route.ts";

const tag = "Authentication";

export const roleRoutes = routesOf({
  roles: {
    method: "GET",
    path: "/api/roles",
    access: anyUser,
    tag,
    summary: "The built-in roles and their permissions",
    answers: { 200: Type.Array(RoleRecord) },
  },
});
