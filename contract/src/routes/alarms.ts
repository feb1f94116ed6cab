import { Type } from "typebox";
import { AlarmInfoRecord, AlarmInput, AlarmRecord } from "../alarms/index.ts";
import { needs } from "./access.ts";
import { AlarmParams } from "./params.ts";
import { routesOf } from "./route.ts";

const tag = "Alarms";

/** One alarm [ALM1, ALM2]. */
export const alarmRoutes = routesOf({
  save: {
    method: "POST",
    path: "/api/alarm",
    access: needs("HANDLE_ALARMS"),
    tag,
    summary: "Raise an alarm, or change the severity and details of the one the body names by its id",
    description:
      "A device has at most one alarm of a type that is not cleared: raising it again updates that one. Its `endTs` never " +
      "moves back, and what comes late does not replace newer details.",
    body: AlarmInput,
    answers: { 200: AlarmRecord },
  },

  get: {
    method: "GET",
    path: "/api/alarm/:alarmId",
    access: needs("VIEW_ALARMS"),
    tag,
    summary: "One alarm",
    params: AlarmParams,
    answers: { 200: AlarmRecord },
  },

  info: {
    method: "GET",
    path: "/api/alarm/info/:alarmId",
    access: needs("VIEW_ALARMS"),
    tag,
    summary: "One alarm with the names of its device and its assignee, and what silences it",
    params: AlarmParams,
    answers: { 200: AlarmInfoRecord },
  },

  remove: {
    method: "DELETE",
    path: "/api/alarm/:alarmId",
    access: needs("HANDLE_ALARMS"),
    tag,
    summary: "Delete an alarm with its comments",
    params: AlarmParams,
    answers: { 200: Type.Boolean({ description: "true: it is gone" }) },
  },
});
