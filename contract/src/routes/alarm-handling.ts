import { Type } from "typebox";
import {
  AlarmInfoRecord,
  AlarmRecord,
  AlarmsAssignment,
  AlarmsInput,
  AlarmsOutcome,
  AlarmsShelving,
} from "../alarms/index.ts";
import { Uuid } from "../ids.ts";
import { needs } from "./access.ts";
import { AlarmParams } from "./params.ts";
import { routesOf } from "./route.ts";

const tag = "Alarms";
const access = needs("HANDLE_ALARMS");
const AssignmentParams = Type.Object({ alarmId: Uuid, userId: Uuid });

/** What people do with alarms [ALM2]; doing it twice is as once. */
export const alarmHandlingRoutes = routesOf({
  acknowledge: {
    method: "POST",
    path: "/api/alarm/:alarmId/ack",
    access,
    tag,
    summary: "Acknowledge an alarm",
    params: AlarmParams,
    answers: { 200: AlarmInfoRecord },
  },

  clear: {
    method: "POST",
    path: "/api/alarm/:alarmId/clear",
    access,
    tag,
    summary: "Clear an alarm; what causes it may raise a new one",
    params: AlarmParams,
    answers: { 200: AlarmInfoRecord },
  },

  assign: {
    method: "POST",
    path: "/api/alarm/:alarmId/assign/:userId",
    access,
    tag,
    summary: "Give an alarm to a user who can see it",
    params: AssignmentParams,
    answers: { 200: AlarmRecord },
  },

  unassign: {
    method: "DELETE",
    path: "/api/alarm/:alarmId/assign",
    access,
    tag,
    summary: "Take an alarm from whoever has it",
    params: AlarmParams,
    answers: { 200: AlarmRecord },
  },

  acknowledgeMany: {
    method: "POST",
    path: "/api/alarms/ack",
    access,
    tag,
    summary: "Acknowledge up to 1,000 alarms",
    body: AlarmsInput,
    answers: { 200: AlarmsOutcome },
  },

  clearMany: {
    method: "POST",
    path: "/api/alarms/clear",
    access,
    tag,
    summary: "Clear up to 1,000 alarms",
    body: AlarmsInput,
    answers: { 200: AlarmsOutcome },
  },

  assignMany: {
    method: "POST",
    path: "/api/alarms/assign",
    access,
    tag,
    summary: "Give up to 1,000 alarms to a user, or to nobody",
    body: AlarmsAssignment,
    answers: { 200: AlarmsOutcome },
  },

  shelveMany: {
    method: "POST",
    path: "/api/alarms/shelve",
    access,
    tag,
    summary: "Shelve up to 1,000 alarms",
    body: AlarmsShelving,
    answers: { 200: AlarmsOutcome },
  },
});
