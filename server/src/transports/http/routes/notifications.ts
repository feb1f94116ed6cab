import {
  type CheckedPolicy,
  inboxRoutes,
  type NotificationDetail,
  type NotificationFilters,
  notificationPolicyRoutes,
  notificationRoutes,
} from "@heliograph/contract";
import { permissionDenied, reachFor, type UserPreferences } from "../../../core/access/index.ts";
import type { Alarms } from "../../../core/alarms/index.ts";
import { projectOf } from "../../../core/alarms/index.ts";
import {
  type Inbox,
  type NotificationOnRecord,
  type NotificationPolicies,
  type NotificationPolicy,
  type NotificationRecords,
  type NotificationTests,
  policyVersionNeeded,
  type RecordFilter,
  type Webhooks,
  type WhyTold,
} from "../../../core/notifications/index.ts";
import { type Reach, reaches } from "../../../core/projects/index.ts";
import type { AlarmId, NotificationId, NotificationPolicyId, RuleId, UserId, WebhookId } from "../../../kernel/ids.ts";
import { type PageRequest, pageOf } from "../../../kernel/paging.ts";
import { epochMs } from "../../../kernel/time.ts";
import type { HttpApp } from "../../http-app.ts";
import { register } from "../../register.ts";
import { callerOf, reachOf } from "../access.ts";
import { listBody } from "../list-body.ts";
import {
  countsRecordOf,
  inboxRecordOf,
  notificationDetailOf,
  notificationRecordOf,
  policyPropertiesOf,
  policyRecordOf,
  webhookPropertiesOf,
  webhookRecordOf,
} from "../records/notification-records.ts";

export interface NotificationDependencies {
  readonly notificationPolicies: NotificationPolicies;
  readonly webhooks: Webhooks;
  readonly notificationRecords: NotificationRecords;
  readonly notificationTests: NotificationTests;
  readonly whyTold: WhyTold;
  readonly inbox: Inbox;
  readonly alarms: Alarms;
  readonly preferences: UserPreferences;
}

const listOf = <T>(all: () => Promise<readonly T[]>) => ({
  page: async (page: PageRequest) => {
    const found = await all();
    return pageOf(found.slice(page.page * page.limit, (page.page + 1) * page.limit), found.length, page);
  },
  stream: async function* () {
    yield await all();
  },
});

/** Policies and webhooks [NTF1]. */
export function serveNotificationPolicies(
  app: HttpApp,
  { notificationPolicies, webhooks }: NotificationDependencies,
): void {
  const checked = async (policy: NotificationPolicy): Promise<CheckedPolicy> => ({
    ...policyRecordOf(policy),
    problems: [...(await notificationPolicies.gone(policy))],
  });
  register(app, notificationPolicyRoutes, {
    policies: async (request, reply) => {
      const [reach, { textSearch }] = [reachOf(request), request.query];
      return listBody(
        reply,
        request.query,
        listOf(() => notificationPolicies.list(reach, textSearch)),
        policyRecordOf,
      );
    },

    quietCalendar: async (request) => {
      const range = { from: epochMs(request.query.startTs), to: epochMs(request.query.endTs) };
      const found = await notificationPolicies.quietCalendar(reachOf(request), range);
      return found.map(({ policy: { id, name }, spans }) => ({
        ...{ policyId: { entityType: "NOTIFICATION_POLICY" as const, id }, name, spans: [...spans] },
      }));
    },

    policy: async (request) =>
      checked(await notificationPolicies.require(reachOf(request), policyIdOf(request.params.policyId))),

    savePolicy: async (request, reply) => {
      const [reach, properties] = [reachOf(request), policyPropertiesOf(request.body)];
      const { id, version } = request.body;
      if (!id) return reply.code(201).send(policyRecordOf(await notificationPolicies.create(reach, properties)));
      if (version === undefined) throw policyVersionNeeded();
      const saved = await notificationPolicies.update(reach, policyIdOf(id.id), properties, version);
      return reply.send(policyRecordOf(saved));
    },

    removePolicy: async (request) => {
      await notificationPolicies.remove(reachOf(request), policyIdOf(request.params.policyId));
      return {};
    },

    webhooks: async (request, reply) => {
      const reach = reachOf(request);
      return listBody(
        reply,
        request.query,
        listOf(() => webhooks.list(reach)),
        (shown) => {
          const { secret, ...record } = webhookRecordOf(shown);
          return record;
        },
      );
    },

    saveWebhook: async (request, reply) => {
      const [reach, properties] = [reachOf(request), webhookPropertiesOf(request.body)];
      const id = request.body.id?.id;
      if (id === undefined) return reply.code(201).send(webhookRecordOf(await webhooks.create(reach, properties)));
      return reply.send(webhookRecordOf(await webhooks.update(reach, webhookIdOf(id), properties)));
    },

    renewWebhookSecret: async (request) =>
      webhookRecordOf(await webhooks.renewSecret(reachOf(request), webhookIdOf(request.params.webhookId))),

    removeWebhook: async (request) => {
      await webhooks.remove(reachOf(request), webhookIdOf(request.params.webhookId));
      return {};
    },
  });
}

