import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { BlockPage, DataWish, FetchedBlock, RunStart } from "../storage/block-reads.ts";
import type { BlockRow, NewBlock } from "../storage/block-row.ts";
import type { LastBlockWish } from "../storage/storage.ts";

const head = 'id, run, start, "end", count, numbers, min, max, sum, data_check, head_check';

const dataFor = {
  all: "data",
  none: "NULL",
  sizes: "length(data)",
  grid: 'CASE WHEN CAST((start - :origin) / :ms AS INTEGER) <> CAST(("end" - :origin) / :ms AS INTEGER) THEN data END',
} as const;

/** Field by field: a long aggregate passes here thousands of times. */
function fetchedBlock(series: number, cells: readonly unknown[]): FetchedBlock {
  const data = cells[11];
  const row = {
    id: Number(cells[0]),
    series,
    run: Number(cells[1]),
    start: Number(cells[2]),
    end: Number(cells[3]),
    count: Number(cells[4]),
    numbers: Number(cells[5]),
    min: Number(cells[6]),
    max: Number(cells[7]),
    sum: Number(cells[8]),
    dataCheck: Number(cells[9]),
    headCheck: Number(cells[10]),
  };
  if (data instanceof Uint8Array) return { row, data, bytes: data.length };
  return { row, data: undefined, bytes: typeof data === "number" ? data : undefined };
}

/** Rows as arrays: an object for each would cost more than the rest of it. */
function prepareRows(db: DatabaseSync, sql: string): StatementSync {
  const statement = db.prepare(sql);
  statement.setReturnArrays(true);
  return statement;
}

/** The blocks, as anybody reads them. */
export class BlockTable {
  readonly #db: DatabaseSync;
  readonly #nextRun: StatementSync;
  readonly #lastStart: StatementSync;
  readonly #upTo: StatementSync;
  readonly #data: StatementSync;
  readonly #pages = new Map<string, StatementSync>();

  constructor(db: DatabaseSync) {
    const rows = (sql: string): StatementSync => prepareRows(db, sql);
    this.#db = db;
    this.#nextRun = rows("SELECT run FROM block WHERE series = ? AND run > ? ORDER BY run LIMIT 1");
    this.#lastStart = rows("SELECT max(start) FROM block WHERE series = ? AND run = ? AND start <= ?");
    this.#upTo = rows(
      `SELECT ${head} FROM block WHERE series = ? AND run = ? AND start <= ? ORDER BY start DESC LIMIT 1`,
    );
    this.#data = rows("SELECT data FROM block WHERE id = ?");
  }

  runs(series: number, from: number): RunStart[] {
    return this.#runsOf(series).map((run) => ({ run, start: this.#startOf(series, run, from) }));
  }

  /** One step in the index for each: a series has few, and many blocks. */
  #runsOf(series: number): number[] {
    const runs: number[] = [];
    for (let run = -1; ; ) {
      const next: unknown = this.#nextRun.get(series, run);
      if (!Array.isArray(next)) return runs;
      run = Number(next[0]);
      runs.push(run);
    }
  }

  #startOf(series: number, run: number, from: number): number {
    const cells: unknown = this.#lastStart.get(series, run, from);
    const start: unknown = Array.isArray(cells) ? cells[0] : null;
    return start === null ? from : Number(start);
  }

  lastBlocks({ series, upTo }: LastBlockWish): BlockRow[] {
    return this.#runsOf(series)
      .reverse()
      .flatMap((run) => {
        const cells: unknown = this.#upTo.get(series, run, upTo);
        return Array.isArray(cells) ? [fetchedBlock(series, cells).row] : [];
      });
  }

  page({ data, order, ...values }: BlockPage): FetchedBlock[] {
    const rows: readonly unknown[] =
      typeof data === "string"
        ? this.#pageOf(data, order).all(values)
        : this.#pageOf("grid", order).all({ ...values, ...data });
    return rows.map((cells) => fetchedBlock(values.series, cells as readonly unknown[]));
  }

  #pageOf(data: Exclude<DataWish, object> | "grid", order: "ASC" | "DESC"): StatementSync {
    const known = this.#pages.get(`${data} ${order}`);
    if (known) return known;
    const sql = `SELECT ${head}, ${dataFor[data]} FROM block
      WHERE series = :series AND run = :run AND start >= :low AND start <= :high ORDER BY start ${order} LIMIT :limit`;
    const page = prepareRows(this.#db, sql);
    this.#pages.set(`${data} ${order}`, page);
    return page;
  }

  data(id: number): Uint8Array | undefined {
    const cells: unknown = this.#data.get(id);
    const data: unknown = Array.isArray(cells) ? cells[0] : undefined;
    return data instanceof Uint8Array ? data : undefined;
  }
}

/** Adds and removes blocks, inside the transaction of whoever calls. */
export class BlockChanges {
  readonly #insert: StatementSync;
  readonly #delete: StatementSync;

  constructor(db: DatabaseSync) {
    this.#insert = db.prepare(
      `INSERT INTO block (series, run, start, "end", count, numbers, min, max, sum, data_check, head_check, data)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#delete = db.prepare("DELETE FROM block WHERE id = ?");
  }

  insert(b: NewBlock): void {
    const { start, end, count, numbers, min, max, sum, dataCheck, headCheck } = b;
    this.#insert.run(b.series, b.run, start, end, count, numbers, min, max, sum, dataCheck, headCheck, b.data);
  }

  delete(id: number): void {
    this.#delete.run(id);
  }
}
