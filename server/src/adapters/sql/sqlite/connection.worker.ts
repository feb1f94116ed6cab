// One SQLite connection in a thread of its own: no query, no sync to disk ever holds up the sockets.
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { ThreadEnd } from "../../../threads/thread-end.ts";
import {
  type ConnectionOptions,
  changedNothing,
  type EarlierStatement,
  type Request,
  type Result,
  type SqlValue,
} from "./protocol.ts";

interface Cursor {
  readonly database: DatabaseSync;
  readonly columns: readonly string[];
  readonly rows: Iterator<unknown>;
}

/** Prepared statements kept per connection; the stores use a few dozen different ones. */
const statementsKept = 200;

/** About 8 MiB: pages that every change writes anew, such as the ends of indexes, are copied into the file once for many. */
const checkpointPages = 2048;

const line = new ThreadEnd<ConnectionOptions, Request, Result>();
const { file, readOnly, busyTimeoutMs } = line.start;
/** A reader opens the file with its first request: it may be started before there is a file. */
let opened: DatabaseSync | undefined;
const statements = new Map<string, StatementSync>();
const cursors = new Map<number, Cursor>();

function open(): DatabaseSync {
  const database = new DatabaseSync(file, { readOnly, timeout: busyTimeoutMs });
  if (!readOnly) {
    // WAL lets readers go on beside the writer; FULL makes a commit wait for the disk: acknowledged is stored [REL1].
    database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;");
    database.exec(`PRAGMA wal_autocheckpoint = ${checkpointPages};`);
  }
  database.exec("PRAGMA foreign_keys = ON; PRAGMA cache_size = -8192; PRAGMA mmap_size = 0;");
  return database;
}

function connection(): DatabaseSync {
  opened ??= open();
  return opened;
}

/** The Map's order is "longest unused first". */
function prepare(sql: string): StatementSync {
  const statement = statements.get(sql) ?? connection().prepare(sql);
  statement.setReturnArrays(true);
  statements.delete(sql);
  statements.set(sql, statement);
  if (statements.size > statementsKept) statements.delete(statements.keys().next().value ?? "");
  return statement;
}

const columnsOf = (statement: StatementSync): string[] => statement.columns().map((column) => column.name ?? "");

function query(sql: string, parameters: readonly SqlValue[]): Result {
  const statement = prepare(sql);
  const columns = columnsOf(statement);
  if (columns.length === 0) {
    const { changes } = statement.run(...parameters);
    return { columns, values: [], changes: Number(changes) };
  }
  const rows = statement.all(...parameters) as unknown as SqlValue[][];
  return { columns, values: rows.flat(), changes: rows.length };
}

function runEarlier({ sql, parameters, times, mustChange }: EarlierStatement): void {
  const statement = prepare(sql);
  const each = parameters.length / times;
  for (let time = 0; time < times; time++) {
    const { changes } = statement.run(...parameters.slice(time * each, (time + 1) * each));
    if (mustChange && Number(changes) === 0) throw new NothingChanged(sql);
  }
}

class NothingChanged extends Error {
  readonly errcode = changedNothing;
}

/**
 * A cursor gets a connection of its own: as long as it is open its connection sees the moment it began, and nobody
 * else may be shown that moment in place of the present.
 */
function openCursor(id: number, sql: string, parameters: readonly SqlValue[], rows: number): Result {
  const own = new DatabaseSync(file, { readOnly: true, timeout: busyTimeoutMs });
  try {
    own.exec("PRAGMA cache_size = -2048; PRAGMA mmap_size = 0;");
    const statement = own.prepare(sql);
    statement.setReturnArrays(true);
    cursors.set(id, { database: own, columns: columnsOf(statement), rows: statement.iterate(...parameters) });
    return { ...takeRows(id, rows), cursor: id };
  } catch (error) {
    cursors.delete(id);
    own.close();
    throw error;
  }
}

function takeRows(id: number, rows: number): Result {
  const cursor = cursors.get(id);
  if (!cursor) throw new Error(`no open cursor ${id}`);
  const values: SqlValue[] = [];
  for (let taken = 0; taken < rows; taken++) {
    const step = cursor.rows.next();
    if (step.done) {
      closeCursor(id);
      break;
    }
    values.push(...(step.value as SqlValue[]));
  }
  return { columns: cursor.columns, values, changes: 0 };
}

function closeCursor(id: number): Result {
  const cursor = cursors.get(id);
  cursors.delete(id);
  cursor?.rows.return?.();
  cursor?.database.close();
  return { columns: [], values: [], changes: 0 };
}

function close(): Result {
  statements.clear();
  for (const id of [...cursors.keys()]) closeCursor(id);
  opened?.close();
  return { columns: [], values: [], changes: 0 };
}

function answer(id: number, request: Request): Result {
  switch (request.kind) {
    case "query":
      for (const statement of request.earlier ?? []) runEarlier(statement);
      return query(request.sql, request.parameters);
    case "stream":
      return openCursor(id, request.sql, request.parameters, request.rows);
    case "next":
      return takeRows(request.cursor, request.rows);
    case "close-cursor":
      return closeCursor(request.cursor);
    case "close":
      return close();
  }
}

if (!readOnly) connection();
line.serve((id, request) => {
  line.done(id, answer(id, request));
  if (request.kind === "close") line.close();
});