/** What was told, what came of it, and why [NTF1]. */
export function serveNotifications(app: HttpApp, dependencies: NotificationDependencies): void {
  const { notificationRecords: records, notificationTests, whyTold, alarms, preferences } = dependencies;
  const detailOf = async (one: NotificationOnRecord): Promise<NotificationDetail> =>
    notificationDetailOf(one, await records.items(one));

  register(app, notificationRoutes, {
    list: async (request, reply) => {
      const filter = { ...filterOf(reachOf(request), request.query), state: request.query.state };
      const source = { page: (page: PageRequest) => records.page(filter, page), stream: () => records.stream(filter) };
      return listBody(reply, request.query, source, notificationRecordOf);
    },

    counts: async (request) => countsRecordOf(await records.counts(filterOf(reachOf(request), request.query))),

    get: async (request) =>
      detailOf(await records.require(reachOf(request), notificationIdOf(request.params.notificationId))),

    retry: async (request) =>
      detailOf(await records.sendAgain(reachOf(request), notificationIdOf(request.params.notificationId))),

    why: async (request) => {
      const caller = callerOf(request);
      const alarm = await alarms.require(reachOf(request), request.query.alarmId.toLowerCase() as AlarmId);
      const userId = (request.query.userId?.toLowerCase() ?? caller.userId) as UserId;
      const others = reachFor(caller, ["EDIT_NOTIFICATIONS"]);
      if (userId !== caller.userId && !(others && reaches(others, projectOf(alarm))))
        throw permissionDenied(["EDIT_NOTIFICATIONS"]);
      return whyTold.of(alarm, userId);
    },

    test: async (request) => {
      const { userId, username, authorityId } = callerOf(request);
      const language = (await preferences.of(userId)).language ?? "en";
      return notificationTests.send({ reach: reachOf(request), authorityId, username, language }, request.body);
    },
  });
}

/** Messages of one's own [NTF1]. */
export function serveInbox(app: HttpApp, { inbox }: NotificationDependencies): void {
  register(app, inboxRoutes, {
    inbox: async (request, reply) => {
      const [owner, { unread: onlyUnread = false, severity, textSearch }] = [ownerOf(request), request.query];
      const filter = { onlyUnread, severity, textSearch };
      const source = {
        page: (page: PageRequest) => inbox.list(owner, filter, page),
        stream: () => inbox.stream(owner, filter),
      };
      return listBody(reply, request.query, source, inboxRecordOf);
    },
    unread: async (request) => ({ unread: await inbox.unread(ownerOf(request)) }),
    readAll: async (request) => ({ unread: await inbox.read(ownerOf(request)) }),
    read: async (request) => ({
      unread: await inbox.read(ownerOf(request), notificationIdOf(request.params.notificationId)),
    }),
    remove: async (request) => ({
      unread: await inbox.remove(ownerOf(request), notificationIdOf(request.params.notificationId)),
    }),
  });
}

/** Of the assignment somebody came with; that of a system administrator stays empty. */
const ownerOf = (request: Parameters<typeof callerOf>[0]) => callerOf(request).authorityId;

const policyIdOf = (text: string): NotificationPolicyId => text.toLowerCase() as NotificationPolicyId;
const webhookIdOf = (text: string): WebhookId => text.toLowerCase() as WebhookId;
const notificationIdOf = (text: string): NotificationId => text.toLowerCase() as NotificationId;

const filterOf = ({ tenantId, projects }: Reach, query: NotificationFilters): RecordFilter => ({
  ...{ tenantId, projects, channel: query.channel, textSearch: query.textSearch, state: undefined },
  alarmId: query.alarmId?.toLowerCase() as AlarmId | undefined,
  userId: query.userId?.toLowerCase() as UserId | undefined,
  webhookId: query.webhookId?.toLowerCase() as WebhookId | undefined,
  ruleId: query.ruleId?.toLowerCase() as RuleId | undefined,
  startTime: query.startTime === undefined ? undefined : epochMs(query.startTime),
  endTime: query.endTime === undefined ? undefined : epochMs(query.endTime),
});
