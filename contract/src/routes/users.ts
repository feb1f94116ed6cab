import { Type } from "typebox";
import { pageOf, pageQuery } from "../paging.ts";
import { AccessChange, NewUser, UserRecord } from "../users.ts";
import { needs } from "./access.ts";
import { Done, TenantParams, TenantUserParams } from "./params.ts";
import { routesOf } from "./route.ts";

const tag = "Users";

export const userRoutes = routesOf({
  list: {
    method: "GET",
    path: "/api/tenants/:tenantId/users",
    access: needs("VIEW_USERS"),
    work: "lists",
    tag,
    summary: "The users of a tenant",
    params: TenantParams,
    query: Type.Object(pageQuery),
    answers: { 200: pageOf(UserRecord) },
  },

  add: {
    method: "POST",
    path: "/api/tenants/:tenantId/users",
    access: needs("MANAGE_USERS"),
    tag,
    summary: "Add a new user; a user name that exists is 409 and can be invited",
    params: TenantParams,
    body: NewUser,
    answers: { 201: UserRecord },
  },

  get: {
    method: "GET",
    path: "/api/tenants/:tenantId/users/:userId",
    access: needs("VIEW_USERS"),
    tag,
    summary: "One user",
    params: TenantUserParams,
    answers: { 200: UserRecord },
  },

  changeRole: {
    method: "PUT",
    path: "/api/tenants/:tenantId/users/:userId",
    access: needs("MANAGE_USERS"),
    tag,
    summary: "Change what a user may do in this tenant: one role, or roles in projects",
    params: TenantUserParams,
    body: AccessChange,
    answers: { 200: UserRecord },
  },

  endAssignment: {
    method: "DELETE",
    path: "/api/tenants/:tenantId/users/:userId",
    access: needs("MANAGE_USERS"),
    tag,
    summary: "End a user's assignment to this tenant",
    params: TenantUserParams,
    answers: { 200: Done },
  },
});
