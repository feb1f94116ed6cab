import type { WebhookId } from "../../../../kernel/ids.ts";
import { epochMs } from "../../../../kernel/time.ts";
import { type NamedRecipients, type RuleWebhooks, WebhookRefused } from "../../../notifications/index.ts";
import { Undeliverable } from "../../../outbox/index.ts";
import type { ActionTaker } from "../action-taker.ts";
import { toldBy } from "./told-by.ts";

/** Posts it, under the same key in each attempt [RUL4, NTF1]. */
export const callWebhook = (
  webhooks: Pick<RuleWebhooks, "call">,
  named: Pick<NamedRecipients, "misnamed">,
): ActionTaker<"WEBHOOK"> => ({
  kind: "WEBHOOK",
  isStored: false,
  problems: async ({ reach }, { webhookId }) =>
    (await named.misnamed(reach, { webhookIds: [webhookId] })).map(({ message, code }) => ({
      ...{ path: "webhookId", message, code },
      params: { id: webhookId },
    })),
  carryOut: async (order, signal) => {
    const { rule, action, transition } = order;
    const { language = "en" } = action;
    const webhookId = action.webhookId.toLowerCase() as WebhookId;
    const told = toldBy(order);
    const { alarmId } = order;
    const call = { ...told, ts: epochMs(told.ts), webhookId, language, rule, alarmId, values: transition.values };
    try {
      return await webhooks.call(call, signal);
    } catch (error) {
      throw error instanceof WebhookRefused && error.isFinal ? new Undeliverable(error.message) : error;
    }
  },
});
