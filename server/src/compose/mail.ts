import type { Logger } from "pino";
import { AllowedAddresses } from "../adapters/outward/allowed-addresses.ts";
import { SmtpMailer } from "../adapters/outward/smtp-mailer.ts";
import type { Database } from "../adapters/sql/database.ts";
import { SqlLeaseStore } from "../adapters/sql/stores/lease-store.ts";
import { SqlOutboxStore } from "../adapters/sql/stores/outbox-store.ts";
import { SqlTenantMailStore } from "../adapters/sql/stores/tenant-mail-store.ts";
import type { Audit } from "../core/audit/index.ts";
import type { Transactions } from "../core/changes/index.ts";
import { Lease } from "../core/leases/index.ts";
import {
  Mail,
  type MailAccount,
  MailConsumer,
  type Mailer,
  MailSettings,
  MailTests,
  mailSenderOf,
} from "../core/mail/index.ts";
import { Courier, type CourierLimits, type CourierLog, Outbox } from "../core/outbox/index.ts";
import type { Sealer } from "../core/sealing/index.ts";
import { type Clock, steadyClock } from "../kernel/time.ts";
import { Troubles } from "../kernel/troubles.ts";
import { type Config, ConfigError } from "../settings/config.ts";

/** What is told to the outside after a change: the outbox, and mail as what it delivers. */
export interface MailParts {
  readonly sealer: Sealer;
  readonly outbox: Outbox;
  readonly mail: Mail;
  readonly mailSettings: MailSettings;
  readonly mailTests: MailTests;
  readonly courier: Courier;
  readonly mailer: Mailer;
  readonly mailConsumer: MailConsumer;
}

interface Around {
  readonly database: Database;
  readonly transactions: Transactions;
  readonly audit: Audit;
  readonly sealer: Sealer;
  readonly clock: Clock;
  readonly logger: Logger;
}

export function composeMail(config: Config, around: Around): MailParts {
  const { database, transactions, audit, sealer, clock, logger } = around;
  const store = new SqlOutboxStore(database);
  const outbox = new Outbox({ store, transactions, sealer, audit, clock }, config.outboxPerTenant);
  const allowed = new AllowedAddresses(config.mailInside);
  const mailSettings = new MailSettings({
    ...around,
    store: new SqlTenantMailStore(database),
    node: nodeMail(config),
    isRefused: (host) => allowed.refuses(host),
  });
  const mailer = new SmtpMailer({ allowed, limits: { timeoutMs: config.mailTimeout } });
  const lease = new Lease({ store: new SqlLeaseStore(database), clock }, "outbox", config.workLease);
  const mailConsumer = new MailConsumer(mailer, mailSettings);
  const parts = { store, lease, sealer, consumers: [mailConsumer], clock, log: courierLog(logger) };
  const courier = new Courier(parts, courierLimits(config));
  const { publicUrl } = config;
  return {
    ...{ sealer, outbox, mailSettings, courier, mailer, mailConsumer },
    mail: new Mail({ settings: mailSettings, outbox, publicUrl }),
    mailTests: new MailTests({ mailer, settings: mailSettings, audit, steady: steadyClock }, config.mailTestsPerHour),
  };
}

function nodeMail({ smtpUrl, mailFrom }: Config): MailAccount | undefined {
  if (!smtpUrl || mailFrom === undefined) return undefined;
  const from = mailSenderOf(mailFrom);
  if (!from)
    throw new ConfigError([`HELIO_MAIL_FROM must be such as Heliograph <noreply@example.org>, not "${mailFrom}"`]);
  return { server: { ...smtpUrl, isGuarded: false }, from };
}

export const courierLimits = (config: Config): CourierLimits => ({
  attempts: config.outboxAttempts,
  firstDelayMs: config.outboxDelay,
  longestDelayMs: config.outboxDelayMax,
  atOnce: config.outboxAtOnce,
  perTenant: config.outboxTenantAtOnce,
  together: 1,
});

/** Names what it was by its key: a body may hold secrets, and a summary somebody's address. */
export const courierLog = (logger: Logger): CourierLog => {
  const heldUp = (error: unknown, key?: string) => logger.error({ err: error, key }, "deliveries are held up");
  const troubles = new Troubles({
    begins: (error) => heldUp(error),
    over: (failures) => logger.info({ failures }, "deliveries go on"),
  });
  return {
    failed: ({ topic, key, tenantId, attempts }, failure) =>
      logger.info({ topic, key, tenantId, attempts, failure }, "a delivery failed and is tried again later"),
    givenUp: ({ topic, key, tenantId, attempts }, failure) =>
      logger.error({ topic, key, tenantId, attempts, failure }, "a delivery was given up"),
    error: (error, entry) => {
      if (!entry) troubles.met("outbox", error);
      else if (!troubles.isOpen) heldUp(error, entry.key);
    },
    goesOn: () => troubles.well("outbox"),
  };
};
