import { AppError } from "../../kernel/errors.ts";

export const mailPasswordNeeded = () =>
  new AppError(
    "MAIL_PASSWORD_NEEDED",
    "invalid",
    "The password is kept only for the same host, port, security and user name; send it again, or null for none",
  );

export const mailSenderInvalid = (text: string) =>
  new AppError(
    "MAIL_SENDER_INVALID",
    "invalid",
    `from: "${text}" is no sender; write ada@example.org or Rail Lab <ada@example.org>`,
  );

export const mailLoginUnclear = () =>
  new AppError("MAIL_LOGIN_UNCLEAR", "invalid", "A password needs a user name, and a user name a password");

export const mailAddressInvalid = (text: string) =>
  new AppError("MAIL_ADDRESS_INVALID", "invalid", `to: "${text}" is no address a mail can be sent to`);

export const mailNotSetUp = () =>
  new AppError("MAIL_NOT_SET_UP", "conflict", "Neither the tenant nor the node has a mail server; set one up first");

export const mailTestsTooMany = (retryAfterMs: number) =>
  new AppError("MAIL_TESTS_TOO_MANY", "too-many", "Too many test mails; try again later", { retryAfterMs });
