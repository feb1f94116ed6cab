import pg from "pg";
import type { Point } from "../../server/src/core/telemetry/index.ts";
import { deviceIds, keys, type Message } from "../telemetry/stream.ts";
import { CopyIn } from "./copy-in.ts";

/** One row per point, as ThingsBoard and its like keep them in PostgreSQL. */
const table = `create table ts_kv (
  entity_id uuid not null, key integer not null, ts bigint not null, bool_v boolean, str_v text, long_v bigint,
  dbl_v double precision, primary key (entity_id, key, ts))`;
const upsert = `insert into ts_kv (entity_id, key, ts, bool_v, str_v, long_v, dbl_v)
  select * from unnest($1::uuid[], $2::int[], $3::bigint[], $4::bool[], $5::text[], $6::bigint[], $7::float8[])
  on conflict (entity_id, key, ts) do update
    set bool_v = excluded.bool_v, str_v = excluded.str_v, long_v = excluded.long_v, dbl_v = excluded.dbl_v`;

type Row = [
  device: string,
  key: number,
  ts: number,
  bool: boolean | null,
  text: string | null,
  long: number | null,
  double: number | null,
];

const rowsPerCommit = 10_000;
const keyNumbers = new Map<string, number>(keys.map((key, i) => [key, i]));

function rowOf(device: number, { key, ts, value }: Point): Row {
  const whole = typeof value === "number" && Number.isInteger(value);
  return [
    deviceIds[device] ?? "",
    keyNumbers.get(key) ?? 0,
    ts,
    typeof value === "boolean" ? value : null,
    typeof value === "string" ? value : null,
    whole ? Number(value) : null,
    typeof value === "number" && !whole ? value : null,
  ];
}

function* batches(messages: Iterable<Message>): Generator<Row[]> {
  let batch: Row[] = [];
  for (const { device, points } of messages) {
    for (const point of points) batch.push(rowOf(device, point));
    if (batch.length < rowsPerCommit) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

const copyLine = (row: Row): string => `${row.map((cell) => (cell === null ? "\\N" : String(cell))).join("\t")}\n`;

/** Rows of points in an empty database. */
export class PostgresRows {
  readonly #client: pg.Client;

  private constructor(client: pg.Client) {
    this.#client = client;
  }

  static async open(url: string): Promise<PostgresRows> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(table);
    return new PostgresRows(client);
  }

  async copy(messages: Iterable<Message>): Promise<void> {
    for (const batch of batches(messages)) {
      const rows = Buffer.from(batch.map(copyLine).join(""));
      await this.#client.query(new CopyIn("copy ts_kv from stdin", rows)).done;
    }
  }

  async upsert(messages: Iterable<Message>): Promise<void> {
    for (const batch of batches(messages)) {
      const columns = [0, 1, 2, 3, 4, 5, 6].map((i) => batch.map((row) => row[i]));
      await this.#client.query(upsert, columns);
    }
  }

  close(): Promise<void> {
    return this.#client.end();
  }
}
