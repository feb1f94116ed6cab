import { Type } from "typebox";
import { pageOf, pageQuery } from "../paging.ts";
import {
  ListedRoleRecord,
  OwnRoleRecord,
  RoleFile,
  RoleImportReport,
  RoleInput,
  RoleParams,
  RolePreview,
  RolePreviewInput,
} from "../roles.ts";
import { needs } from "./access.ts";
import { Done, TenantParams } from "./params.ts";
import { routesOf } from "./route.ts";

const tag = "Roles";

/** The tenant's own roles [ROL1]. */
export const ownRoleRoutes = routesOf({
  ownRoles: {
    method: "GET",
    path: "/api/tenants/:tenantId/roles",
    access: needs("VIEW_USERS"),
    work: "lists",
    tag,
    summary: "The tenant's own roles, by name; the built-in ones are at /api/roles",
    params: TenantParams,
    query: Type.Object(pageQuery),
    answers: { 200: pageOf(ListedRoleRecord) },
  },

  saveRole: {
    method: "POST",
    path: "/api/tenants/:tenantId/roles",
    access: needs("MANAGE_ROLES"),
    tag,
    summary: "Create a role, or change the one the body names by its id and version",
    description:
      "A version that is not the newest is 409. Permissions that lack something they depend on are 400. Who changes a " +
      "role can add only what they hold in the whole tenant.",
    params: TenantParams,
    body: RoleInput,
    answers: { 200: OwnRoleRecord, 201: OwnRoleRecord },
  },

  exportRoles: {
    method: "GET",
    path: "/api/tenants/:tenantId/roles/export",
    access: needs("VIEW_USERS"),
    tag,
    summary: "All of the tenant's own roles as a file",
    params: TenantParams,
    answers: { 200: RoleFile },
  },

  importRoles: {
    method: "POST",
    path: "/api/tenants/:tenantId/roles/import",
    access: needs("MANAGE_ROLES"),
    tag,
    summary: "Create the roles of such a file, all of them or none; names that are there already are skipped",
    params: TenantParams,
    body: RoleFile,
    answers: { 200: RoleImportReport },
  },

  getRole: {
    method: "GET",
    path: "/api/role/:roleId",
    access: needs("VIEW_USERS"),
    tag,
    summary: "One of the tenant's own roles",
    params: RoleParams,
    answers: { 200: OwnRoleRecord },
  },

  previewRole: {
    method: "POST",
    path: "/api/role/:roleId/preview",
    access: needs("MANAGE_ROLES"),
    tag,
    summary: "What these permissions would give to and take from whom; changes nothing",
    params: RoleParams,
    body: RolePreviewInput,
    answers: { 200: RolePreview },
  },

  removeRole: {
    method: "DELETE",
    path: "/api/role/:roleId",
    access: needs("MANAGE_ROLES"),
    tag,
    summary: "Delete a role that nobody holds",
    params: RoleParams,
    answers: { 200: Done },
  },
});
