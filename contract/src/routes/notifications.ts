import {
  NotificationCounts,
  NotificationCountsQuery,
  NotificationDetail,
  NotificationQuery,
  NotificationRecord,
  NotificationTest,
  NotificationTestAnswer,
  WhyQuery,
  WhyRecord,
} from "../notifications/index.ts";
import { pageOf } from "../paging.ts";
import { needs } from "./access.ts";
import { NotificationParams } from "./params.ts";
import { routesOf } from "./route.ts";

const tag = "Notifications";

/** What was told to whom, what came of it, and why [NTF1]. */
export const notificationRoutes = routesOf({
  list: {
    method: "GET",
    path: "/api/notifications",
    access: needs("EDIT_NOTIFICATIONS"),
    work: "lists",
    tag,
    summary: "The messages of policies within reach, each to one recipient over one channel, newest first",
    query: NotificationQuery,
    answers: { 200: pageOf(NotificationRecord) },
  },

  counts: {
    method: "GET",
    path: "/api/notifications/counts",
    access: needs("EDIT_NOTIFICATIONS"),
    tag,
    summary: "How many of them are in each state",
    query: NotificationCountsQuery,
    answers: { 200: NotificationCounts },
  },

  get: {
    method: "GET",
    path: "/api/notification/:notificationId",
    access: needs("EDIT_NOTIFICATIONS"),
    tag,
    summary: "One message with its attempts, what was sent and about what",
    params: NotificationParams,
    answers: { 200: NotificationDetail },
  },

  retry: {
    method: "POST",
    path: "/api/notification/:notificationId/retry",
    access: needs("EDIT_NOTIFICATIONS"),
    tag,
    summary: "Send a message again at once, or one that is held, under its old key",
    params: NotificationParams,
    answers: { 200: NotificationDetail },
  },

  why: {
    method: "GET",
    path: "/api/notifications/why",
    access: needs("VIEW_ALARMS"),
    tag,
    summary: "Why somebody was told of an alarm, or was not",
    query: WhyQuery,
    answers: { 200: WhyRecord },
  },

  test: {
    method: "POST",
    path: "/api/notifications/test",
    access: needs("EDIT_NOTIFICATIONS"),
    waits: true,
    tag,
    summary: "Send a test now, and tell what was said to it",
    body: NotificationTest,
    answers: { 200: NotificationTestAnswer },
  },
});
