import type { NotificationId } from "../../kernel/ids.ts";
import { type Clock, type EpochMs, monotonicMs } from "../../kernel/time.ts";
import {
  composeLetter,
  isMailAddress,
  type Mailer,
  MailRefused,
  type MailSettings,
  messageIdOf,
} from "../mail/index.ts";
import { type Delivery, type OutboxConsumer, Undeliverable } from "../outbox/index.ts";
import type { Sealer } from "../sealing/index.ts";
import type { Composed, Composing } from "./composing.ts";
import { keyOf, type Notification } from "./notice.ts";
import type { NoticeStore } from "./notice-store.ts";
import { letterOf } from "./notification-letter.ts";
import { notificationTopic } from "./notifier.ts";
import { WebhookRefused, type WebhookSender, type WebhookStore } from "./webhook.ts";
import { requestOf } from "./webhook-message.ts";
import { secretPlace, urlPlace } from "./webhooks.ts";

interface ConsumerParts {
  readonly store: NoticeStore;
  readonly composing: Composing;
  readonly mailer: Mailer;
  readonly mailSettings: Pick<MailSettings, "accountOf">;
  readonly webhooks: Pick<WebhookStore, "find">;
  readonly sender: WebhookSender;
  readonly sealer: Sealer;
  readonly publicUrl: string | undefined;
  readonly clock: Clock;
}

/** What came of an attempt, and what was sent. */
interface Sent {
  readonly answer: string;
  readonly sent: string;
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

  async deliver({ body, signal }: Delivery): Promise<void> {
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
    await this.#attempt(notification, () =>
      notification.channel === "MAIL"
        ? this.#mail(notification, composed, signal)
        : this.#webhook(notification, composed, signal),
    );
  }

  async #attempt(notification: Notification, send: () => Promise<Sent>): Promise<void> {
    const { clock } = this.#parts;
    const [began, ts] = [monotonicMs(), clock()];
    try {
      const { answer, sent } = await send();
      const tried = withAttempt(notification, { ts, tookMs: took(began), accepted: true, answer });
      const done = { state: "DELIVERED", deliveredTime: clock(), sent: sent.slice(0, sentLength) } as const;
      await this.#parts.store.save({ ...tried, ...done });
    } catch (error) {
      const answer = error instanceof Error ? error.message : String(error);
      await this.#parts.store.save(withAttempt(notification, { ts, tookMs: took(began), accepted: false, answer }));
      const isFinal = (error instanceof MailRefused || error instanceof WebhookRefused) && error.isFinal;
      throw isFinal ? new Undeliverable(answer) : error;
    }
  }

  async #mail(notification: Notification, composed: Composed, signal: AbortSignal): Promise<Sent> {
    const { mailer, mailSettings, publicUrl = "" } = this.#parts;
    const account = await mailSettings.accountOf(notification.tenantId);
    if (!account) throw new Error("there is no mail server");
    const letter = composeLetter(composed.language, letterOf(composed, notification.policyName));
    const messageId = messageIdOf(keyOf(notification.id), publicUrl);
    const message = { ...letter, to: notification.name, from: account.from, messageId };
    const answer = await mailer.send(account.server, message, signal);
    return { answer, sent: `${letter.subject}\n\n${letter.text}` };
  }

  async #webhook(notification: Notification, composed: Composed, signal: AbortSignal): Promise<Sent> {
    const { webhooks, sealer, sender, clock } = this.#parts;
    const { tenantId, webhookId, policyName: policy, step, id } = notification;
    const webhook = webhookId && (await webhooks.find(tenantId, webhookId));
    if (!webhook) throw new WebhookRefused("the webhook was deleted", true);
    const url = sealer.open(webhook.url, urlPlace(webhook.id));
    const secret = sealer.open(webhook.secret, secretPlace(webhook.id));
    if (url === undefined || secret === undefined)
      throw new WebhookRefused("its address was sealed with another key; enter it again", false);
    const { content, text, link } = composed;
    const request = requestOf(
      { key: keyOf(id), policy, step, content, text, link },
      { ...webhook, url, secret },
      clock(),
    );
    const { status, text: said } = await sender.send(request, signal);
    return { answer: `${status} ${said}`.trim(), sent: request.body };
  }

  async #drop(notification: Notification, reason: Notification["reason"]): Promise<void> {
    await this.#parts.store.save({ ...notification, state: "DROPPED", reason });
  }
}

const took = (began: number): number => Math.round(monotonicMs() - began);

const withAttempt = (
  notification: Notification,
  attempt: { ts: EpochMs; tookMs: number; accepted: boolean; answer: string },
): Notification => {
  const told = { ...attempt, answer: attempt.answer.slice(0, answerLength) };
  const tries = [...notification.tries, told].slice(-triesKept);
  return { ...notification, tries, attempts: notification.attempts + 1, answer: told.answer };
};

function idIn(body: unknown): NotificationId | undefined {
  if (typeof body !== "object" || body === null || !("id" in body)) return undefined;
  return typeof body.id === "string" ? (body.id as NotificationId) : undefined;
}
