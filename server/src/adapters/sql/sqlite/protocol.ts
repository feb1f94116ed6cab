/** What a connection is started with. */
export interface ConnectionOptions {
  readonly file: string;
  readonly readOnly: boolean;
  readonly busyTimeoutMs: number;
}

/** What the main thread asks of a worker that holds a SQLite connection, and what it answers. */
export type SqlValue = string | number | bigint | Uint8Array | null;

interface QueryRequest {
  readonly kind: "query";
  readonly sql: string;
  readonly parameters: readonly SqlValue[];
  /** A transaction begins with this statement: one message less for each. */
  readonly begins?: boolean;
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
