import { pageOf } from "../paging.ts";
import { ListedProject, ProjectInput, ProjectListQuery, ProjectRecord } from "../projects.ts";
import { needs } from "./access.ts";
import { Done, ProjectParams, TenantParams } from "./params.ts";
import { routesOf } from "./route.ts";

const tag = "Projects";

/** The tree of projects [PRJ1]. */
export const projectRoutes = routesOf({
  list: {
    method: "GET",
    path: "/api/tenants/:tenantId/projects",
    access: needs("VIEW_DEVICES"),
    work: "lists",
    tag,
    summary: "The projects of a tenant in which the caller may see devices, by name; parentId makes them a tree",
    params: TenantParams,
    query: ProjectListQuery,
    answers: { 200: pageOf(ListedProject) },
  },

  save: {
    method: "POST",
    path: "/api/project",
    access: needs("MANAGE_PROJECTS"),
    tag,
    summary: "Create a project, or rename and move the one the body names by its id",
    body: ProjectInput,
    answers: { 200: ProjectRecord, 201: ProjectRecord },
  },

  get: {
    method: "GET",
    path: "/api/project/:projectId",
    access: needs("VIEW_DEVICES"),
    tag,
    summary: "One project",
    params: ProjectParams,
    answers: { 200: ProjectRecord },
  },

  remove: {
    method: "DELETE",
    path: "/api/project/:projectId",
    access: needs("MANAGE_PROJECTS"),
    tag,
    summary: "Delete a project that is empty: without devices, projects below it and users whose access is for it",
    params: ProjectParams,
    answers: { 200: Done },
  },
});
