import { Type } from "typebox";
import {
  AlarmAssignee,
  AlarmCounts,
  AlarmCountsQuery,
  AlarmInfoRecord,
  AlarmListQuery,
  AlarmListQueryV2,
  AlarmStatistics,
  AlarmStatisticsQuery,
  AlarmTypeQuery,
  alarmSeverities,
  HighestSeverityQuery,
} from "../alarms/index.ts";
import { entityId } from "../ids.ts";
import { pageOf, pageQuery } from "../paging.ts";
import { lineText } from "../text.ts";
import { needs } from "./access.ts";
import { AlarmOriginatorParams, AlarmParams } from "./params.ts";
import { routesOf } from "./route.ts";

const tag = "Alarms";
const access = needs("VIEW_ALARMS");

/** Finding alarms [ALM2, ALM4]. */
export const alarmListRoutes = routesOf({
  list: {
    method: "GET",
    path: "/api/alarms",
    access,
    work: "lists",
    tag,
    summary: "Alarms of the devices within reach, newest first",
    query: AlarmListQuery,
    answers: { 200: pageOf(AlarmInfoRecord) },
  },

  find: {
    method: "GET",
    path: "/api/v2/alarms",
    access,
    work: "lists",
    tag,
    summary: "As /api/alarms, by lists of states, severities and types",
    query: AlarmListQueryV2,
    answers: { 200: pageOf(AlarmInfoRecord) },
  },

  listOf: {
    method: "GET",
    path: "/api/alarm/:entityType/:entityId",
    access,
    work: "lists",
    tag,
    summary: "Alarms of one device, newest first",
    params: AlarmOriginatorParams,
    query: AlarmListQuery,
    answers: { 200: pageOf(AlarmInfoRecord) },
  },

  findOf: {
    method: "GET",
    path: "/api/v2/alarm/:entityType/:entityId",
    access,
    work: "lists",
    tag,
    summary: "Alarms of one device by lists of states, severities and types",
    params: AlarmOriginatorParams,
    query: AlarmListQueryV2,
    answers: { 200: pageOf(AlarmInfoRecord) },
  },

  highestSeverity: {
    method: "GET",
    path: "/api/alarm/highestSeverity/:entityType/:entityId",
    access,
    tag,
    summary: "The worst severity of a device's alarms, or null",
    params: AlarmOriginatorParams,
    query: HighestSeverityQuery,
    answers: {
      200: Type.Unsafe<string | null>({
        type: ["string", "null"],
        enum: [...alarmSeverities, null],
        examples: ["MAJOR"],
      }),
    },
  },

  types: {
    method: "GET",
    path: "/api/alarm/types",
    access,
    tag,
    summary: "The types of alarms there are",
    query: AlarmTypeQuery,
    answers: {
      200: pageOf(
        Type.Object({
          tenantId: entityId("TENANT"),
          entityType: Type.Literal("ALARM"),
          type: Type.String({ examples: ["Too hot"] }),
        }),
      ),
    },
  },

  counts: {
    method: "GET",
    path: "/api/alarms/counts",
    access,
    tag,
    summary: "How many alarms are active, by severity",
    query: AlarmCountsQuery,
    answers: { 200: AlarmCounts },
  },

  statistics: {
    method: "GET",
    path: "/api/alarms/statistics",
    access,
    work: "reads",
    tag,
    summary: "The most frequent, the longest and the chattering alarms of a time",
    query: AlarmStatisticsQuery,
    answers: { 200: AlarmStatistics },
  },

  assignable: {
    method: "GET",
    path: "/api/users/assign/:alarmId",
    access: needs("HANDLE_ALARMS"),
    work: "lists",
    tag,
    summary: "The users who can see an alarm and so can be given it",
    params: AlarmParams,
    query: Type.Object({
      ...pageQuery,
      textSearch: Type.Optional(lineText("Part of the user name or of the name; case does not matter", "ada")),
    }),
    answers: { 200: pageOf(AlarmAssignee) },
  },
});
