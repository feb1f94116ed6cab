import { Type } from "typebox";
import { pageOf } from "../paging.ts";
import {
  ReportFileListQuery,
  ReportFileRecord,
  ReportListQuery,
  ReportRecord,
  ReportToSave,
} from "../reports/index.ts";
import { needs } from "./access.ts";
import { Done, ReportFileParams, ReportParams } from "./params.ts";
import { routesOf } from "./route.ts";

const tag = "Reports";

/** What is put together and kept as a file [SCH2]. */
export const reportRoutes = routesOf({
  list: {
    method: "GET",
    path: "/api/reports",
    access: needs("VIEW_SCHEDULES"),
    work: "lists",
    tag,
    summary: "The reports that concern what is within reach, by name",
    query: ReportListQuery,
    answers: { 200: pageOf(ReportRecord) },
  },

  save: {
    method: "POST",
    path: "/api/report",
    access: needs("EDIT_SCHEDULES", "VIEW_TELEMETRY"),
    tag,
    summary: "Create a report, or change the one the body names by its id and version",
    description:
      "It is made by a person, by the action REPORT of a schedule or of a rule, and holds what whoever it is made " +
      "for may see at that moment. A version that is not the newest is 409.",
    body: ReportToSave,
    answers: { 200: ReportRecord, 201: ReportRecord },
  },

  get: {
    method: "GET",
    path: "/api/report/:reportId",
    access: needs("VIEW_SCHEDULES"),
    tag,
    summary: "One report",
    params: ReportParams,
    answers: { 200: ReportRecord },
  },

  remove: {
    method: "DELETE",
    path: "/api/report/:reportId",
    access: needs("EDIT_SCHEDULES"),
    tag,
    summary: "Delete a report; what it made stays until its time is over",
    params: ReportParams,
    answers: { 200: Done },
  },

  run: {
    method: "POST",
    path: "/api/report/:reportId/run",
    access: needs("EDIT_SCHEDULES", "VIEW_TELEMETRY"),
    tag,
    summary: "Make it now, with what the caller may see",
    description: "For who may change it: it is sent to whom it says.",
    params: ReportParams,
    answers: { 202: ReportFileRecord },
  },

  files: {
    method: "GET",
    path: "/api/reports/files",
    access: needs("VIEW_SCHEDULES", "VIEW_TELEMETRY"),
    work: "lists",
    tag,
    summary: "Reports that were made and of which the caller may see everything, newest first",
    query: ReportFileListQuery,
    answers: { 200: pageOf(ReportFileRecord) },
  },

  file: {
    method: "GET",
    path: "/api/reports/files/:reportFileId",
    access: needs("VIEW_SCHEDULES", "VIEW_TELEMETRY"),
    tag,
    summary: "One report that was made, or how far it is",
    params: ReportFileParams,
    answers: { 200: ReportFileRecord },
  },

  content: {
    method: "GET",
    path: "/api/reports/files/:reportFileId/content",
    access: needs("VIEW_SCHEDULES", "VIEW_TELEMETRY"),
    work: "exports",
    tag,
    summary: "Download it, or a range of its bytes",
    params: ReportFileParams,
    answerForm: "stream",
    produces: ["text/csv", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
    answers: { 200: Type.String({ format: "binary", description: "The bytes" }) },
  },

  removeFile: {
    method: "DELETE",
    path: "/api/reports/files/:reportFileId",
    access: needs("EDIT_SCHEDULES", "VIEW_TELEMETRY"),
    tag,
    summary: "Delete a report that was made; one that is under way is cancelled as a job",
    params: ReportFileParams,
    answers: { 200: Done },
  },
});
