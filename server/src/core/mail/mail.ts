import type { TenantId } from "../../kernel/ids.ts";
import type { EpochMs } from "../../kernel/time.ts";
import type { Outbox } from "../outbox/index.ts";
import { type KeptMail, mailTopic, messageIdOf } from "./kept-mail.ts";
import type { Letter } from "./letter.ts";
import { isMailAddress } from "./mail-address.ts";
import type { MailSettings } from "./mail-settings.ts";
import type { MailAttachment } from "./mailer.ts";

/** A mail to be sent after the change it belongs to is stored. */
export interface NewMail {
  /** Whose server sends it; null is the node's. */
  readonly tenantId: TenantId | null;
  readonly to: string;
  readonly letter: Letter;
  /** Stable: what it is about, and which of several it is. Becomes the Message-ID. */
  readonly key: string;
  /** For the list of deliveries, so without links: "Invitation to ada@example.org". */
  readonly summary: string;
  /** A link that has ended is not sent any more. */
  readonly notAfter?: EpochMs;
  readonly attachment?: MailAttachment;
}

interface MailParts {
  readonly settings: MailSettings;
  readonly outbox: Outbox;
  /** Where people reach the web interface, without a slash at its end; links are made from nothing else. */
  readonly publicUrl: string | undefined;
}

/** Mails to people: written into the outbox with the change they tell of, sent when that is stored. */
export class Mail {
  readonly #parts: MailParts;

  constructor(parts: MailParts) {
    this.#parts = parts;
  }

  /** Links are made from the setting alone: what a request says its host is, anybody can say. */
  linkTo(path: string): string | undefined {
    return this.#parts.publicUrl === undefined ? undefined : `${this.#parts.publicUrl}${path}`;
  }

  get canMakeLinks(): boolean {
    return this.#parts.publicUrl !== undefined;
  }

  /** Whether there is a server that would send for this tenant. */
  async canSend(tenantId: TenantId): Promise<boolean> {
    return (await this.#parts.settings.accountOf(tenantId)) !== undefined;
  }

  /** Whether a mail with a link can be sent to this user: there is a server, a public address, and an address of theirs. */
  async reaches(tenantId: TenantId | null, username: string): Promise<boolean> {
    if (!this.canMakeLinks || !isMailAddress(username)) return false;
    return (await this.#parts.settings.accountOf(tenantId)) !== undefined;
  }

  /** Called inside the transaction of the change. */
  send({ tenantId, to, letter, key, summary, notAfter, attachment }: NewMail): Promise<void> {
    const { publicUrl = "" } = this.#parts;
    const body: KeptMail = { to, ...letter, messageId: messageIdOf(key, publicUrl), ...(attachment && { attachment }) };
    const end = notAfter === undefined ? {} : { notAfter };
    return this.#parts.outbox.add({ tenantId, topic: mailTopic, key: keyOf(key), summary, body, ...end });
  }

  /** What has not been sent yet is not wanted any more. */
  withdraw(key: string): Promise<void> {
    return this.#parts.outbox.withdraw(keyOf(key));
  }
}

const keyOf = (key: string): string => `${mailTopic}/${key}`;
