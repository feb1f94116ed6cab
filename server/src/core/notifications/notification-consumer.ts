import type { DeliveryProblem } from "@heliograph/contract";
import type { NotificationId } from "../../kernel/ids.ts";
import { type Clock, type EpochMs, monotonicMs } from "../../kernel/time.ts";
import type { Transactions } from "../changes/index.ts";
import {
  composeLetter,
  isMailAddress,
  type Mailer,
  MailRefused,
  type MailSettings,
  messageIdOf,
} from "../mail/index.ts";
import type { Delivery, OutboxConsumer } from "../outbox/index.ts";
import type { Composed, Composing } from "./composing.ts";
import type { DeliveryAlarms } from "./delivery-alarms.ts";
import { keyOf, type Notification } from "./notice.ts";
import type { NoticeStore } from "./notice-store.ts";
import { letterOf } from "./notification-letter.ts";
import { notificationTopic } from "./notifier.ts";
import { type Teller, tellerOf } from "./teller.ts";
import { WebhookRefused } from "./webhook.ts";
import type { Posted, WebhookPosting } from "./webhook-posting.ts";

interface ConsumerParts {
  readonly store: NoticeStore;
  readonly composing: Composing;
  readonly mailer: Mailer;
  readonly mailSettings: Pick<MailSettings, "accountOf">;
  readonly posting: WebhookPosting;
  readonly alarms: DeliveryAlarms;
  readonly transactions: Transactions;
  /** How long a message is tried. */
  readonly spanMs: number;
  readonly publicUrl: string | undefined;
  readonly clock: Clock;
}

const triesKept = 50;
const answerLength = 500;
const sentLength = 20_000;

/** Sends messages of the outbox by mail and to webhooks; each attempt and what was said to it is on record [NTF1]. */
export class NotificationConsumer implements OutboxConsumer {
  readonly topic = notificationTopic;
  readonly #parts: ConsumerParts;

  constructor(parts: ConsumerParts) {
    this.#parts = parts;
  }

  async deliver({ body, signal, createdTime }: Delivery): Promise<void> {
    const id = idIn(body);
    const notification = id === undefined ? undefined : await this.#parts.store.find(id);
    // One that was delivered and not taken out of the outbox before the node died is not sent again.
    if (notification?.state !== "QUEUED") return;
    const composed = await this.#parts.composing.of(notification);
    if (typeof composed === "string") return this.#drop(notification, composed);
    if (notification.channel === "MAIL") {
      if (!isMailAddress(notification.name)) return this.#drop(notification, "NO_ADDRESS");
      if (!composed.wantsMail) return this.#drop(notification, "SWITCHED_OFF");
    }
    const send = notification.channel === "MAIL" ? this.#mail : this.#webhook;
    const failure = await this.#attempt(notification, () => send.call(this, notification, composed, signal), signal);
    if (!failure) return;
    const { clock, spanMs } = this.#parts;
    // What is over is on record here: in the outbox it would take the place of others.
    if (!failure.isFinal && clock() - createdTime < spanMs) throw failure.error;
  }

  /** Why it was not taken. */
  async #attempt(
    notification: Notification,
    send: () => Promise<Posted>,
    signal: AbortSignal,
  ): Promise<Failure | undefined> {
    const { clock } = this.#parts;
    const [began, ts] = [monotonicMs(), clock()];
    const posted = await send().catch((error: unknown) => failureOf(error));
    if ("error" in posted && signal.aborted) throw posted.error; // the node stops: no fault of theirs
    const attempt = { ts, tookMs: took(began) };
    if (!("error" in posted)) {
      const tried = withAttempt(notification, { ...attempt, accepted: true, answer: posted.answer, problem: null });
      const done = { state: "DELIVERED", deliveredTime: clock(), sent: posted.sent.slice(0, sentLength) } as const;
      await this.#parts.store.save({ ...tried, ...done });
      await this.#parts.alarms.arrived(notification);
      return undefined;
    }
    const { answer, problem, isFinal } = posted;
    await this.#failed(withAttempt(notification, { ...attempt, accepted: false, answer, problem }), isFinal);
    return posted;
  }

  /** With its alarm, or not at all. */
  async #failed(tried: Notification, isFinal: boolean): Promise<void> {
    const { store, alarms, transactions } = this.#parts;
    await transactions.run(async () => store.save(await alarms.failed(tried, isFinal)));
  }

  async #mail(notification: Notification, composed: Composed, signal: AbortSignal): Promise<Posted> {
    const { mailer, mailSettings, publicUrl = "" } = this.#parts;
    const account = await mailSettings.accountOf(notification.tenantId);
    if (!account) throw new NoMailServer("there is no mail server");
    const letter = composeLetter(composed.language, letterOf(composed, tellerOf(notification, composed.content.items)));
    const messageId = messageIdOf(keyOf(notification.id), publicUrl);
    const message = { ...letter, to: notification.name, from: account.from, messageId };
    const answer = await mailer.send(account.server, message, signal);
    return { answer, sent: `${letter.subject}\n\n${letter.text}` };
  }

  async #webhook(notification: Notification, composed: Composed, signal: AbortSignal): Promise<Posted> {
    const { tenantId, webhookId, id } = notification;
    if (!webhookId) throw new WebhookRefused("the webhook was deleted", true, "WEBHOOK_GONE");
    const { content, text, link } = composed;
    const message = { key: keyOf(id), by: namedIn(tellerOf(notification, content.items)), content, text, link };
    return this.#parts.posting.postTo(tenantId, webhookId, message, signal);
  }

  async #drop(notification: Notification, reason: Notification["reason"]): Promise<void> {
    await this.#parts.store.save({ ...notification, state: "DROPPED", reason });
  }
}

/** As programs read it. */
const namedIn = (by: Teller) =>
  by.kind === "policy" ? { policy: by.name, step: by.step } : { [by.kind]: { id: by.id, name: by.name } };

/** An administrator can set it right: it is tried again. */
class NoMailServer extends Error {}

interface Failure {
  readonly answer: string;
  readonly problem: DeliveryProblem;
  readonly isFinal: boolean;
  readonly error: unknown;
}

function failureOf(error: unknown): Failure {
  const answer = error instanceof Error ? error.message : String(error);
  if (error instanceof WebhookRefused) return { answer, error, isFinal: error.isFinal, problem: error.problem };
  if (error instanceof MailRefused) return { answer, error, isFinal: error.isFinal, problem: "REFUSED" };
  return { answer, error, isFinal: false, problem: error instanceof NoMailServer ? "NO_MAIL_SERVER" : "NOT_REACHED" };
}

const took = (began: number): number => Math.round(monotonicMs() - began);

const withAttempt = (
  notification: Notification,
  attempt: { ts: EpochMs; tookMs: number; accepted: boolean; answer: string; problem: DeliveryProblem | null },
): Notification => {
  const told = { ...attempt, answer: attempt.answer.slice(0, answerLength) };
  const tries = [...notification.tries, told].slice(-triesKept);
  return { ...notification, tries, attempts: notification.attempts + 1, answer: told.answer };
};

function idIn(body: unknown): NotificationId | undefined {
  if (typeof body !== "object" || body === null || !("id" in body)) return undefined;
  return typeof body.id === "string" ? (body.id as NotificationId) : undefined;
}
