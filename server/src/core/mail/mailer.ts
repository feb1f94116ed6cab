import type { Readable } from "node:stream";
import type { MailSender } from "./mail-address.ts";

/** How the connection is protected: at once, by STARTTLS before anything else is said, or not at all. */
export type MailSecurity = "TLS" | "STARTTLS" | "NONE";

/** A mail server and how to log in there. */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  readonly security: MailSecurity;
  /** Null where no login is needed. */
  readonly login: { readonly username: string; readonly password: string } | null;
  /** Named by somebody who must not reach whatever this node reaches: only addresses that are allowed. */
  readonly isGuarded: boolean;
}

/** A content of the store of files that goes along. */
export interface MailAttachment {
  readonly name: string;
  readonly mediaType: string;
  readonly sha256: string;
  readonly size: number;
}

/** A mail as it is sent. */
export interface MailMessage {
  /** Without brackets; the same in every attempt, so that a mail that arrived twice can be told. */
  readonly messageId: string;
  readonly from: MailSender;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Read while it is sent. */
  readonly attached?: Pick<MailAttachment, "name" | "mediaType"> & { readonly bytes: Readable };
}

/** A mail was not taken. */
export class MailRefused extends Error {
  override readonly name = "MailRefused";
  /** Of no use to try this mail again: the server knows no such address, or does not want it. */
  readonly isFinal: boolean;

  constructor(message: string, isFinal: boolean) {
    super(message);
    this.isFinal = isFinal;
  }
}

export interface Mailer {
  /** Resolves with what the server said when it had taken the mail; else throws `MailRefused` with what it said. */
  send(server: MailServer, message: MailMessage, signal?: AbortSignal): Promise<string>;
}
