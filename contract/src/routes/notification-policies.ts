import { Type } from "typebox";
import { CalendarQuery } from "../calendar.ts";
import {
  CheckedPolicy,
  NotificationPolicyInput,
  NotificationPolicyQuery,
  NotificationPolicyRecord,
  QuietCalendarEntry,
  WebhookInput,
  WebhookQuery,
  WebhookRecord,
  WebhookWithSecret,
} from "../notifications/index.ts";
import { pageOf } from "../paging.ts";
import { needs } from "./access.ts";
import { Done, NotificationPolicyParams, WebhookParams } from "./params.ts";
import { routesOf } from "./route.ts";

const tag = "Notifications";

/** Which alarms are told to whom, and where webhooks go [NTF1]. */
export const notificationPolicyRoutes = routesOf({
  policies: {
    method: "GET",
    path: "/api/notification/policies",
    access: needs("EDIT_NOTIFICATIONS"),
    work: "lists",
    tag,
    summary: "The notification policies within reach, by name",
    query: NotificationPolicyQuery,
    answers: { 200: pageOf(NotificationPolicyRecord) },
  },

  quietCalendar: {
    method: "GET",
    path: "/api/notification/policies/quietHours",
    access: needs("EDIT_NOTIFICATIONS"),
    work: "lists",
    tag,
    summary: "When policies within reach keep mails and webhooks back, between two moments",
    query: CalendarQuery,
    answers: { 200: Type.Array(QuietCalendarEntry) },
  },

  policy: {
    method: "GET",
    path: "/api/notification/policy/:policyId",
    access: needs("EDIT_NOTIFICATIONS"),
    tag,
    summary: "One notification policy",
    params: NotificationPolicyParams,
    answers: { 200: CheckedPolicy },
  },

  savePolicy: {
    method: "POST",
    path: "/api/notification/policy",
    access: needs("EDIT_NOTIFICATIONS"),
    tag,
    summary: "Create a notification policy, or change the one the body names by its id and version",
    description:
      "A policy of a project is for alarms of the devices in it and below it; one of no project is for the whole tenant. A " +
      "version that is not the newest is 409.",
    body: NotificationPolicyInput,
    answers: { 200: NotificationPolicyRecord, 201: NotificationPolicyRecord },
  },

  removePolicy: {
    method: "DELETE",
    path: "/api/notification/policy/:policyId",
    access: needs("EDIT_NOTIFICATIONS"),
    tag,
    summary: "Delete a notification policy; what it told stays on record, what it still holds is not told",
    params: NotificationPolicyParams,
    answers: { 200: Done },
  },

  webhooks: {
    method: "GET",
    path: "/api/notification/webhooks",
    access: needs("EDIT_NOTIFICATIONS"),
    work: "lists",
    tag,
    summary: "The webhooks within reach, by name, without their addresses and secrets",
    query: WebhookQuery,
    answers: { 200: pageOf(WebhookRecord) },
  },

  saveWebhook: {
    method: "POST",
    path: "/api/notification/webhook",
    access: needs("EDIT_NOTIFICATIONS"),
    tag,
    summary: "Create a webhook, whose secret is in this answer and never shown again, or change one",
    body: WebhookInput,
    answers: { 200: WebhookWithSecret, 201: WebhookWithSecret },
  },

  renewWebhookSecret: {
    method: "POST",
    path: "/api/notification/webhook/:webhookId/secret",
    access: needs("EDIT_NOTIFICATIONS"),
    tag,
    summary: "Sign with a new secret from now on; it is in this answer and never shown again",
    params: WebhookParams,
    answers: { 200: WebhookWithSecret },
  },

  removeWebhook: {
    method: "DELETE",
    path: "/api/notification/webhook/:webhookId",
    access: needs("EDIT_NOTIFICATIONS"),
    tag,
    summary: "Delete a webhook",
    params: WebhookParams,
    answers: { 200: Done },
  },
});
