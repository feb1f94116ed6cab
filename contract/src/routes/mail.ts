import { Type } from "typebox";
import { DeliveryRecord, MailTest, MailTestAnswer, TenantMailInput, TenantMailRecord } from "../mail.ts";
import { pageOf, pageQuery } from "../paging.ts";
import { needs } from "./access.ts";
import { Done, TenantDeliveryParams, TenantParams } from "./params.ts";
import { routesOf } from "./route.ts";

const tag = "Mail";

/** The mail server of a tenant, and what is on its way to the outside. */
export const mailRoutes = routesOf({
  mail: {
    method: "GET",
    path: "/api/tenants/:tenantId/mail",
    access: needs("MANAGE_SETTINGS"),
    tag,
    summary: "The mail settings of a tenant, without the password",
    params: TenantParams,
    answers: { 200: TenantMailRecord },
  },

  saveMail: {
    method: "PUT",
    path: "/api/tenants/:tenantId/mail",
    access: needs("MANAGE_SETTINGS"),
    tag,
    summary: "Give a tenant a mail server of its own, or change it",
    params: TenantParams,
    body: TenantMailInput,
    answers: { 200: TenantMailRecord },
  },

  removeMail: {
    method: "DELETE",
    path: "/api/tenants/:tenantId/mail",
    access: needs("MANAGE_SETTINGS"),
    tag,
    summary: "Use the node's mail server again, if it has one",
    params: TenantParams,
    answers: { 200: TenantMailRecord },
  },

  testMail: {
    method: "POST",
    path: "/api/tenants/:tenantId/mail/test",
    access: needs("MANAGE_SETTINGS"),
    tag,
    summary: "Send a mail now, and tell what the mail server said",
    waits: true,
    params: TenantParams,
    body: MailTest,
    answers: { 200: MailTestAnswer },
  },

  deliveries: {
    method: "GET",
    path: "/api/tenants/:tenantId/deliveries",
    access: needs("MANAGE_SETTINGS"),
    work: "lists",
    tag,
    summary: "Mails and what else of a tenant waits to be delivered or was given up, newest first",
    params: TenantParams,
    query: Type.Object(pageQuery),
    answers: { 200: pageOf(DeliveryRecord) },
  },

  retryDelivery: {
    method: "POST",
    path: "/api/tenants/:tenantId/deliveries/:deliveryId/retry",
    access: needs("MANAGE_SETTINGS"),
    tag,
    summary: "Try a delivery again at once, as if for the first time",
    params: TenantDeliveryParams,
    answers: { 200: DeliveryRecord },
  },

  removeDelivery: {
    method: "DELETE",
    path: "/api/tenants/:tenantId/deliveries/:deliveryId",
    access: needs("MANAGE_SETTINGS"),
    tag,
    summary: "Remove a delivery: it is not tried any more",
    params: TenantDeliveryParams,
    answers: { 200: Done },
  },

  allDeliveries: {
    method: "GET",
    path: "/api/deliveries",
    access: needs("MANAGE_TENANTS"),
    work: "lists",
    tag,
    summary: "What waits to be delivered or was given up, of all tenants and of the installation itself",
    query: Type.Object(pageQuery),
    answers: { 200: pageOf(DeliveryRecord) },
  },
});
