/** What the main thread asks of a worker that holds a SQLite connection, and what it answers. */
export type SqlValue = string | number | bigint | Uint8Array | null;

interface QueryRequest {
  readonly kind: "query";
  readonly id: number;
  readonly sql: string;
  readonly parameters: readonly SqlValue[];
}

/** Opens a cursor and takes its first rows; `next` takes more, `close` ends it early. */
interface StreamRequest {
  readonly kind: "stream";
  readonly id: number;
  readonly sql: string;
  readonly parameters: readonly SqlValue[];
  readonly rows: number;
}

interface NextRequest {
  readonly kind: "next";
  readonly id: number;
  readonly cursor: number;
  readonly rows: number;
}

interface CloseCursorRequest {
  readonly kind: "close-cursor";
  readonly id: number;
  readonly cursor: number;
}

interface CloseRequest {
  readonly kind: "close";
  readonly id: number;
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

export interface Failure {
  readonly message: string;
  /** SQLite's extended result code, where the failure is SQLite's. */
  readonly errcode: number | undefined;
}

export type Response = { readonly id: number } & ({ readonly result: Result } | { readonly failure: Failure });
