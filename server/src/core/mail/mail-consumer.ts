import type { Readable } from "node:stream";
import { type Delivery, type OutboxConsumer, Undeliverable } from "../outbox/index.ts";
import { keptMailOf, mailTopic } from "./kept-mail.ts";
import type { MailSettings } from "./mail-settings.ts";
import { type MailAttachment, type Mailer, MailRefused } from "./mailer.ts";

/** Sends the mails of the outbox, by the server their tenant has at the moment of sending. */
export class MailConsumer implements OutboxConsumer {
  readonly topic = mailTopic;
  readonly #mailer: Mailer;
  readonly #settings: MailSettings;

  #open: (attachment: MailAttachment) => Promise<Readable> = async () => {
    throw new Undeliverable("nothing can be attached");
  };

  constructor(mailer: Mailer, settings: MailSettings) {
    this.#mailer = mailer;
    this.#settings = settings;
  }

  /** Before anything is delivered: where attachments are. One that is gone is `Undeliverable`. */
  attachFrom(open: (attachment: MailAttachment) => Promise<Readable>): void {
    this.#open = open;
  }

  async deliver({ tenantId, body, signal }: Delivery): Promise<void> {
    const mail = keptMailOf(body);
    if (!mail) throw new Undeliverable("it is no mail");
    const account = await this.#settings.accountOf(tenantId);
    // Not given up: it is a matter of minutes for an administrator who changes the settings.
    if (!account) throw new Error("there is no mail server any more");
    const { server, from } = account;
    const { attachment, ...message } = mail;
    const bytes = attachment && (await this.#open(attachment));
    try {
      const attached = attachment && bytes && { name: attachment.name, mediaType: attachment.mediaType, bytes };
      await this.#mailer.send(server, { ...message, from, ...(attached && { attached }) }, signal);
    } catch (error) {
      throw error instanceof MailRefused && error.isFinal ? new Undeliverable(error.message) : error;
    } finally {
      bytes?.destroy();
    }
  }
}
