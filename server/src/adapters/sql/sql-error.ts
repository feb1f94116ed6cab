/** What the stores need to know of a failed statement, whichever database it failed on. */
type SqlFailure = "unique" | "foreign-key" | "disk-full" | "unavailable" | "other";

const sqliteUniqueCodes = new Set([2067, 1555, 2579]); // SQLITE_CONSTRAINT_UNIQUE, _PRIMARYKEY, _ROWID
const sqliteForeignKeyCode = 787;
const sqliteFull = 13;
const sqliteIoError = 10;
const sqliteBusy = 5;

const postgresCodes: Record<string, SqlFailure> = {
  "23505": "unique",
  "23503": "foreign-key",
  "53100": "disk-full",
  "53300": "unavailable", // too many connections
  "57P01": "unavailable", // the server is stopping
  "57P03": "unavailable", // the server is starting
};

export class SqlError extends Error {
  override readonly name = "SqlError";
  readonly failure: SqlFailure;
  /** The constraint's or column's name as the database tells it, for telling two unique constraints apart. */
  readonly subject: string;

  constructor(failure: SqlFailure, subject: string, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.failure = failure;
    this.subject = subject;
  }

  /** SQLite names the columns in the message: "UNIQUE constraint failed: devices.tenant_id, devices.name". */
  static ofSqlite(message: string, errcode: number | undefined): SqlError {
    return new SqlError(sqliteFailure(errcode), message, message);
  }

  static ofPostgres(error: Error): SqlError {
    const code = "code" in error ? String(error.code) : "";
    const constraint = "constraint" in error ? String(error.constraint) : "";
    const failure = postgresCodes[code] ?? (/^(ECONN|EPIPE|ETIMEDOUT|08)/.test(code) ? "unavailable" : "other");
    return new SqlError(failure, constraint, error.message, error);
  }
}

function sqliteFailure(errcode: number | undefined): SqlFailure {
  if (errcode === undefined) return "other";
  if (sqliteUniqueCodes.has(errcode)) return "unique";
  if (errcode === sqliteForeignKeyCode) return "foreign-key";
  const primary = errcode & 0xff;
  if (primary === sqliteFull) return "disk-full";
  return primary === sqliteIoError || primary === sqliteBusy ? "unavailable" : "other";
}

export const isUniqueViolation = (error: unknown): error is SqlError =>
  error instanceof SqlError && error.failure === "unique";

export const isForeignKeyViolation = (error: unknown): error is SqlError =>
  error instanceof SqlError && error.failure === "foreign-key";
