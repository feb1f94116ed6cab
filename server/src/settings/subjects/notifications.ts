import { duration, longSpan, networks, wholeNumber } from "../setting-kinds.ts";

/** Who is told of alarms, and how much of it is kept. */
export const notificationSettings = {
  notificationPolicies: wholeNumber("HELIO_NOTIFICATION_POLICIES", 200, "Notification policies a tenant may have", {
    min: 1,
    max: 10_000,
  }),
  webhooks: wholeNumber("HELIO_WEBHOOKS", 100, "Webhooks a tenant may have", { min: 1, max: 10_000 }),
  webhookTimeout: duration("HELIO_WEBHOOK_TIMEOUT", "10s", "One request to a webhook may take so long", {
    min: "100ms",
    max: "10min",
  }),
  webhookAnswerBytes: wholeNumber("HELIO_WEBHOOK_ANSWER_BYTES", 65_536, "Bytes of a webhook's answer that are read", {
    min: 64,
    max: 10_485_760,
  }),
  webhookInside: networks(
    "HELIO_WEBHOOK_INSIDE",
    "Private addresses at which webhooks of tenants may be; public ones always may",
  ),
  inboxPerUser: wholeNumber("HELIO_INBOX_PER_USER", 500, "Messages in the inbox of a user", { min: 1, max: 100_000 }),
  notificationsPerHour: wholeNumber(
    "HELIO_NOTIFICATIONS_PER_HOUR",
    60,
    "Mails to one address, or requests to one webhook, because of alarms of a tenant in an hour",
    { min: 1, max: 3_600 },
  ),
  notificationRecipients: wholeNumber("HELIO_NOTIFICATION_RECIPIENTS", 1_000, "Recipients of one message", {
    min: 1,
    max: 100_000,
  }),
  notificationLines: wholeNumber("HELIO_NOTIFICATION_LINES", 50, "Alarms a message names", { min: 1, max: 1_000 }),
  notificationRecheck: duration(
    "HELIO_NOTIFICATION_RECHECK",
    "1min",
    "Alarms nobody is told of because of shelving or maintenance are looked at again so often",
    { min: "1s", max: "1h" },
  ),
  ruleMessageWait: duration(
    "HELIO_RULE_MESSAGE_WAIT",
    "5s",
    "What rules tell of one device waits so long for others, up to 24 times as long while more come",
    { min: "0ms", max: "10min" },
  ),
  ruleMessageEvery: duration(
    "HELIO_RULE_MESSAGE_EVERY",
    "1min",
    "Messages of one action of a rule are at least so far apart",
    { min: "0ms", max: "24h" },
  ),
  notificationSpan: duration("HELIO_NOTIFICATION_SPAN", "24h", "A mail or a request to a webhook is tried so long", {
    min: "1s",
    max: "7d",
  }),
  notificationItems: wholeNumber(
    "HELIO_NOTIFICATION_ITEMS",
    1_000_000,
    "Of alarms of a tenant that were told or silenced, so many times are on record",
    { min: 100, max: 100_000_000 },
  ),
  notificationRetention: duration(
    "HELIO_NOTIFICATION_RETENTION",
    "90d",
    "What was told is on record so long",
    longSpan,
  ),
  notificationRecords: wholeNumber("HELIO_NOTIFICATION_RECORDS", 100_000, "Messages of a tenant on record", {
    min: 10,
    max: 10_000_000,
  }),
  notificationTestsPerHour: wholeNumber("HELIO_NOTIFICATION_TESTS_PER_HOUR", 20, "Tests of a tenant in an hour", {
    min: 1,
    max: 1_000,
  }),
} as const;
