import { Type } from "typebox";
import { pageOf, pageQuery } from "../paging.ts";
import { TenantLimitsRecord, TenantUsageRecord, TenantWithUsage } from "../tenant-limits.ts";
import { needs } from "./access.ts";
import { TenantParams } from "./params.ts";
import { routesOf } from "./route.ts";

const tag = "Tenants";

export const tenantLimitsRoutes = routesOf({
  limits: {
    method: "GET",
    path: "/api/tenants/:tenantId/limits",
    access: needs("MANAGE_SETTINGS"),
    tag,
    summary: "The limits of a tenant; those of the node count, too",
    params: TenantParams,
    answers: { 200: TenantLimitsRecord },
  },

  usage: {
    method: "GET",
    path: "/api/tenants/:tenantId/usage",
    access: needs("MANAGE_SETTINGS"),
    tag,
    summary: "What a tenant uses at this moment",
    params: TenantParams,
    answers: { 200: TenantUsageRecord },
  },

  usages: {
    method: "GET",
    path: "/api/tenantUsages",
    access: needs("MANAGE_TENANTS"),
    work: "lists",
    tag,
    summary: "All tenants, with their limits and what they use at this moment",
    query: Type.Object(pageQuery),
    answers: { 200: pageOf(TenantWithUsage) },
  },

  saveLimits: {
    method: "PUT",
    path: "/api/tenants/:tenantId/limits",
    access: needs("MANAGE_TENANTS"),
    tag,
    summary: "Change the limits of a tenant (system administrator); they are in force at once",
    params: TenantParams,
    body: TenantLimitsRecord,
    answers: { 200: TenantLimitsRecord },
  },
});
