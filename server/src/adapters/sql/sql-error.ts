import { diskFaultOf, errnoOfSqlite } from "../../kernel/disk-fault.ts";
import { AppError } from "../../kernel/errors.ts";
import { changedNothing } from "./sqlite/protocol.ts";

/** What the stores need to know of a failed statement, whichever database it failed on. */
type SqlFailure = "unique" | "foreign-key" | "overtaken" | "disk-full" | "read-only" | "unavailable" | "other";

const sqliteUniqueCodes = new Set([2067, 1555, 2579]); // SQLITE_CONSTRAINT_UNIQUE, _PRIMARYKEY, _ROWID
const sqliteForeignKeyCode = 787;
const sqliteBusy = 5;

const postgresCodes: Record<string, SqlFailure> = {
  "23505": "unique",
  "23503": "foreign-key",
  "40001": "overtaken", // serialization failure
  "40P01": "overtaken", // deadlock
  "53100": "disk-full",
  "53300": "unavailable", // too many connections
  "57P01": "unavailable", // the server is stopping
  "57P03": "unavailable", // the server is starting
  "57014": "unavailable", // the statement took too long
  "25P03": "unavailable", // a transaction stood still for too long
  "25006": "read-only", // a standby, or set so
};

const retryWhenUnavailableMs = 1_000;

/** A failed statement whose reason the stores can tell apart. */
export class SqlError extends Error {
  override readonly name = "SqlError";
  readonly failure: SqlFailure;

  constructor(failure: SqlFailure, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.failure = failure;
  }
}

export const errorOfSqlite = (message: string, errcode: number | undefined): Error =>
  diskFaultOf(errnoOfSqlite(errcode), message) ?? errorOf(sqliteFailure(errcode), message);

/** What the driver says, without any code, of a connection that it lost or did not get. */
const lostWords =
  /^Connection terminated|timeout exceeded when trying to connect|^timeout expired$|^Query read timeout$|is not queryable/;

export function errorOfPostgres(error: Error): Error {
  const code = "code" in error ? String(error.code) : "";
  const lost =
    /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|08)/.test(code) || lostWords.test(error.message);
  return errorOf(postgresCodes[code] ?? (lost ? "unavailable" : "other"), error.message, error);
}

/** What passes by itself is told to the caller as such [REL2]; the rest is the stores' business, or a bug. */
function errorOf(failure: SqlFailure, message: string, cause?: unknown): Error {
  if (failure === "disk-full") {
    return new AppError("DISK_FULL", "busy", "The disk of the database is full; nothing was stored. Try again later", {
      retryAfterMs: retryWhenUnavailableMs,
      cause,
    });
  }
  if (failure === "read-only") {
    return new AppError(
      "DATABASE_READ_ONLY",
      "busy",
      "The database can only be read now; nothing was stored. Try again",
      {
        retryAfterMs: retryWhenUnavailableMs,
        cause,
      },
    );
  }
  if (failure === "unavailable") {
    return new AppError("DATABASE_UNAVAILABLE", "busy", "The database does not answer; try again shortly", {
      retryAfterMs: retryWhenUnavailableMs,
      details: { message },
      cause,
    });
  }
  return new SqlError(failure, message, cause);
}

/** What keeps a PostgreSQL that answers from storing anything, for people; undefined where it is something else. */
export function storingTrouble(error: unknown): string | undefined {
  const told = error instanceof Error && !(error instanceof AppError) ? errorOfPostgres(error) : error;
  if (!(told instanceof AppError)) return undefined;
  if (told.code === "DATABASE_READ_ONLY")
    return "PostgreSQL can only be read: it is a standby, or was set to read-only. Nothing is stored until it can be written";
  return told.code === "DISK_FULL"
    ? "the disk of PostgreSQL is full. Nothing is stored until there is room on it"
    : undefined;
}

function sqliteFailure(errcode: number | undefined): SqlFailure {
  if (errcode === undefined) return "other";
  if (errcode === changedNothing) return "overtaken";
  if (sqliteUniqueCodes.has(errcode)) return "unique";
  if (errcode === sqliteForeignKeyCode) return "foreign-key";
  return (errcode & 0xff) === sqliteBusy ? "unavailable" : "other";
}

export const isUniqueViolation = (error: unknown): error is SqlError =>
  error instanceof SqlError && error.failure === "unique";

export const isForeignKeyViolation = (error: unknown): error is SqlError =>
  error instanceof SqlError && error.failure === "foreign-key";

export const isConstraintViolation = (error: unknown): error is SqlError =>
  isUniqueViolation(error) || isForeignKeyViolation(error);

/** The transaction was undone because of another one at the same time; begun again, it can succeed. */
export const isOvertaken = (error: unknown): error is SqlError =>
  error instanceof SqlError && error.failure === "overtaken";
