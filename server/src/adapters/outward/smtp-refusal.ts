import { MailRefused } from "../../core/mail/index.ts";

const longestWords = 400;

/** A server's words for people to read: one line, not too long. */
export const saidBy = (response: string): string =>
  response
    .replace(/\p{Cc}+/gu, " ")
    .trim()
    .slice(0, longestWords);

/** What is said to a mail or its receiver with a number from 500 on is said for good. To a login it is not: that can be set right. */
const finalCodes: readonly unknown[] = ["EENVELOPE", "EMESSAGE"];

/** Why it was not sent. A password never is in it, whatever the server says back. */
export function refusalOf(error: unknown, password: string | undefined): MailRefused {
  if (error instanceof MailRefused) return error;
  const facts: Readonly<Record<string, unknown>> = error instanceof Error ? { ...error } : {};
  const said =
    typeof facts["response"] === "string" ? facts["response"] : String(error instanceof Error ? error.message : error);
  const { code, responseCode } = { code: facts["code"], responseCode: Number(facts["responseCode"] ?? 0) };
  return new MailRefused(saidBy(without(said, password)), finalCodes.includes(code) && responseCode >= 500);
}

function without(said: string, password: string | undefined): string {
  if (!password) return said;
  const forms = [password, Buffer.from(password).toString("base64")];
  return forms.reduce((text, form) => text.replaceAll(form, "***"), said);
}
