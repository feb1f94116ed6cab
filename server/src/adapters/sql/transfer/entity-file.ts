import { backup, DatabaseSync } from "node:sqlite";
import { migrationTables } from "../migrations/migrate.ts";

/** A value as SQLite holds it; every type of column the migrations know is one of these. */
export type StoredValue = string | number | bigint | Uint8Array | null;

export interface EntityTable {
  readonly name: string;
  readonly columns: readonly string[];
  /** The column that counts up by itself, where there is one. */
  readonly counter: string | undefined;
}

/** Who runs at this moment is nobody's data: in a copy no node runs. */
const ofRunningNodes: readonly string[] = ["mqtt_owners"];

/** Their keys count up and may begin anew when all rows are gone, which SQLite does not say of them. */
const countedAnew: Readonly<Record<string, string>> = { audit_waiting: "id" };

/**
 * The entities in a `heliograph.db` that no node uses: the form in which they travel, from whichever database and to
 * whichever. Its schema, made by the migrations, says what there is to copy.
 */
export class EntityFile implements Disposable {
  readonly #database: DatabaseSync;

  constructor(file: string, { readOnly = false } = {}) {
    this.#database = new DatabaseSync(file, { readOnly });
    this.#database.exec("PRAGMA foreign_keys = OFF"); // tables come in any order; see `requireWhole`
  }

  /** Everything but what belongs to the migrations and to running nodes. */
  tables(): EntityTable[] {
    const sql = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'";
    const names = this.#database
      .prepare(sql)
      .all()
      .map(({ name }) => String(name));
    const left = [...migrationTables, ...ofRunningNodes];
    return names.filter((name) => !left.includes(name)).map((name) => this.#table(name));
  }

  migrations(): string[] {
    const rows = this.#database.prepare("SELECT name FROM migrations ORDER BY name").all();
    return rows.map(({ name }) => String(name));
  }

  /** All of it in another file, which is not there yet. */
  async copyTo(file: string): Promise<void> {
    await backup(this.#database, file);
  }

  factOf(name: string): string | undefined {
    const row = this.#database.prepare("SELECT value FROM facts WHERE name = ?").get(name);
    return row && String(row["value"]);
  }

  /** Everything `write` does, or nothing of it. The file is not synced here: whoever made the folder does that. */
  async fill(write: () => Promise<void>): Promise<void> {
    this.#database.exec("PRAGMA synchronous = OFF; BEGIN");
    await write();
    this.#requireWhole();
    this.#database.exec("COMMIT");
  }

  /** Returns what adds a row with these values. */
  adder({ name, columns }: EntityTable): (values: readonly StoredValue[]) => void {
    const places = columns.map(() => "?").join(", ");
    const sql = `INSERT INTO ${quoted(name)} (${columns.map(quoted).join(", ")}) VALUES (${places})`;
    const statement = this.#database.prepare(sql);
    return (values) => void statement.run(...values);
  }

  *rows({ name, columns }: EntityTable): Generator<StoredValue[]> {
    const statement = this.#database.prepare(`SELECT ${columns.map(quoted).join(", ")} FROM ${quoted(name)}`);
    statement.setReadBigInts(true); // exact, whatever its size
    statement.setReturnArrays(true);
    for (const row of statement.iterate()) yield row as unknown as StoredValue[];
  }

  /** The last number a table's counter gave out; 0 when none. One that begins anew may be behind what is in use. */
  counterOf({ name, counter = "rowid" }: EntityTable): number {
    const given = this.#database.prepare("SELECT seq FROM sqlite_sequence WHERE name = ?").get(name)?.["seq"];
    const used = this.#database.prepare(`SELECT max(${quoted(counter)}) AS last FROM ${quoted(name)}`).get()?.["last"];
    return Math.max(Number(given ?? 0), Number(used ?? 0));
  }

  setCounter(table: EntityTable, last: number): void {
    this.#database.prepare("DELETE FROM sqlite_sequence WHERE name = ?").run(table.name);
    this.#database.prepare("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)").run(table.name, last);
  }

  [Symbol.dispose](): void {
    if (this.#database.isOpen) this.#database.close();
  }

  #table(name: string): EntityTable {
    const columns = this.#database.prepare("SELECT name FROM pragma_table_info(?)").all(name);
    const sql = this.#database.prepare("SELECT sql FROM sqlite_schema WHERE name = ?").get(name)?.["sql"];
    const counter = /"?(\w+)"? integer primary key autoincrement/i.exec(String(sql))?.[1] ?? countedAnew[name];
    return { name, columns: columns.map((column) => String(column["name"])), counter };
  }

  #requireWhole(): void {
    const found = this.#database.prepare('SELECT "table", parent FROM pragma_foreign_key_check LIMIT 1').get();
    if (found) throw new Error(`a row of ${found["table"]} names one of ${found["parent"]} that is not there`);
  }
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
