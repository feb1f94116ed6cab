import { duration, longSpan, networks, optionalText, smtpUrl, webAddress, wholeNumber } from "../setting-kinds.ts";

/** Mail, and what else goes out because something was changed. */
export const mailSettings = {
  publicUrl: webAddress(
    "HELIO_PUBLIC_URL",
    "Where people reach the web interface (https://helio.example.org); links in mails begin with it",
  ),
  smtpUrl: smtpUrl(
    "HELIO_SMTP_URL",
    "Mail server: smtps://user:password@host (TLS), smtp://… (STARTTLS), smtp://…?security=none (neither)",
  ),
  mailFrom: optionalText("HELIO_MAIL_FROM", "Whom mails come from: Heliograph <noreply@example.org>"),
  mailTimeout: duration("HELIO_MAIL_TIMEOUT", "20s", "Sending one mail may take so long", { min: "1s", max: "10min" }),
  mailInside: networks(
    "HELIO_MAIL_INSIDE",
    "Private addresses at which mail servers that tenants name may be; public ones always may",
  ),
  mailTestsPerHour: wholeNumber("HELIO_MAIL_TESTS_PER_HOUR", 20, "Test mails of a tenant in an hour", {
    min: 1,
    max: 1_000,
  }),
  outboxPerTenant: wholeNumber(
    "HELIO_OUTBOX_PER_TENANT",
    10_000,
    "Mails and other deliveries of a tenant that wait, or were given up and not removed",
    { min: 1, max: 1_000_000 },
  ),
  outboxAttempts: wholeNumber("HELIO_OUTBOX_ATTEMPTS", 33, "Attempts to deliver before it is given up", {
    min: 1,
    max: 1_000,
  }),
  outboxDelay: duration("HELIO_OUTBOX_DELAY", "10s", "Between the first two attempts to deliver; doubles each time", {
    min: "10ms",
    max: "1h",
  }),
  outboxDelayMax: duration("HELIO_OUTBOX_DELAY_MAX", "1h", "The longest time between two attempts to deliver", {
    min: "10ms",
    max: "7d",
  }),
  outboxAtOnce: wholeNumber("HELIO_OUTBOX_AT_ONCE", 16, "Deliveries under way at once", { min: 1, max: 1_000 }),
  outboxTenantAtOnce: wholeNumber("HELIO_OUTBOX_TENANT_AT_ONCE", 2, "Deliveries of one tenant under way at once", {
    min: 1,
    max: 1_000,
  }),
  outboxRetention: duration("HELIO_OUTBOX_RETENTION", "30d", "What was given up is shown so long", longSpan),
  workLease: duration(
    "HELIO_WORK_LEASE",
    "10s",
    "Deliveries and jobs of a node not heard of for so long go to another",
    {
      min: "1s",
      max: "10min",
    },
  ),
} as const;
