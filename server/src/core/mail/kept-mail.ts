import { createHash } from "node:crypto";
import type { MailAttachment, MailMessage } from "./mailer.ts";

/** Under which the outbox keeps mails. */
export const mailTopic = "mail";

/** A mail in the outbox; in whose name it is sent is decided when it is. */
export interface KeptMail extends Omit<MailMessage, "from" | "attached"> {
  /** By reference: what it was may be gone when it is sent. */
  readonly attachment?: MailAttachment;
}

const parts = ["messageId", "to", "subject", "text", "html"] as const satisfies readonly (keyof KeptMail)[];

export function keptMailOf(body: unknown): KeptMail | undefined {
  if (typeof body !== "object" || body === null) return undefined;
  const found = new Map(Object.entries(body));
  const texts = parts.map((part) => [part, found.get(part)] as const);
  if (texts.some(([, text]) => typeof text !== "string")) return undefined;
  const attachment = found.get("attachment") as MailAttachment | undefined; // written by us, and sealed
  return { ...(Object.fromEntries(texts) as unknown as KeptMail), ...(attachment && { attachment }) };
}

/** Of a key always the same, and telling nothing of what the mail is about. */
export const messageIdOf = (key: string, publicUrl: string): string =>
  `${createHash("sha256").update(key).digest("hex").slice(0, 32)}@${URL.parse(publicUrl)?.hostname || "heliograph.invalid"}`;
