import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { SeriesDefinition } from "../storage/series-definition.ts";

/** Which number stands for which key of which device. Keys are kept as bytes: text in SQLite ends at a NUL. */
export class SeriesTable {
  readonly #addDevice: StatementSync;
  readonly #addSeries: StatementSync;
  readonly #same: StatementSync;
  readonly #dropSeries: StatementSync;
  readonly #dropDevice: StatementSync;
  readonly #all: StatementSync;
  readonly #highest: StatementSync;

  constructor(db: DatabaseSync) {
    this.#addDevice = db.prepare("INSERT OR IGNORE INTO device (name) VALUES (?)");
    this.#addSeries = db.prepare(
      `INSERT INTO series (id, device, key) VALUES (?, (SELECT id FROM device WHERE name = ?), ?)
       ON CONFLICT (id) DO NOTHING`,
    );
    this.#same = db.prepare(
      "SELECT 1 FROM series s JOIN device d ON d.id = s.device WHERE s.id = ? AND d.name = ? AND s.key = ?",
    );
    this.#dropSeries = db.prepare("DELETE FROM series WHERE id = ?");
    this.#dropDevice = db.prepare(
      "DELETE FROM device WHERE name = ? AND NOT EXISTS (SELECT 1 FROM series WHERE series.device = device.id)",
    );
    this.#highest = db.prepare("SELECT max(id) AS id FROM series");
    this.#all = db.prepare(
      "SELECT s.id, d.name, s.key FROM series s LEFT JOIN device d ON d.id = s.device WHERE s.id > ? ORDER BY s.id LIMIT ?",
    );
  }

  /** The same definition comes again with each frame that left before the first one was durable. */
  define({ id, device, key }: SeriesDefinition): void {
    const bytes = Buffer.from(key, "utf8");
    this.#addDevice.run(device);
    const { changes } = this.#addSeries.run(id, device, bytes);
    if (changes === 0 && !this.#same.get(id, device, bytes)) throw new Error(`the number ${id} is of another series`);
  }

  drop(id: number): void {
    this.#dropSeries.run(id);
  }

  /** Unless it has series again: points may come while a device is being forgotten. */
  dropDevice(device: string): void {
    this.#dropDevice.run(device);
  }

  /** The highest number a series has; 0 when there is none. */
  highest(): number {
    return Number(this.#highest.get()?.["id"] ?? 0);
  }

  /** The series after `id`, at most `limit`. One whose device is missing has its number still, and no name. */
  page(id: number, limit: number): SeriesDefinition[] {
    return this.#all.all(id, limit).map((row) => ({
      id: Number(row["id"]),
      device: String(row["name"] ?? ""),
      key: row["key"] instanceof Uint8Array ? Buffer.from(row["key"]).toString("utf8") : "",
    }));
  }
}
