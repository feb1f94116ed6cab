import type { NewBlock } from "../storage/block-row.ts";
import type { SeriesDefinition } from "../storage/series-definition.ts";
import type { LogPosition } from "../storage/storage.ts";
import { byteas, float8s, int4s, int8s, texts } from "./binary-arrays.ts";
import { shardOf } from "./shards.ts";
import { type Statement, statement } from "./statement-batch.ts";
import { storedFrame } from "./stored-frame.ts";

const addDevices = `insert into points_device (name, shard)
  select distinct name, shard from unnest($1::text[], $2::int[]) u (name, shard) on conflict (name) do nothing`;
const addSeries = `insert into points_series (id, shard, device, key)
  select u.id, u.shard, (select d.id from points_device d where d.name = u.device), u.key
  from unnest($1::int[], $2::int[], $3::text[], $4::bytea[]) u (id, shard, device, key) on conflict (id) do nothing`;
/** Fails, saying so, where a number stands for another series already. */
const sameSeries = `select ('the number ' || s.id || ' is of another series')::int
  from unnest($1::int[], $2::text[], $3::bytea[]) u (id, device, key) join points_series s on s.id = u.id
  left join points_device d on d.id = s.device where d.name is distinct from u.device or s.key <> u.key`;
const dropSeries = "delete from points_series where id = any ($1::int[])";
const dropDevice = `delete from points_device d
  where d.name = $1::text and not exists (select 1 from points_series s where s.device = d.id)`;

const append = "insert into points_journal (shard, seq, epoch, frame_check, frame) values ($1, $2, $3, $4, $5)";
const trim = "delete from points_journal where shard = $1::smallint and seq > 0 and seq <= $2::bigint";
const setAside = `update points_journal
  set seq = (select least(0, min(seq)) - 1 from points_journal where shard = $1::smallint)
  where shard = $1::smallint and seq = $2::bigint`;
const note = `insert into points_position (shard, name, position) values ($1, $2, $3)
  on conflict (shard, name) do update set position = excluded.position`;

const insertBlocks = `insert into points_block
  (series, run, count, numbers, start, "end", data_check, head_check, min, max, sum, data, shard)
  select b.*, coalesce((select s.shard from points_series s where s.id = b.series), -1)
  from unnest($1::int[], $2::int[], $3::int[], $4::int[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[],
    $9::float8[], $10::float8[], $11::float8[], $12::bytea[])
    b (series, run, count, numbers, start, "end", data_check, head_check, min, max, sum, data)`;
const deleteBlocks = "delete from points_block where id = any ($1::bigint[])";

function insertion(blocks: readonly NewBlock[]): Statement {
  const of = (field: Exclude<keyof NewBlock, "data">): number[] => blocks.map((block) => block[field]);
  return statement(insertBlocks, [
    ...(["series", "run", "count", "numbers"] as const).map((field) => int4s(of(field))),
    ...(["start", "end", "dataCheck", "headCheck"] as const).map((field) => int8s(of(field))),
    ...(["min", "max", "sum"] as const).map((field) => float8s(of(field))),
    byteas(blocks.map(({ data }) => data)),
  ]);
}

/** Whose log it is that is written, and by which right. */
export interface Ownership {
  readonly shard: number;
  readonly epoch: number;
}

/** What a transaction was told, on its way to the server. Blocks come and go in one statement each, whatever is told between. */
export class ToldChanges {
  readonly #as: Ownership;
  #statements: Statement[] = [];
  #inserted: NewBlock[] = [];
  #deleted: number[] = [];
  /** The newest position that was appended: by it the transaction can be found again. */
  #appended: number | undefined;
  #hasChanges = false;

  constructor(as: Ownership) {
    this.#as = as;
  }

  get isEmpty(): boolean {
    return !this.#hasChanges;
  }

  get appended(): number | undefined {
    return this.#appended;
  }

  #tell(text: string, values: Parameters<typeof statement>[1]): void {
    this.#hasChanges = true;
    this.#statements.push(statement(text, values));
  }

  define(series: readonly SeriesDefinition[]): void {
    if (series.length === 0) return;
    const devices = texts(series.map(({ device }) => device));
    const shards = int4s(series.map(({ device }) => shardOf(device)));
    const ids = int4s(series.map(({ id }) => id));
    const keys = byteas(series.map(({ key }) => Buffer.from(key, "utf8")));
    this.#tell(addDevices, [devices, shards]);
    this.#tell(addSeries, [ids, shards, devices, keys]);
    this.#tell(sameSeries, [ids, devices, keys]);
  }

  dropSeries(series: Iterable<number>): void {
    this.#tell(dropSeries, [int4s([...series])]);
  }

  dropDevice(device: string): void {
    this.#tell(dropDevice, [device]);
  }

  /** Asks something that fails where the rest must not happen. */
  require(condition: Statement): void {
    this.#statements.push(condition);
  }

  append(position: number, frame: Uint8Array): void {
    const { shard, epoch } = this.#as;
    const { bytes, check } = storedFrame(frame);
    this.#appended = position;
    this.#tell(append, [shard, position, epoch, check, bytes]);
  }

  trim(upTo: number): void {
    this.#tell(trim, [this.#as.shard, upTo]);
  }

  setAside(position: number): void {
    this.#tell(setAside, [this.#as.shard, position]);
  }

  note(name: LogPosition | "transaction", position: number): void {
    this.#tell(note, [this.#as.shard, name, position]);
  }

  insert(blocks: readonly NewBlock[]): void {
    this.#hasChanges ||= blocks.length > 0;
    for (const block of blocks) this.#inserted.push(block);
  }

  delete(blocks: readonly number[]): void {
    this.#hasChanges ||= blocks.length > 0;
    for (const id of blocks) this.#deleted.push(id);
  }

  /** What was told since the last time, for the server. */
  take(): Statement[] {
    const taken = this.#statements;
    if (this.#deleted.length > 0) taken.push(statement(deleteBlocks, [int8s(this.#deleted)]));
    if (this.#inserted.length > 0) taken.push(insertion(this.#inserted));
    [this.#statements, this.#inserted, this.#deleted] = [[], [], []];
    return taken;
  }
}
