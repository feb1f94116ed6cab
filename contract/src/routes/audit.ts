import { Type } from "typebox";
import { AuditEntityParams, AuditFilter, AuditListQuery, AuditRecord, AuditUserParams } from "../audit.ts";
import { pageOf } from "../paging.ts";
import { needs } from "./access.ts";
import { routesOf } from "./route.ts";

const tag = "Audit log";
const access = needs("VIEW_AUDIT_LOG");

export const auditRoutes = routesOf({
  list: {
    method: "GET",
    path: "/api/audit/logs",
    access,
    work: "lists",
    tag,
    summary: "Who did what in the tenant, newest first; a system administrator sees the installation's own entries",
    query: AuditListQuery,
    answers: { 200: pageOf(AuditRecord) },
  },

  byUser: {
    method: "GET",
    path: "/api/audit/logs/user/:userId",
    access,
    work: "lists",
    tag,
    summary: "What one user did",
    params: AuditUserParams,
    query: AuditListQuery,
    answers: { 200: pageOf(AuditRecord) },
  },

  byEntity: {
    method: "GET",
    path: "/api/audit/logs/entity/:entityType/:entityId",
    access,
    work: "lists",
    tag,
    summary: "What was done to one entity; it may be gone by now",
    params: AuditEntityParams,
    query: AuditListQuery,
    answers: { 200: pageOf(AuditRecord) },
  },

  export: {
    method: "GET",
    path: "/api/audit/export",
    access,
    work: "exports",
    tag,
    summary: "The entries as CSV, oldest first unless asked otherwise",
    query: AuditFilter,
    produces: ["text/csv"],
    answerForm: "stream",
    answers: { 200: Type.String() },
  },
});
