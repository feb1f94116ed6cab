import { Type } from "typebox";
import { TokenPair } from "../auth.ts";
import { pageOf, pageQuery } from "../paging.ts";
import { NewTenant, TenantRecord } from "../tenants.ts";
import { anyUser, needs } from "./access.ts";
import { Done, TenantParams } from "./params.ts";
import { routesOf } from "./route.ts";

const tag = "Tenants";

export const tenantRoutes = routesOf({
  list: {
    method: "GET",
    path: "/api/tenants",
    access: needs("MANAGE_TENANTS"),
    work: "lists",
    tag,
    summary: "All tenants",
    query: Type.Object(pageQuery),
    answers: { 200: pageOf(TenantRecord) },
  },

  create: {
    method: "POST",
    path: "/api/tenants",
    access: needs("MANAGE_TENANTS"),
    tag,
    summary: "Create a tenant",
    body: NewTenant,
    answers: { 201: TenantRecord },
  },

  get: {
    method: "GET",
    path: "/api/tenants/:tenantId",
    access: anyUser,
    tag,
    summary: "One tenant: one's own",
    params: TenantParams,
    answers: { 200: TenantRecord },
  },

  rename: {
    method: "PUT",
    path: "/api/tenants/:tenantId",
    access: needs("MANAGE_TENANTS"),
    tag,
    summary: "Change the name of a tenant",
    params: TenantParams,
    body: NewTenant,
    answers: { 200: TenantRecord },
  },

  open: {
    method: "POST",
    path: "/api/tenants/:tenantId/open",
    access: needs("MANAGE_TENANTS"),
    tag,
    summary: "Enter a tenant as one of its administrators, for a while and on record; ends the session that asks",
    params: TenantParams,
    answers: { 200: TokenPair },
  },

  remove: {
    method: "DELETE",
    path: "/api/tenants/:tenantId",
    access: needs("MANAGE_TENANTS"),
    tag,
    summary: "Remove a tenant with everything in it",
    params: TenantParams,
    answers: { 200: Done },
  },
});
