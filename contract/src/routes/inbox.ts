import { InboxQuery, InboxRecord, InboxState } from "../notifications/index.ts";
import { pageOf } from "../paging.ts";
import { anyUser } from "./access.ts";
import { NotificationParams } from "./params.ts";
import { routesOf } from "./route.ts";

const tag = "Notifications";

/** What a user was told in the web interface, in the tenant they are logged in to [NTF1]. */
export const inboxRoutes = routesOf({
  inbox: {
    method: "GET",
    path: "/api/inbox",
    access: anyUser,
    work: "lists",
    tag,
    summary: "One's own messages, newest first",
    query: InboxQuery,
    answers: { 200: pageOf(InboxRecord) },
  },

  unread: {
    method: "GET",
    path: "/api/inbox/unread",
    access: anyUser,
    tag,
    summary: "How many of them were not read",
    answers: { 200: InboxState },
  },

  readAll: {
    method: "POST",
    path: "/api/inbox/read",
    access: anyUser,
    tag,
    summary: "All of them were read",
    answers: { 200: InboxState },
  },

  read: {
    method: "POST",
    path: "/api/inbox/:notificationId/read",
    access: anyUser,
    tag,
    summary: "One of them was read",
    params: NotificationParams,
    answers: { 200: InboxState },
  },

  remove: {
    method: "DELETE",
    path: "/api/inbox/:notificationId",
    access: anyUser,
    tag,
    summary: "Remove one of them",
    params: NotificationParams,
    answers: { 200: InboxState },
  },
});
