import {
  AcknowledgeAlarmsJob,
  DeleteDevicesJob,
  MoveDevicesJob,
  SendCommandJob,
  SetAttributesJob,
  SetTypeJob,
} from "../device-choice.ts";
import { JobListQuery, JobRecord } from "../jobs.ts";
import { pageOf } from "../paging.ts";
import { needs } from "./access.ts";
import { JobParams } from "./params.ts";
import { routesOf } from "./route.ts";

const tag = "Jobs";

/** Work that goes on after the answer, step by step. */
export const jobRoutes = routesOf({
  list: {
    method: "GET",
    path: "/api/jobs",
    access: needs("VIEW_DEVICES"),
    work: "lists",
    tag,
    summary: "One's own jobs, newest first; with VIEW_AUDIT_LOG those of the whole tenant",
    query: JobListQuery,
    answers: { 200: pageOf(JobRecord) },
  },

  get: {
    method: "GET",
    path: "/api/jobs/:jobId",
    access: needs("VIEW_DEVICES"),
    tag,
    summary: "One job: how far it is, and what came of it",
    params: JobParams,
    answers: { 200: JobRecord },
  },

  cancel: {
    method: "POST",
    path: "/api/jobs/:jobId/cancel",
    access: needs("VIEW_DEVICES"),
    tag,
    summary: "Cancel a job; what is done stays done. One's own, or with MANAGE_SETTINGS anybody's",
    params: JobParams,
    answers: { 200: JobRecord },
  },

  undo: {
    method: "POST",
    path: "/api/jobs/:jobId/undo",
    access: needs("VIEW_DEVICES"),
    tag,
    summary: "Take back what a job did: moves, attributes, types",
    description:
      "A job of its own, which needs what the other one needed. A device that somebody changed since stays as it is, and is told.",
    params: JobParams,
    answers: { 202: JobRecord },
  },

  setAttributes: {
    method: "POST",
    path: "/api/jobs/setAttributes",
    access: needs("EDIT_ATTRIBUTES"),
    tag,
    summary: "Write or delete attributes of any number of devices",
    body: SetAttributesJob,
    answers: { 202: JobRecord },
  },

  acknowledgeAlarms: {
    method: "POST",
    path: "/api/jobs/acknowledgeAlarms",
    access: needs("HANDLE_ALARMS"),
    tag,
    summary: "Acknowledge all alarms of any number of devices that nobody has acknowledged yet",
    body: AcknowledgeAlarmsJob,
    answers: { 202: JobRecord },
  },

  setType: {
    method: "POST",
    path: "/api/jobs/setType",
    access: needs("EDIT_DEVICES"),
    tag,
    summary: "Give any number of devices another type",
    body: SetTypeJob,
    answers: { 202: JobRecord },
  },

  moveDevices: {
    method: "POST",
    path: "/api/jobs/moveDevices",
    access: needs("EDIT_DEVICES"),
    tag,
    summary: "Put any number of devices into a project, or into none",
    body: MoveDevicesJob,
    answers: { 202: JobRecord },
  },

  deleteDevices: {
    method: "POST",
    path: "/api/jobs/deleteDevices",
    access: needs("EDIT_DEVICES"),
    tag,
    summary: "Delete any number of devices with everything they sent",
    body: DeleteDevicesJob,
    answers: { 202: JobRecord },
  },

  sendCommand: {
    method: "POST",
    path: "/api/jobs/sendCommand",
    access: needs("SEND_COMMANDS"),
    tag,
    summary: "Queue a script, an SCPI command or a call for any number of devices",
    body: SendCommandJob,
    answers: { 202: JobRecord },
  },
});
