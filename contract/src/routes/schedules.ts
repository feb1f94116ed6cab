import { Type } from "typebox";
import { CalendarQuery } from "../calendar.ts";
import { pageOf } from "../paging.ts";
import {
  ScheduleCalendarEntry,
  ScheduleForecast,
  ScheduleForecastInput,
  ScheduleListQuery,
  ScheduleRecord,
  ScheduleRunListQuery,
  ScheduleRunRecord,
  ScheduleSwitch,
  ScheduleToSave,
} from "../schedules/index.ts";
import { needs } from "./access.ts";
import { Done, ScheduleParams } from "./params.ts";
import { routesOf } from "./route.ts";

const tag = "Schedules";

/** What runs by the clock [SCH1]. */
export const scheduleRoutes = routesOf({
  list: {
    method: "GET",
    path: "/api/schedules",
    access: needs("VIEW_SCHEDULES"),
    work: "lists",
    tag,
    summary: "The schedules that concern what is within reach, by name",
    query: ScheduleListQuery,
    answers: { 200: pageOf(ScheduleRecord) },
  },

  calendar: {
    method: "GET",
    path: "/api/schedules/calendar",
    access: needs("VIEW_SCHEDULES"),
    work: "lists",
    tag,
    summary: "What runs between two moments, and what came of what has run",
    query: CalendarQuery,
    answers: { 200: Type.Array(ScheduleCalendarEntry) },
  },

  forecast: {
    method: "POST",
    path: "/api/schedules/forecast",
    access: needs("VIEW_SCHEDULES"),
    tag,
    summary: "The next five runs of a schedule that need not be saved, with what a change of the clocks does to them",
    body: ScheduleForecastInput,
    answers: { 200: ScheduleForecast },
  },

  save: {
    method: "POST",
    path: "/api/schedule",
    access: needs("EDIT_SCHEDULES"),
    tag,
    summary: "Create a schedule, or change the one the body names by its id and version",
    description:
      "It runs in the name of who saved it last and does what they may do at that moment. A version that is not the " +
      "newest is 409. One that would never run is 400.",
    body: ScheduleToSave,
    answers: { 200: ScheduleRecord, 201: ScheduleRecord },
  },

  get: {
    method: "GET",
    path: "/api/schedule/:scheduleId",
    access: needs("VIEW_SCHEDULES"),
    tag,
    summary: "One schedule",
    params: ScheduleParams,
    answers: { 200: ScheduleRecord },
  },

  setEnabled: {
    method: "POST",
    path: "/api/schedule/:scheduleId/enabled",
    access: needs("EDIT_SCHEDULES"),
    tag,
    summary: "Switch a schedule on or off; from then on it runs in the caller's name",
    params: ScheduleParams,
    body: ScheduleSwitch,
    answers: { 200: ScheduleRecord },
  },

  remove: {
    method: "DELETE",
    path: "/api/schedule/:scheduleId",
    access: needs("EDIT_SCHEDULES"),
    tag,
    summary: "Delete a schedule with its history; a run that is under way goes on",
    params: ScheduleParams,
    answers: { 200: Done },
  },

  run: {
    method: "POST",
    path: "/api/schedule/:scheduleId/run",
    access: needs("EDIT_SCHEDULES"),
    tag,
    summary: "Run it now, in the caller's name; 409 while a run is under way",
    params: ScheduleParams,
    answers: { 202: ScheduleRunRecord },
  },

  runs: {
    method: "GET",
    path: "/api/schedule/:scheduleId/runs",
    access: needs("VIEW_SCHEDULES"),
    work: "lists",
    tag,
    summary: "What it did, newest first",
    params: ScheduleParams,
    query: ScheduleRunListQuery,
    answers: { 200: pageOf(ScheduleRunRecord) },
  },
});
