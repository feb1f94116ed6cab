import type { AuthorityId } from "../../kernel/ids.ts";
import type { Clock } from "../../kernel/time.ts";
import type { Composing } from "./composing.ts";
import type { Inbox } from "./inbox.ts";
import type { Notice, Notification } from "./notice.ts";
import type { NoticeStore } from "./notice-store.ts";
import type { NotificationText } from "./notification-text.ts";

interface Parts {
  readonly store: Pick<NoticeStore, "save">;
  readonly composing: Composing;
  readonly inbox: Inbox;
  readonly clock: Clock;
}

/** Into the inbox a message goes in the transaction that makes it: it is there once, or not at all. */
export class InboxDelivery {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async deliver(notification: Notification, { tenantId }: Notice, owner: AuthorityId): Promise<void> {
    const { store, composing, inbox, clock } = this.#parts;
    const composed = await composing.of(notification);
    if (typeof composed === "string")
      return store.save({ ...notification, state: "DROPPED", reason: composed, heldUntil: null });
    const { content, text, alarmId, deviceId } = composed;
    const { en, de } = await composed.texts();
    const { id, createdTime, policyName } = notification;
    const isThere = await inbox.put(tenantId, owner, {
      ...{ id, createdTime, policyName, alarmId, deviceId, read: false, subject: text.subject },
      text: text.lines.join("\n"),
      translations: { en: wordsOf(en), de: wordsOf(de) },
      ...{ severity: content.severity, count: content.count },
      occasion: content.items[0]?.occasion ?? "TOLD",
    });
    const ended = isThere
      ? ({ state: "DELIVERED", reason: null, deliveredTime: clock(), queuedTime: clock() } as const)
      : ({ state: "DROPPED", reason: "RECIPIENT_GONE" } as const);
    await store.save({ ...notification, ...ended, heldUntil: null, sent: [text.subject, ...text.lines].join("\n") });
  }
}

const wordsOf = ({ subject, lines }: NotificationText) => ({ subject, text: lines.join("\n") });
