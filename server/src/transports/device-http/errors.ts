import { AppError } from "../../kernel/errors.ts";

export const functionUnknown = (name: string, protocol: string) =>
  new AppError("DEVICE_FUNCTION_UNKNOWN", "invalid", `Protocol ${protocol} has no function ${name}`);

export const multipartExpected = () =>
  new AppError("MULTIPART_EXPECTED", "invalid", "The body must be multipart/form-data with a boundary and one part");

export const multipartMalformed = (problem: string) =>
  new AppError("MULTIPART_MALFORMED", "invalid", `The multipart body cannot be read: ${problem}`);

export const fileNameMissing = () =>
  new AppError(
    "FILE_NAME_MISSING",
    "invalid",
    "The part needs a file name, or the message id of the request it answers",
  );

export const bodyTooLarge = (limit: number) =>
  new AppError("DEVICE_BODY_TOO_LARGE", "too-large", `The body is larger than ${limit} bytes`);

export const xmlUnreadable = (problem: string) =>
  new AppError("XML_UNREADABLE", "invalid", `The XML cannot be read: ${problem}`);

/** Never an answer: the device gets 204, the log and the command have these words [DHP5]. */
export const listNotUnderstood = (elements: readonly string[]) =>
  new AppError(
    "LIST_NOT_UNDERSTOOD",
    "invalid",
    `Nothing in the list was understood; its elements: ${elements.join(", ")}`,
  );

export const isListNotUnderstood = (error: unknown): error is AppError =>
  error instanceof AppError && error.code === "LIST_NOT_UNDERSTOOD";
