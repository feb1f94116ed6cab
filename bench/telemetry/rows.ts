import { join } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import type { TelemetryValue } from "../../server/src/core/telemetry/index.ts";
import { keys, type Message } from "./stream.ts";

const rowsPerTransaction = 1_000;

/**
 * The peer: one row per point in the same SQLite, as careful (WAL, synchronous=FULL) and as well indexed as it gets:
 * clustered by series and time, series as integers, one thread, nothing else to do.
 */
export class RowStore {
  readonly #db: DatabaseSync;
  #inTransaction = 0;

  constructor(folder: string) {
    this.#db = new DatabaseSync(join(folder, "rows.db"));
    this.#db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -65536;
      CREATE TABLE point (series INTEGER, ts INTEGER, value, PRIMARY KEY (series, ts)) WITHOUT ROWID`);
  }

  ingest(messages: Iterable<Message>): void {
    const insert = this.#db.prepare("INSERT OR REPLACE INTO point (series, ts, value) VALUES (?, ?, ?)");
    this.#inTransaction = 0;
    for (const { device, points } of messages) {
      for (const [i, { ts, value }] of points.entries()) {
        if (this.#inTransaction === 0) this.#db.exec("BEGIN");
        insert.run(device * keys.length + i, ts, sqlValue(value));
        if (++this.#inTransaction === rowsPerTransaction) this.#commit();
      }
    }
    if (this.#inTransaction > 0) this.#commit();
  }

  #commit(): void {
    this.#db.exec("COMMIT");
    this.#inTransaction = 0;
  }

  latest(device: number): number {
    const statement = this.#latestStatement();
    return keys.filter((_, i) => statement.get(device * keys.length + i) !== undefined).length;
  }

  #latestStatement() {
    this.#latestPrepared ??= this.#db.prepare("SELECT ts, value FROM point WHERE series = ? ORDER BY ts DESC LIMIT 1");
    return this.#latestPrepared;
  }
  #latestPrepared: ReturnType<DatabaseSync["prepare"]> | undefined;

  history(series: number, limit: number): number {
    return this.#db.prepare("SELECT ts, value FROM point WHERE series = ? ORDER BY ts LIMIT ?").all(series, limit)
      .length;
  }

  averages(series: number, from: number, to: number, interval: number): number {
    const sql = `SELECT CAST((ts - ?) / ? AS INTEGER) AS bucket, avg(value) FROM point WHERE series = ? AND ts >= ? AND ts < ? GROUP BY bucket`;
    return this.#db.prepare(sql).all(from, interval, series, from, to).length;
  }

  close(): void {
    this.#db.close();
  }
}

const sqlValue = (value: TelemetryValue): SQLInputValue =>
  typeof value === "boolean" ? Number(value) : typeof value === "object" ? value.text : value;
