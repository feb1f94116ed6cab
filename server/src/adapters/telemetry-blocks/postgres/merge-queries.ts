import { compactAfter, smallBlockPoints } from "../limits.ts";
import type { MergeReads, RunSize } from "../storage/merge-reads.ts";
import { int4s, int8 } from "./binary-arrays.ts";
import { type Ask, PostgresBlockReads } from "./block-queries.ts";
import { type Row, statement } from "./statement-batch.ts";

/** A member compacts the series of its own shards; one that has all of them does not ask. */
const nextLate = (mine: string): string => `select series from points_block where run > 0 and series > $1::int ${mine}
  group by series having count(distinct run) >= ${compactAfter} order by series limit 1`;
const nextSmall = (
  mine: string,
): string => `select series from points_block where count < ${smallBlockPoints} and series > $1::int ${mine}
  group by series having count(*) >= ${compactAfter} order by series limit 1`;
const ofShards = "and shard = any ($2::int[])";
const lateRuns = `select run, sum(count), min(start), max("end") from points_block
  where series = $1::int and run > 0 group by run order by run desc`;
const inTime = `select coalesce(sum(count), 0) from points_block
  where series = $1::int and run = 0 and start >= $2::bigint and start <= $3::bigint`;
const smallAround = `select min(start) filter (where start >= $2::bigint), count(*) filter (where start < $2::bigint)
  from points_block where series = $1::int and count < ${smallBlockPoints}`;

const seriesOf = (rows: readonly Row[]): number | undefined => (rows[0] === undefined ? undefined : Number(rows[0][0]));
const time = (value: number): string => int8(value).toString();

/** What a compaction asks of the blocks besides, each answered from an index. */
export class PostgresMergeReads extends PostgresBlockReads implements MergeReads {
  readonly #mine: { readonly ids: readonly number[] } | undefined;

  constructor(ask: Ask, mine: { readonly ids: readonly number[] } | undefined) {
    super(ask);
    this.#mine = mine;
  }

  nextLate(after: number): Promise<number | undefined> {
    return this.#next(nextLate, after);
  }

  nextSmall(after: number): Promise<number | undefined> {
    return this.#next(nextSmall, after);
  }

  async #next(question: (mine: string) => string, after: number): Promise<number | undefined> {
    const asked = this.#mine
      ? statement(question(ofShards), [after, int4s(this.#mine.ids)])
      : statement(question(""), [after]);
    return seriesOf(await this.ask(asked));
  }

  async lateRuns(series: number): Promise<RunSize[]> {
    const rows = await this.ask(statement(lateRuns, [series]));
    return rows.map(([run, points, start, end]) => ({
      run: Number(run),
      points: Number(points),
      start: Number(start),
      end: Number(end),
    }));
  }

  async pointsInTime(series: number, low: number, high: number): Promise<number> {
    const [row] = await this.ask(statement(inTime, [series, time(low), time(high)]));
    return Number(row?.[0] ?? 0);
  }

  async smallAround(series: number, until: number): Promise<{ first: number; before: number }> {
    const [row] = await this.ask(statement(smallAround, [series, time(until)]));
    return { first: Number(row?.[0] ?? Number.POSITIVE_INFINITY), before: Number(row?.[1] ?? 0) };
  }
}
