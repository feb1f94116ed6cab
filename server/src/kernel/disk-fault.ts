import { AppError } from "./errors.ts";

const retryAfterMs = 10_000;

const full = (words: string) => (cause: unknown) =>
  new AppError("DISK_FULL", "busy", `${words}; nothing was stored. Try again when there is space`, {
    retryAfterMs,
    cause,
  });

const readOnly = (cause: unknown) =>
  new AppError("DISK_READ_ONLY", "busy", "The disk is read-only at the moment; nothing was stored. Reading goes on", {
    retryAfterMs,
    cause,
  });

const failed = (cause: unknown) =>
  new AppError("DISK_FAILED", "busy", "The disk could not be read or written; nothing was stored. Try again later", {
    retryAfterMs,
    cause,
  });

const handlesUsedUp = (cause: unknown) =>
  new AppError("TOO_MANY_OPEN_FILES", "busy", "The server has too many files open; try again shortly", {
    retryAfterMs: 1_000,
    cause,
  });

/** What the operating system says of its disks and handles, in words for whoever is refused [RUN11]. */
const faults: Readonly<Record<string, (cause: unknown) => AppError>> = {
  ENOSPC: full("The disk is full"),
  EDQUOT: full("The disk quota is used up"),
  EROFS: readOnly,
  EIO: failed,
  EMFILE: handlesUsedUp,
  ENFILE: handlesUsedUp,
};

/** The refusal a failed call of the operating system means; undefined when it is none of these. */
export const diskFaultOf = (errno: string | undefined, cause?: unknown): AppError | undefined =>
  errno === undefined ? undefined : faults[errno]?.(cause);

export const errnoOf = (error: unknown): string | undefined =>
  error instanceof Error && "code" in error ? String(error.code) : undefined;

const sqliteErrnos: Readonly<Record<number, string>> = {
  8: "EROFS", // SQLITE_READONLY
  10: "EIO", // SQLITE_IOERR
  13: "ENOSPC", // SQLITE_FULL
  14: "EMFILE", // SQLITE_CANTOPEN: the file is there, only a handle is missing
};

/** The same for a result code of SQLite, extended or not. */
export const errnoOfSqlite = (errcode: number | undefined): string | undefined =>
  errcode === undefined ? undefined : sqliteErrnos[errcode & 0xff];
