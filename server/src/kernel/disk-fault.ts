import { AppError } from "./errors.ts";

const retryAfterMs = 10_000;

const full = (words: string) => (cause: unknown) =>
  new AppError("DISK_FULL", "busy", `${words}; nothing was stored. Try again when there is space`, {
    retryAfterMs,
    cause,
  });

const readOnly = (cause: unknown) =>
  new AppError("DISK_READ_ONLY", "busy", "The disk is read-only at the moment; nothing was stored", {
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

/** Somebody changed the rights of what the node keeps. Which file it is, the cause tells the log and nobody else. */
const forbidden = (cause: unknown) =>
  new AppError(
    "DATA_FILE_FORBIDDEN",
    "busy",
    "The server may not open one of its own files; nothing was stored. Whoever runs the server has to look at it",
    { retryAfterMs, cause },
  );

/** SQLite tells why a file did not open to nobody: both are possible, and only that is said. */
const notOpened = (cause: unknown) =>
  new AppError(
    "DATABASE_NOT_OPENED",
    "busy",
    "A file of the database could not be opened: too many are open, or this one may not be; nothing was stored. Try again later",
    { retryAfterMs, cause },
  );

/** A disk that fails to read looks to SQLite like a damaged database. */
const unreadable = (cause: unknown) =>
  new AppError(
    "DATABASE_UNREADABLE",
    "busy",
    "A database of the server cannot be read: its disk fails, or it is damaged. Whoever runs the server has to look at it",
    { retryAfterMs, cause },
  );

/** What the operating system says of its disks and handles, in words for whoever is refused [RUN11]. */
const faults: Readonly<Record<string, (cause: unknown) => AppError>> = {
  ENOSPC: full("The disk is full"),
  EDQUOT: full("The disk quota is used up"),
  EROFS: readOnly,
  EIO: failed,
  EACCES: forbidden,
  EPERM: forbidden,
  EMFILE: handlesUsedUp,
  ENFILE: handlesUsedUp,
  SQLITE_CANTOPEN: notOpened,
  SQLITE_CORRUPT: unreadable,
};

/** The refusal a failed call of the operating system means; undefined when it is none of these. */
export const diskFaultOf = (errno: string | undefined, cause?: unknown): AppError | undefined =>
  errno === undefined ? undefined : faults[errno]?.(cause);

export const errnoOf = (error: unknown): string | undefined =>
  error instanceof Error && "code" in error ? String(error.code) : undefined;

const sqliteErrnos: Readonly<Record<number, string>> = {
  3: "EACCES", // SQLITE_PERM
  8: "EROFS", // SQLITE_READONLY
  10: "EIO", // SQLITE_IOERR
  13: "ENOSPC", // SQLITE_FULL
  11: "SQLITE_CORRUPT",
  14: "SQLITE_CANTOPEN",
  26: "SQLITE_CORRUPT", // SQLITE_NOTADB
};

/** The same for a result code of SQLite, extended or not; SQLite's own name where no one of the system's fits. */
export const errnoOfSqlite = (errcode: number | undefined): string | undefined =>
  errcode === undefined ? undefined : sqliteErrnos[errcode & 0xff];
