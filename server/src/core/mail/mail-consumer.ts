import { type Delivery, type OutboxConsumer, Undeliverable } from "../outbox/index.ts";
import { keptMailOf, mailTopic } from "./kept-mail.ts";
import type { MailSettings } from "./mail-settings.ts";
import { type Mailer, MailRefused } from "./mailer.ts";

/** Sends the mails of the outbox, by the server their tenant has at the moment of sending. */
export class MailConsumer implements OutboxConsumer {
  readonly topic = mailTopic;
  readonly #mailer: Mailer;
  readonly #settings: MailSettings;

  constructor(mailer: Mailer, settings: MailSettings) {
    this.#mailer = mailer;
    this.#settings = settings;
  }

  async deliver({ tenantId, body, signal }: Delivery): Promise<void> {
    const mail = keptMailOf(body);
    if (!mail) throw new Undeliverable("it is no mail");
    const account = await this.#settings.accountOf(tenantId);
    // Not given up: it is a matter of minutes for an administrator who changes the settings.
    if (!account) throw new Error("there is no mail server any more");
    const { server, from } = account;
    try {
      await this.#mailer.send(server, { ...mail, from }, signal);
    } catch (error) {
      throw error instanceof MailRefused && error.isFinal ? new Undeliverable(error.message) : error;
    }
  }
}
