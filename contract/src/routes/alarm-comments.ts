import { Type } from "typebox";
import { AlarmCommentInput, AlarmCommentQuery, AlarmCommentRecord } from "../alarms/index.ts";
import { Uuid } from "../ids.ts";
import { pageOf } from "../paging.ts";
import { needs } from "./access.ts";
import { AlarmParams, Done } from "./params.ts";
import { routesOf } from "./route.ts";

const tag = "Alarms";

/** What people say about an alarm, and what happened to it [ALM2]. */
export const alarmCommentRoutes = routesOf({
  comments: {
    method: "GET",
    path: "/api/alarm/:alarmId/comment",
    access: needs("VIEW_ALARMS"),
    work: "lists",
    tag,
    summary: "The comments of an alarm, newest first, those of the system among them",
    params: AlarmParams,
    query: AlarmCommentQuery,
    answers: { 200: pageOf(AlarmCommentRecord) },
  },

  comment: {
    method: "POST",
    path: "/api/alarm/:alarmId/comment",
    access: needs("HANDLE_ALARMS"),
    tag,
    summary: "Comment on an alarm, or change one's own comment",
    params: AlarmParams,
    body: AlarmCommentInput,
    answers: { 200: AlarmCommentRecord },
  },

  removeComment: {
    method: "DELETE",
    path: "/api/alarm/:alarmId/comment/:commentId",
    access: needs("HANDLE_ALARMS"),
    tag,
    summary: "Delete one's own comment; that it was there stays",
    params: Type.Object({ alarmId: Uuid, commentId: Uuid }),
    answers: { 200: Done },
  },
});
