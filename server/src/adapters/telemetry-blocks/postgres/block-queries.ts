import type { BlockPage, BlockReads, DataWish, FetchedBlock, RunStart } from "../storage/block-reads.ts";
import type { BlockRow } from "../storage/block-row.ts";
import type { LastBlockWish } from "../storage/storage.ts";
import { bytesOf, int4s, int8, int8s } from "./binary-arrays.ts";
import { type Row, type Statement, type StatementValue, statement } from "./statement-batch.ts";

/** Sends a statement, with whatever has to be there before it, and gives its rows. */
export type Ask = (asked: Statement) => Promise<readonly Row[]>;

const head =
  'b.id, b.series, b.run, b.start, b."end", b.count, b.numbers, b.min, b.max, b.sum, b.data_check, b.head_check';
const headCells = 12;

/** Field by field: a long aggregate passes here thousands of times. */
const rowOf = (cells: Row): BlockRow => ({
  id: Number(cells[0]),
  series: Number(cells[1]),
  run: Number(cells[2]),
  start: Number(cells[3]),
  end: Number(cells[4]),
  count: Number(cells[5]),
  numbers: Number(cells[6]),
  min: Number(cells[7]),
  max: Number(cells[8]),
  sum: Number(cells[9]),
  dataCheck: Number(cells[10]),
  headCheck: Number(cells[11]),
});

const fetchers = {
  all: (cells: Row): FetchedBlock => {
    const data = bytesOf(cells[headCells]);
    return { row: rowOf(cells), data, bytes: data?.length };
  },
  none: (cells: Row): FetchedBlock => ({ row: rowOf(cells), data: undefined, bytes: undefined }),
  sizes: (cells: Row): FetchedBlock => ({ row: rowOf(cells), data: undefined, bytes: Number(cells[headCells]) }),
};

const dataFor = {
  all: "b.data",
  none: "null",
  sizes: "length(b.data)",
  grid: 'case when (b.start - $6::bigint) / $7::bigint <> (b."end" - $6::bigint) / $7::bigint then b.data end',
} as const;

const pageOf = (data: keyof typeof dataFor, order: "ASC" | "DESC"): string =>
  `select ${head}, ${dataFor[data]} from points_block b
   where b.series = $1::int and b.run = $2::int and b.start >= $3::bigint and b.start <= $4::bigint
   order by b.start ${order} limit $5::int`;

/** A grid of whole milliseconds can be asked for; any other one only saves reading ahead. */
const wishOf = (data: DataWish): DataWish =>
  typeof data === "string" || (data.ms >= 1 && Number.isInteger(data.ms) && Number.isInteger(data.origin))
    ? data
    : "none";

/** The runs of a series, one step in the index for each: a series has few, and many blocks. */
const runsOf = (series: string): string =>
  `with recursive found (run) as (
     (select b.run from points_block b where b.series = ${series} order by b.run limit 1)
     union all
     select (select b.run from points_block b where b.series = ${series} and b.run > found.run order by b.run limit 1)
     from found where found.run is not null)
   select run from found where run is not null`;

const runs = `select r.run,
    (select b.start from points_block b where b.series = $1::int and b.run = r.run and b.start <= $2::bigint
     order by b.start desc limit 1)
  from (${runsOf("$1::int")}) r order by r.run`;

const lastBlocks = `select ${head}, w.n from unnest($1::int[], $2::bigint[]) with ordinality w (series, up_to, n)
  cross join lateral (${runsOf("w.series")}) r
  cross join lateral (select * from points_block l where l.series = w.series and l.run = r.run and l.start <= w.up_to
    order by l.start desc limit 1) b
  order by w.n, b.run desc`;

const dataById = "select id, data from points_block where id = any ($1::bigint[])";

const time = (value: number): string => int8(value).toString();

/** The blocks, as anybody reads them. */
export class PostgresBlockReads implements BlockReads {
  protected readonly ask: Ask;

  constructor(ask: Ask) {
    this.ask = ask;
  }

  async runs(series: number, from: number): Promise<RunStart[]> {
    const rows = await this.ask(statement(runs, [series, time(from)]));
    return rows.map(([run, start]) => ({ run: Number(run), start: start == null ? from : Number(start) }));
  }

  async page({ series, run, low, high, limit, order, data }: BlockPage): Promise<FetchedBlock[]> {
    const wish = wishOf(data);
    const values: (StatementValue | number)[] = [series, run, time(low), time(high), limit];
    if (typeof wish === "string") {
      const rows = await this.ask(statement(pageOf(wish, order), values));
      return rows.map(fetchers[wish]);
    }
    const rows = await this.ask(statement(pageOf("grid", order), [...values, wish.origin, wish.ms]));
    return rows.map(fetchers.all);
  }

  async data(blocks: readonly number[]): Promise<(Uint8Array | undefined)[]> {
    const rows = await this.ask(statement(dataById, [int8s(blocks)]));
    const found = new Map(rows.map(([id, data]) => [Number(id), bytesOf(data)]));
    return blocks.map((id) => found.get(id));
  }

  async lastBlocks(wanted: readonly LastBlockWish[]): Promise<BlockRow[][]> {
    const [series, upTo] = [wanted.map((wish) => wish.series), wanted.map((wish) => wish.upTo)];
    const found = wanted.map((): BlockRow[] => []);
    for (const cells of await this.ask(statement(lastBlocks, [int4s(series), int8s(upTo)])))
      found[Number(cells[headCells]) - 1]?.push(rowOf(cells));
    return found;
  }
}
