import type { Socket } from "node:net";
import { type Mailer, type MailMessage, MailRefused, type MailServer } from "../../core/mail/index.ts";
import type { AllowedAddresses } from "./allowed-addresses.ts";
import { openSocket } from "./open-socket.ts";
import { refusalOf, saidBy } from "./smtp-refusal.ts";

interface SmtpLimits {
  /** For all of it: a server that says a word now and then does not hold a place for ever. */
  readonly timeoutMs: number;
}

/** How this node calls itself to mail servers, and whose certificates it believes beside the usual ones. */
interface SmtpOptions {
  readonly allowed: AllowedAddresses;
  readonly limits: SmtpLimits;
  readonly certificates?: readonly string[];
}

/**
 * Sends mails over SMTP, a connection each. The addresses of the host are looked up and checked here and connected to
 * here: were the library to look them up once more, somebody's name server could answer otherwise the second time.
 */
export class SmtpMailer implements Mailer {
  readonly #options: SmtpOptions;

  constructor(options: SmtpOptions) {
    this.#options = options;
  }

  async send(server: MailServer, message: MailMessage, signal?: AbortSignal): Promise<string> {
    const { timeoutMs } = this.#options.limits;
    const timeout = AbortSignal.timeout(timeoutMs);
    const end = signal ? AbortSignal.any([signal, timeout]) : timeout;
    try {
      return await this.#sendBy(server, message, end);
    } catch (error) {
      if (timeout.aborted) throw new MailRefused(`${server.host} took longer than ${timeoutMs / 1000} s`, false);
      throw refusalOf(error, server.login?.password);
    }
  }

  async #sendBy(server: MailServer, message: MailMessage, end: AbortSignal): Promise<string> {
    const addresses = await this.#options.allowed.of(server.host, server.isGuarded);
    const socket = await openSocket(addresses, server.port, { timeoutMs: this.#options.limits.timeoutMs, signal: end });
    const hangUp = () => socket.destroy(new Error("cut off"));
    end.addEventListener("abort", hangUp, { once: true });
    try {
      if (end.aborted) hangUp();
      return await this.#speak(server, message, socket);
    } finally {
      end.removeEventListener("abort", hangUp);
      socket.destroy();
    }
  }

  async #speak(server: MailServer, message: MailMessage, connection: Socket): Promise<string> {
    const { createTransport } = await import("nodemailer"); // most nodes never send a mail
    const { timeoutMs } = this.#options.limits;
    const { host, port, security, login } = server;
    const transport = createTransport({
      ...{ host, port, connection },
      secure: security === "TLS",
      requireTLS: security === "STARTTLS",
      ignoreTLS: security === "NONE",
      ...(login && { auth: { user: login.username, pass: login.password } }),
      ...{ connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs },
      tls: { ...(this.#options.certificates && { ca: [...this.#options.certificates] }) },
      // A message is text: nothing in it names a file or a page to be read.
      ...{ disableFileAccess: true, disableUrlAccess: true },
    });
    const { from, to, subject, text, html, messageId, attached } = message;
    const sender = { name: from.name ?? "", address: from.address };
    const envelope = { from: from.address, to: [to] };
    const headers = { "Auto-Submitted": "auto-generated" };
    const sent = await transport.sendMail({
      ...{ envelope, from: sender, to: { name: "", address: to }, subject, text, html, headers },
      messageId: `<${messageId}>`,
      ...(attached && {
        attachments: [{ filename: attached.name, contentType: attached.mediaType, content: attached.bytes }],
      }),
    });
    return saidBy(sent.response);
  }
}
