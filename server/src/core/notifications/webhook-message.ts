import { createHmac } from "node:crypto";
import type { WebhookTemplate } from "@heliograph/contract";
import type { EpochMs } from "../../kernel/time.ts";
import type { NoticeContent } from "./notice-store.ts";
import type { NotificationText } from "./notification-text.ts";
import type { Reading } from "./reading.ts";
import type { WebhookRequest } from "./webhook.ts";

/** What a request is made of. */
export interface WebhookMessage {
  readonly key: string;
  /** Who tells it: a policy and the step of its escalation, a schedule, or a rule with the values that caused it. */
  readonly by: Readonly<Record<string, unknown>>;
  readonly content: NoticeContent;
  readonly text: NotificationText;
  readonly link: string | undefined;
}

interface WebhookTarget {
  readonly url: string;
  readonly secret: string;
  readonly template: WebhookTemplate;
  readonly chatId: string | null;
}

/** Of what these programs show; they refuse longer ones. */
const longestChat = 3_500;

/** Signed over id, time and body, so that a receiver knows that it is ours, new, and not the same again [NTF1]. */
export function requestOf(
  message: WebhookMessage,
  { url, secret, template, chatId }: WebhookTarget,
  now: EpochMs,
): WebhookRequest {
  const body = JSON.stringify(bodies[template](message, chatId));
  const timestamp = String(Math.floor(now / 1_000));
  return {
    url,
    body,
    headers: {
      "content-type": "application/json; charset=utf-8",
      "webhook-id": message.key,
      "webhook-timestamp": timestamp,
      "webhook-signature": signatureOf(secret, message.key, timestamp, body),
    },
  };
}

/** `v1,` and the HMAC-SHA256 as base64; the secret is base64 behind `whsec_`. */
export const signatureOf = (secret: string, id: string, timestamp: string, body: string): string => {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
};

const bodies: Record<WebhookTemplate, (message: WebhookMessage, chatId: string | null) => object> = {
  JSON: ({ key, by, content, text, link }) => ({
    ...{ id: key, ...by, subject: text.subject, severity: content.severity, count: content.count },
    ...(link !== undefined && { link }),
    alarms: content.items.map(
      ({ alarmId, deviceId, deviceName, title, text: said, severity, occasion, ts, readings }) => ({
        ...{ id: alarmId, type: title, severity, occasion, ts, text: said, ...measuredIn(readings) },
        device: deviceId === null ? null : { id: deviceId, name: deviceName },
      }),
    ),
  }),
  SLACK: ({ text, link }) => ({ text: slackEscaped(chatOf(text, link)) }),
  TEAMS: ({ text, link }) => ({
    type: "message",
    attachments: [
      {
        contentType: "application/vnd.microsoft.card.adaptive",
        content: {
          ...{ $schema: "http://adaptivecards.io/schemas/adaptive-card.json", type: "AdaptiveCard", version: "1.4" },
          body: [
            plainText(text.subject, "Bolder"),
            ...shortened(text.lines.join("\n"))
              .split("\n")
              .map((line) => plainText(line)),
          ],
          ...(link !== undefined && { actions: [{ type: "Action.OpenUrl", title: "Heliograph", url: link }] }),
        },
      },
    ],
  }),
  TELEGRAM: ({ text, link }, chatId) => ({ chat_id: chatId, text: chatOf(text, link) }),
};

/** What was measured: all of it by key, and of the first the limit and the unit, which is all there is of most alarms. */
const measuredIn = (readings: readonly Reading[]) => ({
  values: Object.fromEntries(readings.map(({ key, value }) => [key, value])),
  ...{ limit: readings[0]?.limit ?? null, unit: readings[0]?.unit ?? null },
  readings,
});
/** Never in the middle of a character. */
const shortened = (text: string): string =>
  text.length > longestChat ? `${text.slice(0, longestChat).replace(/[\uD800-\uDBFF]$/, "")}…` : text;
/** A TextBlock would take names for Markdown, links among it. */
const plainText = (text: string, weight = "Default") => ({
  type: "RichTextBlock",
  inlines: [{ type: "TextRun", text, weight }],
});
const chatOf = ({ subject, lines }: NotificationText, link: string | undefined): string =>
  shortened([subject, ...lines, ...(link === undefined ? [] : [link])].join("\n"));
/** Else a name could call a whole channel. */
const slackEscaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
