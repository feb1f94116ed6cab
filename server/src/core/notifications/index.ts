export { Composing } from "./composing.ts";
export { Deciding } from "./deciding.ts";
export { DeliveryAlarms } from "./delivery-alarms.ts";
export { policyVersionNeeded } from "./errors.ts";
export { Inbox, type InboxMessage, type InboxStore } from "./inbox.ts";
export { InboxDelivery } from "./inbox-delivery.ts";
export { rememberedChannels } from "./measured.ts";
export { NamedRecipients } from "./named-recipients.ts";
export type {
  AlarmNews,
  Notice,
  NoticeItem,
  Notification,
  NotificationTimer,
  Recipient,
  SilenceKind,
  StoredState,
  TakenNews,
} from "./notice.ts";
export { keyOf } from "./notice.ts";
export type { NoticeContent, NoticePlaces, NoticeStore, SaidByRule, ToldDevice } from "./notice-store.ts";
export { NotificationConsumer } from "./notification-consumer.ts";
export type { NotificationLimits } from "./notification-limits.ts";
export type { NotificationPolicy, NotificationPolicyStore, PolicyProperties } from "./notification-policy.ts";
export { NotificationTests } from "./notification-tests.ts";
export { Notifier } from "./notifier.ts";
export { NotificationPolicies } from "./policies.ts";
export { type Reading, readingsIn } from "./reading.ts";
export { Recipients } from "./recipients.ts";
export { type NotificationOnRecord, NotificationRecords, type RecordFilter, type RecordStore } from "./records.ts";
export { RuleWebhooks } from "./rule-webhooks.ts";
export { isDeviceSilent } from "./silences.ts";
export { Tell } from "./tell.ts";
export { scheduledKeyOf, scheduleOf } from "./teller.ts";
export type { ToldAlready } from "./told-already.ts";
export type { ToldMessage } from "./told-message.ts";
export {
  type Webhook,
  type WebhookAnswer,
  WebhookRefused,
  type WebhookRequest,
  type WebhookSender,
  type WebhookStore,
} from "./webhook.ts";
export { signatureOf } from "./webhook-message.ts";
export { WebhookPosting } from "./webhook-posting.ts";
export { type ShownWebhook, type WebhookProperties, Webhooks } from "./webhooks.ts";
export { WhyTold } from "./why.ts";
export { WindowWatch } from "./window-watch.ts";
