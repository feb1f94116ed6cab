import { randomUUID } from "node:crypto";
import type { TenantId } from "../../kernel/ids.ts";
import type { Clock } from "../../kernel/time.ts";
import type { Audit } from "../audit/index.ts";
import { mailAddressInvalid, mailNotSetUp, mailTestsTooMany } from "./errors.ts";
import type { LetterLanguage } from "./letter.ts";
import { testLetter } from "./letters/test-letter.ts";
import { isMailAddress } from "./mail-address.ts";
import type { MailSettings } from "./mail-settings.ts";
import { type Mailer, MailRefused } from "./mailer.ts";

interface MailTestParts {
  readonly mailer: Mailer;
  readonly settings: MailSettings;
  readonly audit: Audit;
  /** Time that passes, whatever the clock is set to. */
  readonly steady: Clock;
}

interface WantedTest {
  readonly tenantId: TenantId;
  readonly tenantName: string;
  readonly to: string;
  readonly language: LetterLanguage;
  readonly askedBy: string;
}

/** What the server said. */
interface TestOutcome {
  readonly accepted: boolean;
  readonly response: string;
}

const hourMs = 3_600_000;

/** Mails that show an administrator whether the settings are right. Sent at once, and answered with the server's words. */
export class MailTests {
  readonly #parts: MailTestParts;
  readonly #perHour: number;
  readonly #sent = new Map<TenantId, number[]>();

  constructor(parts: MailTestParts, perHour: number) {
    this.#parts = parts;
    this.#perHour = perHour;
  }

  async send({ tenantId, tenantName, to, language, askedBy }: WantedTest): Promise<TestOutcome> {
    const { settings, audit } = this.#parts;
    if (!isMailAddress(to)) throw mailAddressInvalid(to);
    const account = await settings.accountOf(tenantId);
    if (!account) throw mailNotSetUp();
    this.#takeTurn(tenantId);
    const domain = account.from.address.slice(account.from.address.lastIndexOf("@") + 1);
    const letter = testLetter(language, { tenantName, askedBy });
    const message = { ...letter, to, from: account.from, messageId: `${randomUUID()}@${domain}` };
    const outcome = await this.#outcomeOf(() => this.#parts.mailer.send(account.server, message));
    const act = {
      action: "MAIL_TESTED",
      tenantId,
      entity: { type: "TENANT", id: tenantId, name: tenantName },
    } as const;
    if (outcome.accepted) await audit.note({ ...act, facts: { to } });
    else await audit.refused({ ...act, facts: { to } }, outcome.response);
    return outcome;
  }

  async #outcomeOf(send: () => Promise<string>): Promise<TestOutcome> {
    try {
      return { accepted: true, response: await send() };
    } catch (error) {
      if (error instanceof MailRefused) return { accepted: false, response: error.message };
      throw error;
    }
  }

  /** Nobody sends mails to strangers by the dozen, or knocks at servers one after the other. */
  #takeTurn(tenant: TenantId): void {
    const now = this.#parts.steady();
    for (const [other, times] of this.#sent) if ((times.at(-1) ?? 0) <= now - hourMs) this.#sent.delete(other);
    const recent = (this.#sent.get(tenant) ?? []).filter((time) => time > now - hourMs);
    const [oldest = now] = recent;
    if (recent.length >= this.#perHour) throw mailTestsTooMany(oldest + hourMs - now);
    this.#sent.set(tenant, [...recent, now]);
  }
}
