import type { DatabaseSync, StatementSync } from "node:sqlite";

/** A new series, stored in the transaction of the first commit that uses it. */
export interface SeriesDefinition {
  readonly id: number;
  readonly device: string;
  readonly key: string;
}

/** Which number stands for which key of which device. Keys are kept as bytes: text in SQLite ends at a NUL. */
export class SeriesTable {
  readonly #addDevice: StatementSync;
  readonly #addSeries: StatementSync;
  readonly #dropSeries: StatementSync;
  readonly #dropDevice: StatementSync;
  readonly #all: StatementSync;
  readonly #highest: StatementSync;

  constructor(db: DatabaseSync) {
    this.#addDevice = db.prepare("INSERT OR IGNORE INTO device (name) VALUES (?)");
    this.#addSeries = db.prepare(
      "INSERT OR IGNORE INTO series (id, device, key) VALUES (?, (SELECT id FROM device WHERE name = ?), ?)",
    );
    this.#dropSeries = db.prepare("DELETE FROM series WHERE id = ?");
    this.#dropDevice = db.prepare("DELETE FROM device WHERE name = ?");
    this.#highest = db.prepare("SELECT max(id) AS id FROM series");
    this.#all = db.prepare(
      "SELECT s.id, d.name, s.key FROM series s JOIN device d ON d.id = s.device WHERE s.id > ? ORDER BY s.id LIMIT ?",
    );
  }

  define({ id, device, key }: SeriesDefinition): void {
    this.#addDevice.run(device);
    this.#addSeries.run(id, device, Buffer.from(key, "utf8"));
  }

  drop(id: number): void {
    this.#dropSeries.run(id);
  }

  dropDevice(device: string): void {
    this.#dropDevice.run(device);
  }

  /** The highest number a series has; 0 when there is none. */
  highest(): number {
    return Number(this.#highest.get()?.["id"] ?? 0);
  }

  /** The series after `id`, at most `limit`. */
  page(id: number, limit: number): SeriesDefinition[] {
    return this.#all.all(id, limit).map((row) => ({
      id: Number(row["id"]),
      device: String(row["name"]),
      key: row["key"] instanceof Uint8Array ? Buffer.from(row["key"]).toString("utf8") : "",
    }));
  }
}
