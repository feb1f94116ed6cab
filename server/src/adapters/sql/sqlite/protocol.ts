/** What a connection is started with. */
export interface ConnectionOptions {
  readonly file: string;
  readonly readOnly: boolean;
  readonly busyTimeoutMs: number;
}

/** What the main thread asks of a worker that holds a SQLite connection, and what it answers. */
export type SqlValue = string | number | bigint | Uint8Array | null;

/** A statement that was not worth a message of its own; fails with all that come after it. */
export interface EarlierStatement {
  readonly sql: string;
  readonly parameters: readonly SqlValue[];
  /** Run so many times, each time with its part of the parameters. */
  readonly times: number;
  /** Fails, with this number, where it changes nothing. */
  readonly mustChange: boolean;
}

/** Instead of a result code of SQLite, which are all positive: a statement that had to change something did not. */
export const changedNothing = -1;

interface QueryRequest {
  readonly kind: "query";
  readonly sql: string;
  readonly parameters: readonly SqlValue[];
  /** Run before it: the begin of a transaction, what was left for its end. */
  readonly earlier?: readonly EarlierStatement[];
}

/** Opens a cursor and takes its first rows; `next` takes more, `close` ends it early. */
interface StreamRequest {
  readonly kind: "stream";
  readonly sql: string;
  readonly parameters: readonly SqlValue[];
  readonly rows: number;
}

interface NextRequest {
  readonly kind: "next";
  readonly cursor: number;
  readonly rows: number;
}

interface CloseCursorRequest {
  readonly kind: "close-cursor";
  readonly cursor: number;
}

interface CloseRequest {
  readonly kind: "close";
}

export type Request = QueryRequest | StreamRequest | NextRequest | CloseCursorRequest | CloseRequest;

/**
 * Rows travel as one flat list of values, `columns.length` per row: copying a list of plain values between
 * threads costs a fraction of copying an object per row.
 */
export interface Result {
  readonly columns: readonly string[];
  readonly values: readonly SqlValue[];
  readonly changes: number;
  /** Set by `stream`: the cursor is open until it delivered fewer rows than asked for. */
  readonly cursor?: number;
}
