import type { DatabaseSync, StatementSync } from "node:sqlite";
import { crc32 } from "node:zlib";
import type { Columns } from "../columns.ts";
import { type BlockRow, headCheckOf, readBlock, statisticsOf } from "./block-row.ts";
import { type BlockRoom, encodeBlock } from "./codecs/block.ts";

const head = 'id, run, start, "end", count, numbers, min, max, sum, data_check, head_check';

/** Buckets of equal length: the blocks that reach from one into another will be read, whatever their statistics say. */
interface Grid {
  readonly origin: number;
  readonly ms: number;
}

/** Which blocks of a page come with their data at once. The others are asked for one by one when they are needed. */
export type DataWish = "all" | "none" | Grid;

const dataFor = {
  all: "data",
  none: "NULL",
  grid: 'CASE WHEN CAST((start - :origin) / :ms AS INTEGER) <> CAST(("end" - :origin) / :ms AS INTEGER) THEN data END',
} as const;

/** Told of a block that cannot be read; the block is left where it is and skipped. */
export type DamageReport = (damage: {
  readonly block: number;
  readonly series: number;
  readonly start: number;
  readonly end: number;
}) => void;

/** A row with its data, when it was asked for with the rest. */
export interface FetchedBlock {
  readonly row: BlockRow;
  readonly data: Uint8Array | undefined;
}

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
  return { row, data: data instanceof Uint8Array ? data : undefined };
}

/** Rows as arrays: an object for each would cost more than the rest of it. */
function prepareRows(db: DatabaseSync, sql: string): StatementSync {
  const statement = db.prepare(sql);
  statement.setReturnArrays(true);
  return statement;
}

/** Reads blocks. Blocks of one run of a series never overlap; of blocks that do, the higher run is the later write. */
export class BlockReader {
  readonly #nextRun: StatementSync;
  readonly #lastStart: StatementSync;
  readonly #upTo: StatementSync;
  readonly #pages = new Map<string, StatementSync>();
  readonly #db: DatabaseSync;
  readonly #data: StatementSync;
  readonly #report: DamageReport;

  constructor(db: DatabaseSync, report: DamageReport) {
    const rows = (sql: string): StatementSync => prepareRows(db, sql);
    this.#report = report;
    this.#nextRun = rows("SELECT run FROM block WHERE series = ? AND run > ? ORDER BY run LIMIT 1");
    this.#lastStart = rows("SELECT max(start) FROM block WHERE series = ? AND run = ? AND start <= ?");
    this.#upTo = rows(
      `SELECT ${head} FROM block WHERE series = ? AND run = ? AND start <= ? ORDER BY start DESC LIMIT 1`,
    );
    this.#data = rows("SELECT data FROM block WHERE id = ?");
    this.#db = db;
  }

  /** The runs a series has, ascending. */
  runsOf(series: number): number[] {
    const runs: number[] = [];
    for (let run = -1; ; ) {
      const next: unknown = this.#nextRun.get(series, run);
      if (!Array.isArray(next)) return runs;
      run = Number(next[0]);
      runs.push(run);
    }
  }

  /** The last block of a run that starts at or before `ts`: of all such the one that ends last. */
  lastUpTo(series: number, run: number, ts: number): BlockRow | undefined {
    const cells: unknown = this.#upTo.get(series, run, ts);
    return Array.isArray(cells) ? fetchedBlock(series, cells).row : undefined;
  }

  /** Where a scan of a run has to begin so that it meets every block that reaches `from`. */
  firstStart(series: number, run: number, from: number): number {
    const cells: unknown = this.#lastStart.get(series, run, from);
    const start: unknown = Array.isArray(cells) ? cells[0] : null;
    return start === null ? from : Number(start);
  }

  /** At most `limit` blocks of a run with `low` ≤ start ≤ `high`. */
  page(
    series: number,
    run: number,
    low: number,
    high: number,
    order: "ASC" | "DESC",
    data: DataWish,
    limit: number,
  ): FetchedBlock[] {
    const values = { series, run, low, high, limit };
    const rows: readonly unknown[] =
      typeof data === "string"
        ? this.#pageOf(data, order).all(values)
        : this.#pageOf("grid", order).all({ ...values, ...data });
    return rows.map((cells) => fetchedBlock(series, cells as readonly unknown[]));
  }

  #pageOf(data: keyof typeof dataFor, order: "ASC" | "DESC"): StatementSync {
    const known = this.#pages.get(`${data} ${order}`);
    if (known) return known;
    const sql = `SELECT ${head}, ${dataFor[data]} FROM block
      WHERE series = :series AND run = :run AND start >= :low AND start <= :high ORDER BY start ${order} LIMIT :limit`;
    const page = prepareRows(this.#db, sql);
    this.#pages.set(`${data} ${order}`, page);
    return page;
  }

  /** The points of a block; a damaged one is reported, and undefined. */
  points({ row, data }: FetchedBlock, room?: BlockRoom): Columns | undefined {
    const bytes = data ?? this.#dataOf(row.id);
    const columns = bytes === undefined ? undefined : readBlock(row, bytes, room);
    if (columns === undefined) this.reportDamage(row);
    return columns;
  }

  reportDamage(row: BlockRow): void {
    this.#report({ block: row.id, series: row.series, start: row.start, end: row.end });
  }

  #dataOf(id: number): Uint8Array | undefined {
    const cells: unknown = this.#data.get(id);
    const data: unknown = Array.isArray(cells) ? cells[0] : undefined;
    return data instanceof Uint8Array ? data : undefined;
  }
}

/** Adds and removes blocks, inside the transaction of whoever calls. */
export class BlockWriter {
  readonly #insert: StatementSync;
  readonly #delete: StatementSync;

  constructor(db: DatabaseSync) {
    this.#insert = db.prepare(
      `INSERT INTO block (series, run, start, "end", count, numbers, min, max, sum, data_check, head_check, data)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#delete = db.prepare("DELETE FROM block WHERE id = ?");
  }

  insert(series: number, run: number, columns: Columns): void {
    const data = encodeBlock(columns);
    const s = statisticsOf(columns);
    const dataCheck = crc32(data);
    const check = headCheckOf(series, run, s, dataCheck);
    this.#insert.run(series, run, s.start, s.end, s.count, s.numbers, s.min, s.max, s.sum, dataCheck, check, data);
  }

  delete(id: number): void {
    this.#delete.run(id);
  }
}
