import { statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import type { FoundPoints } from "../storage/found-points.ts";

const busyTimeoutMs = 10_000;

const nothing: FoundPoints = { id: undefined, isEmpty: true, beat: 0 };

/** Looks without changing anything: a write-ahead log that is damaged stays as it is for whoever can mend it. */
export function findPoints(file: string): FoundPoints {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0) return nothing;
  const db = new DatabaseSync(file, { readOnly: true, timeout: busyTimeoutMs });
  try {
    const tables = new Set(db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all().map(nameOf));
    if (tables.size === 0) return nothing;
    const mark = tables.has("installation") ? db.prepare("SELECT id, beat FROM installation").get() : undefined;
    const id = mark === undefined ? undefined : String(mark["id"]);
    return { id, isEmpty: id === undefined && isBlank(db, tables), beat: Number(mark?.["beat"] ?? 0) };
  } finally {
    db.close();
  }
}

const nameOf = (row: Readonly<Record<string, unknown>>): string => String(row["name"]);

/** What the tables of a store hold that was made and never written to. */
const isBlank = (db: DatabaseSync, tables: ReadonlySet<string>): boolean =>
  ["device", "journal"].every(
    (table) => tables.has(table) && db.prepare(`SELECT 1 FROM ${table} LIMIT 1`).get() === undefined,
  );

/**
 * Writes whose points these are, and a number that counts up while points arrive. The entity database remembers the
 * number a moment later; a store with a smaller one has lost its end, or is an older copy [REL5].
 */
export function markPoints(db: DatabaseSync, id: string, beat: number): void {
  db.exec("CREATE TABLE IF NOT EXISTS installation (only INTEGER PRIMARY KEY CHECK (only = 1), id TEXT, beat INTEGER)");
  db.prepare(
    "INSERT INTO installation VALUES (1, ?, ?) ON CONFLICT (only) DO UPDATE SET id = excluded.id, beat = excluded.beat",
  ).run(id, beat);
}
