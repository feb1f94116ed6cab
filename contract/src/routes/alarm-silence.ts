import { Type } from "typebox";
import {
  AlarmInfoRecord,
  AlarmShelving,
  MaintenanceCalendarEntry,
  MaintenanceWindowInput,
  MaintenanceWindowQuery,
  MaintenanceWindowRecord,
} from "../alarms/index.ts";
import { CalendarQuery } from "../calendar.ts";
import { Uuid } from "../ids.ts";
import { pageOf } from "../paging.ts";
import { needs } from "./access.ts";
import { AlarmParams, Done } from "./params.ts";
import { routesOf } from "./route.ts";

const tag = "Alarms";
const WindowParams = Type.Object({ windowId: Uuid });

/** What keeps people from being told of alarms for a while; the alarms stay [ALM3]. */
export const alarmSilenceRoutes = routesOf({
  shelve: {
    method: "POST",
    path: "/api/alarm/:alarmId/shelve",
    access: needs("HANDLE_ALARMS"),
    tag,
    summary: "Shelve an alarm for a time: nobody is told of it until then, nor of its return",
    params: AlarmParams,
    body: AlarmShelving,
    answers: { 200: AlarmInfoRecord },
  },

  unshelve: {
    method: "DELETE",
    path: "/api/alarm/:alarmId/shelve",
    access: needs("HANDLE_ALARMS"),
    tag,
    summary: "End the shelving of an alarm",
    params: AlarmParams,
    answers: { 200: AlarmInfoRecord },
  },

  windows: {
    method: "GET",
    path: "/api/maintenanceWindows",
    access: needs("VIEW_ALARMS"),
    work: "lists",
    tag,
    summary: "The maintenance windows that concern what is within reach, by name",
    query: MaintenanceWindowQuery,
    answers: { 200: pageOf(MaintenanceWindowRecord) },
  },

  windowCalendar: {
    method: "GET",
    path: "/api/maintenanceWindows/calendar",
    access: needs("VIEW_ALARMS"),
    work: "lists",
    tag,
    summary: "When maintenance windows within reach are on, between two moments",
    query: CalendarQuery,
    answers: { 200: Type.Array(MaintenanceCalendarEntry) },
  },

  window: {
    method: "GET",
    path: "/api/maintenanceWindow/:windowId",
    access: needs("VIEW_ALARMS"),
    tag,
    summary: "One maintenance window",
    params: WindowParams,
    answers: { 200: MaintenanceWindowRecord },
  },

  saveWindow: {
    method: "POST",
    path: "/api/maintenanceWindow",
    access: needs("HANDLE_ALARMS"),
    tag,
    summary: "Plan a maintenance window, or change the one the body names by its id",
    body: MaintenanceWindowInput,
    answers: { 200: MaintenanceWindowRecord, 201: MaintenanceWindowRecord },
  },

  removeWindow: {
    method: "DELETE",
    path: "/api/maintenanceWindow/:windowId",
    access: needs("HANDLE_ALARMS"),
    tag,
    summary: "Delete a maintenance window",
    params: WindowParams,
    answers: { 200: Done },
  },
});
