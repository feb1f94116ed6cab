import type { TenantId, WebhookId } from "../../kernel/ids.ts";
import type { Clock } from "../../kernel/time.ts";
import type { Sealer } from "../sealing/index.ts";
import { type Webhook, WebhookRefused, type WebhookSender, type WebhookStore } from "./webhook.ts";
import { requestOf, type WebhookMessage } from "./webhook-message.ts";
import { secretPlace, urlPlace } from "./webhooks.ts";

interface Parts {
  readonly webhooks: Pick<WebhookStore, "find">;
  readonly sender: WebhookSender;
  readonly sealer: Sealer;
  readonly clock: Clock;
}

/** What was answered, and what was sent. */
export interface Posted {
  readonly answer: string;
  readonly sent: string;
}

/** Posts messages to webhooks, each signed anew under its own key [NTF1]. */
export class WebhookPosting {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async postTo(tenantId: TenantId, id: WebhookId, message: WebhookMessage, signal: AbortSignal): Promise<Posted> {
    const webhook = await this.#parts.webhooks.find(tenantId, id);
    if (!webhook) throw new WebhookRefused("the webhook was deleted", true, "WEBHOOK_GONE");
    return this.post(webhook, message, signal);
  }

  async post(webhook: Webhook, message: WebhookMessage, signal?: AbortSignal): Promise<Posted> {
    const { sealer, sender, clock } = this.#parts;
    const url = sealer.open(webhook.url, urlPlace(webhook.id));
    const secret = sealer.open(webhook.secret, secretPlace(webhook.id));
    if (url === undefined || secret === undefined) {
      const why = "its address was sealed with another key; enter it again and make a new secret";
      throw new WebhookRefused(why, false, "SEALED_ELSEWHERE");
    }
    const request = requestOf(message, { ...webhook, url, secret }, clock());
    const { status, text } = await sender.send(request, signal);
    return { answer: `${status} ${text}`.trim(), sent: request.body };
  }
}
