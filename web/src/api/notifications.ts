import type {
  DeliveryState,
  NotificationChannel,
  NotificationPolicyInput,
  NotificationTest,
  WebhookInput,
} from "@heliograph/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "../app.ts";
import { askedTime } from "../time-range/asked-time.ts";
import type { Expression } from "../time-range/time-words.ts";
import { underForm } from "./under-form.ts";

export const policiesShown = 100;

export const policyList = (text: string, limit: number) =>
  queryOptions({
    queryKey: ["notification-policies", text, limit],
    queryFn: ({ signal }) =>
      api.notifications.policies({ page: 0, limit, ...(text && { textSearch: text }) }, { signal }),
    placeholderData: keepPreviousData,
  });

export const policy = (policyId: string) =>
  queryOptions({
    queryKey: ["notification-policy", policyId],
    queryFn: ({ signal }) => api.notifications.policy({ policyId }, { signal }),
    ...underForm,
  });

export const savePolicy = (body: NotificationPolicyInput) => api.notifications.savePolicy({ body });
export const deletePolicy = (policyId: string) => api.notifications.removePolicy({ policyId });

export const webhookList = () =>
  queryOptions({
    queryKey: ["webhooks"],
    queryFn: ({ signal }) => api.notifications.webhooks({ page: 0, limit: 1_000 }, { signal }),
  });

export const saveWebhook = (body: WebhookInput) => api.notifications.saveWebhook({ body });
export const renewWebhookSecret = (webhookId: string) => api.notifications.renewWebhookSecret({ webhookId });
export const deleteWebhook = (webhookId: string) => api.notifications.removeWebhook({ webhookId });

/** Sent at once; the answer is what was said to it. */
export const sendTest = (body: NotificationTest) => api.notifications.test({ body });

export interface DeliveryWish {
  readonly text: string;
  readonly state: DeliveryState | undefined;
  readonly channel: NotificationChannel | undefined;
  readonly alarmId: string | undefined;
  readonly ruleId: string | undefined;
  readonly time: Expression;
}

export const deliveriesShown = 100;
const readEveryMs = 5_000;

const filtersOf = ({ text, channel, alarmId, ruleId, time }: DeliveryWish) => ({
  ...(text && { textSearch: text }),
  ...(channel && { channel }),
  ...(alarmId !== undefined && { alarmId }),
  ...(ruleId !== undefined && { ruleId }),
  ...askedTime(time),
});

export const notificationPage = (wish: DeliveryWish, page: number) =>
  queryOptions({
    queryKey: ["notifications", wish, page],
    queryFn: ({ signal }) =>
      api.notifications.list(
        { ...filtersOf(wish), ...(wish.state && { state: wish.state }), page, limit: deliveriesShown },
        { signal },
      ),
    placeholderData: keepPreviousData,
    refetchInterval: readEveryMs,
  });

export const notificationCounts = (wish: DeliveryWish) =>
  queryOptions({
    queryKey: ["notifications", "counts", { ...wish, state: undefined }],
    queryFn: ({ signal }) => api.notifications.counts(filtersOf(wish), { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: readEveryMs,
  });

export const notification = (notificationId: string) =>
  queryOptions({
    queryKey: ["notifications", "one", notificationId],
    queryFn: ({ signal }) => api.notifications.get({ notificationId }, { signal }),
    refetchInterval: readEveryMs,
  });

export const retryNotification = (notificationId: string) => api.notifications.retry({ notificationId });

/** Why somebody was told of an alarm, or was not; oneself where nobody is named. */
export const whyTold = (alarmId: string, userId: string | undefined) =>
  queryOptions({
    queryKey: ["why-told", alarmId, userId],
    queryFn: ({ signal }) => api.notifications.why({ alarmId, ...(userId !== undefined && { userId }) }, { signal }),
    refetchInterval: 10_000,
  });
