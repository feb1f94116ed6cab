import { AppError } from "../../kernel/errors.ts";

/** Short, and with everything odd in it visible. */
export const quoted = (text: string): string => JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);

export const fileNameInvalid = (name: string) =>
  new AppError(
    "FILE_NAME_INVALID",
    "invalid",
    `${quoted(name)} cannot be a file name: 1–1024 bytes, no "..", no backslash, no control character, not ending in /`,
  );

export const fileTagInvalid = (tag: string) =>
  new AppError(
    "FILE_TAG_INVALID",
    "invalid",
    `${quoted(tag)} cannot be a tag: 1–255 bytes, no "..", no backslash, no control character, none that turns text around`,
  );

/** Names them all, within reason. */
export const filesNotFound = (names: readonly string[]) => {
  const some = names.slice(0, 10).map(quoted).join(", ");
  const more = names.length > 10 ? ` and ${names.length - 10} more` : "";
  return new AppError("FILE_NOT_FOUND", "not-found", `Not on the server: ${some}${more}`);
};

export const filesNotAnnounced = (names: readonly string[]) => {
  const some = names.slice(0, 10).map(quoted).join(", ");
  const more = names.length > 10 ? ` and ${names.length - 10} more` : "";
  return new AppError("FILE_UNKNOWN", "not-found", `The device never announced ${some}${more}; request its list first`);
};

export const fileTooLarge = (limit: number) =>
  new AppError("FILE_TOO_LARGE", "too-large", `The file is larger than ${limit} bytes`);

export const fileQuotaReached = (quota: number) =>
  new AppError("FILE_QUOTA_REACHED", "no-room", `The tenant's files may take ${quota} bytes; delete some first`);

export const uploadIncomplete = () =>
  new AppError("UPLOAD_INCOMPLETE", "invalid", "The upload ended before the file did; send it again");

export const uploadStalled = (afterMs: number) =>
  new AppError("UPLOAD_STALLED", "invalid", `No byte of the upload arrived for ${afterMs / 1_000} s; send it again`);

export const storageFull = (cause: unknown) =>
  new AppError("STORAGE_FULL", "busy", "There is no space left on the server; try again later", {
    retryAfterMs: 60_000,
    cause,
  });

/** What the place said is for the log. */
type Told = Readonly<Record<string, unknown>>;

const unavailableMs = 10_000;

/** `outcome` is for whoever sent something. */
export const filesUnavailable = (details: Told, outcome = "") =>
  new AppError("FILES_UNAVAILABLE", "busy", `The place where files are kept does not answer${outcome}`, {
    retryAfterMs: unavailableMs,
    details,
  });

/** Its content was deleted a moment ago, or the place where it was has not said that it is gone. */
export const contentBeingRemoved = () =>
  new AppError(
    "FILES_UNAVAILABLE",
    "busy",
    "The same content was deleted a moment ago and is not gone yet; nothing was stored. Try again later",
    { retryAfterMs: unavailableMs },
  );

const busyMs = 5_000;

export const filesBusy = () =>
  new AppError("FILES_BUSY", "busy", "All connections to the place where files are kept are taken; try again later", {
    retryAfterMs: busyMs,
  });

export const filesRefused = (details: Told, outcome = "") =>
  new AppError(
    "FILES_REFUSED",
    "busy",
    `The place where files are kept does not let the server in${outcome}. Whoever runs the server has to look at it`,
    { retryAfterMs: unavailableMs, details },
  );

/** The same error, for whoever sent something. */
export function nothingStored(error: unknown): unknown {
  const outcome = "; nothing was stored";
  if (!(error instanceof AppError) || error.message.includes(outcome)) return error;
  if (error.code === "FILES_UNAVAILABLE") return filesUnavailable(error.details, outcome);
  return error.code === "FILES_REFUSED" ? filesRefused(error.details, outcome) : error;
}

export const blobMissing = (hash: string) =>
  new AppError("FILE_CONTENT_MISSING", "internal", "The content of this file is missing on the server", {
    details: { hash },
  });

export const blobDamaged = (hash: string, reason: string) =>
  new AppError("FILE_CONTENT_DAMAGED", "internal", `The content of this file is damaged on the server: ${reason}`, {
    details: { hash },
  });

/** Says that a content is not what was stored, or not there: nothing that passes by itself. */
export const tellsLoss = (error: unknown): error is AppError =>
  error instanceof AppError && ["FILE_CONTENT_MISSING", "FILE_CONTENT_DAMAGED"].includes(error.code);

export const notNamedLikeOsf = (name: string) =>
  new AppError("FILE_NOT_OSF", "invalid", `${quoted(name)} is not named like a measurement file (.osf, .osfz)`);

export const downloadTokenUnknown = () =>
  new AppError("DOWNLOAD_TOKEN_UNKNOWN", "not-found", "The download token is unknown or expired; ask for a new one");

export const listRangeInvalid = () =>
  new AppError("FILE_RANGE_INVALID", "invalid", "endTime must not be before startTime");
