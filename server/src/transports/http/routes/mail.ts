import { type DeliveryRecord, mailRoutes, type TenantMailRecord } from "@heliograph/contract";
import type { Mail, MailSettings, MailTests, ShownMail } from "../../../core/mail/index.ts";
import type { Outbox, OutboxEntry } from "../../../core/outbox/index.ts";
import type { Tenants } from "../../../core/tenants/index.ts";
import type { OutboxId, TenantId } from "../../../kernel/ids.ts";
import type { HttpApp } from "../../http-app.ts";
import { register } from "../../register.ts";
import { callerOf } from "../access.ts";
import { type ListReply, listBody } from "../list-body.ts";
import { administeredTenantInPath } from "../route-ids.ts";

export interface MailDependencies {
  readonly tenants: Tenants;
  readonly mail: Mail;
  readonly mailSettings: MailSettings;
  readonly mailTests: MailTests;
  readonly outbox: Outbox;
}

/** How mails of a tenant go out, and which have not arrived yet. */
export function serveMail(app: HttpApp, { tenants, mail, mailSettings, mailTests, outbox }: MailDependencies): void {
  const recordOf = (shown: ShownMail): TenantMailRecord => ({ ...shown, canMakeLinks: mail.canMakeLinks });
  const listOf = (reply: ListReply, query: { page?: number; limit?: number }, tenantId: TenantId | undefined) =>
    listBody(
      reply,
      query,
      { page: (page) => outbox.list({ tenantId }, page), stream: () => outbox.stream({ tenantId }) },
      deliveryRecordOf,
    );

  register(app, mailRoutes, {
    mail: async (request) => recordOf(await mailSettings.show(await administeredTenantInPath(request, tenants))),

    saveMail: async (request) => {
      const tenant = await administeredTenantInPath(request, tenants);
      const { username = null, password, ...server } = request.body;
      return recordOf(await mailSettings.save(tenant, { ...server, username, password }));
    },

    removeMail: async (request) =>
      recordOf(await mailSettings.remove(await administeredTenantInPath(request, tenants))),

    testMail: async (request) => {
      const { id: tenantId, name: tenantName } = await tenants.require(
        await administeredTenantInPath(request, tenants),
      );
      const { to, language = "en" } = request.body;
      return mailTests.send({ tenantId, tenantName, to, language, askedBy: callerOf(request).username });
    },

    deliveries: async (request, reply) =>
      listOf(reply, request.query, await administeredTenantInPath(request, tenants)),

    retryDelivery: async (request) => {
      const tenantId = await administeredTenantInPath(request, tenants);
      return deliveryRecordOf(await outbox.tryAgain({ tenantId }, idOf(request.params.deliveryId)));
    },

    removeDelivery: async (request) => {
      const tenantId = await administeredTenantInPath(request, tenants);
      await outbox.remove({ tenantId }, idOf(request.params.deliveryId));
      return {};
    },

    allDeliveries: async (request, reply) => listOf(reply, request.query, undefined),
  });
}

const idOf = (text: string): OutboxId => text.toLowerCase() as OutboxId;

const deliveryRecordOf = (entry: OutboxEntry): DeliveryRecord => ({
  id: { entityType: "DELIVERY", id: entry.id },
  createdTime: entry.createdTime,
  tenantId: entry.tenantId && { entityType: "TENANT", id: entry.tenantId },
  topic: entry.topic,
  summary: entry.summary,
  state: entry.nextAttempt === null ? "GIVEN_UP" : "WAITING",
  attempts: entry.attempts,
  nextAttempt: entry.nextAttempt,
  failure: entry.failure,
});
