import { randomUUID } from "node:crypto";
import type { DeliveryProblem, NotificationTest, NotificationTestAnswer } from "@heliograph/contract";
import { type AuthorityId, type NotificationId, newId, type TenantId, type WebhookId } from "../../kernel/ids.ts";
import type { Clock } from "../../kernel/time.ts";
import type { Audit } from "../audit/index.ts";
import {
  composeLetter,
  isMailAddress,
  type LetterLanguage,
  type Mailer,
  MailRefused,
  type MailSettings,
  messageIdOf,
} from "../mail/index.ts";
import type { Reach } from "../projects/index.ts";
import { addressInvalid, testsTooMany, testUnclear } from "./errors.ts";
import type { Inbox } from "./inbox.ts";
import { WebhookRefused } from "./webhook.ts";
import type { WebhookPosting } from "./webhook-posting.ts";
import type { Webhooks } from "./webhooks.ts";

interface TestParts {
  readonly mailer: Mailer;
  readonly mailSettings: Pick<MailSettings, "accountOf">;
  readonly webhooks: Pick<Webhooks, "require">;
  readonly posting: WebhookPosting;
  readonly inbox: Pick<Inbox, "put">;
  readonly audit: Audit;
  readonly clock: Clock;
  /** Time that passes, whatever the clock is set to. */
  readonly steady: Clock;
}

/** Who asks for a test. */
interface Asker {
  readonly reach: Reach;
  readonly authorityId: AuthorityId;
  readonly username: string;
  readonly language: LetterLanguage;
}

const hourMs = 3_600_000;
const subjects: Record<LetterLanguage, string> = { en: "Test notification", de: "Testbenachrichtigung" };
const texts: Record<LetterLanguage, (name: string) => string> = {
  en: (name) => `${name} asked for this test. There is nothing to do.`,
  de: (name) => `${name} hat diesen Test angefordert. Es ist nichts zu tun.`,
};
const wordsIn = (language: LetterLanguage, name: string) => ({
  subject: subjects[language],
  text: texts[language](name),
});

/** Shows whether a channel works: sent at once, and answered with what was said. */
export class NotificationTests {
  readonly #parts: TestParts;
  readonly #perHour: number;
  readonly #sent = new Map<TenantId, number[]>();

  constructor(parts: TestParts, perHour: number) {
    this.#parts = parts;
    this.#perHour = perHour;
  }

  async send(asker: Asker, { address, webhookId, inbox }: NotificationTest): Promise<NotificationTestAnswer> {
    if ([address, webhookId, inbox || undefined].filter((one) => one !== undefined).length !== 1) throw testUnclear();
    if (address !== undefined && !isMailAddress(address)) throw addressInvalid("address", address);
    const send = await this.#way(asker, address, webhookId);
    const { tenantId } = asker.reach;
    this.#takeTurn(tenantId);
    const outcome = await outcomeOf(send);
    const entity = { type: "NOTIFICATION", id: "", name: address ?? webhookId ?? "inbox" } as const;
    const act = { action: "NOTIFICATION_TESTED", tenantId, entity } as const;
    if (outcome.accepted) await this.#parts.audit.note(act);
    else await this.#parts.audit.refused(act, outcome.answer);
    return outcome;
  }

  async #way(asker: Asker, address: string | undefined, webhookId: string | undefined): Promise<() => Promise<string>> {
    if (address !== undefined) return () => this.#mail(asker, address);
    if (webhookId === undefined) return () => this.#putIn(asker);
    const id = webhookId.toLowerCase() as WebhookId;
    const webhook = await this.#parts.webhooks.require(asker.reach, id, "to-use");
    return async () => {
      const text = { subject: subjects[asker.language], lines: [texts[asker.language](asker.username)] };
      const content = { count: 0, severity: "INDETERMINATE", items: [], titles: [] } as const;
      const message = { key: `test/${randomUUID()}`, by: { test: true }, content, text, link: undefined };
      return (await this.#parts.posting.post(webhook, message)).answer;
    };
  }

  async #mail({ reach, username, language }: Asker, to: string): Promise<string> {
    const account = await this.#parts.mailSettings.accountOf(reach.tenantId);
    if (!account) throw new WebhookRefused("there is no mail server", false, "NO_MAIL_SERVER");
    const letter = composeLetter(language, {
      ...{ subject: subjects[language], greeting: "", paragraphs: [texts[language](username)], closing: [] },
    });
    const messageId = messageIdOf(randomUUID(), "");
    return this.#parts.mailer.send(account.server, { ...letter, to, from: account.from, messageId });
  }

  async #putIn({ reach, authorityId, username, language }: Asker): Promise<string> {
    const isThere = await this.#parts.inbox.put(reach.tenantId, authorityId, {
      ...{ id: newId<NotificationId>(), createdTime: this.#parts.clock(), subject: subjects[language] },
      translations: { en: wordsIn("en", username), de: wordsIn("de", username) },
      ...{ text: texts[language](username), severity: "INDETERMINATE", occasion: "TEST", count: 0 },
      ...{ alarmId: null, deviceId: null, policyName: subjects[language], read: false },
    });
    if (!isThere) throw new WebhookRefused("you have no inbox in this tenant", true, "NO_INBOX");
    return "in your inbox";
  }

  /** Nobody sends mails to strangers by the dozen, or knocks at servers one after the other. */
  #takeTurn(tenant: TenantId): void {
    const now = this.#parts.steady();
    for (const [other, times] of this.#sent) if ((times.at(-1) ?? 0) <= now - hourMs) this.#sent.delete(other);
    const recent = (this.#sent.get(tenant) ?? []).filter((time) => time > now - hourMs);
    const [oldest = now] = recent;
    if (recent.length >= this.#perHour) throw testsTooMany(oldest + hourMs - now);
    this.#sent.set(tenant, [...recent, now]);
  }
}

async function outcomeOf(send: () => Promise<string>): Promise<NotificationTestAnswer> {
  try {
    return { accepted: true, answer: await send(), problem: null };
  } catch (error) {
    if (error instanceof WebhookRefused) return refused(error.message, error.problem);
    if (error instanceof MailRefused) return refused(error.message, "REFUSED");
    throw error;
  }
}

const refused = (answer: string, problem: DeliveryProblem): NotificationTestAnswer => ({
  ...{ accepted: false, answer, problem },
});
