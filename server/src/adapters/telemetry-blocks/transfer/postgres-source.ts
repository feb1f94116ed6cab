import { allShards } from "../postgres/shards.ts";
import { frameOf } from "../postgres/stored-frame.ts";
import { blockRowOf } from "../storage/block-row.ts";
import { type AskRows, bytesIn, type NamedRow } from "./ask-rows.ts";
import {
  type CopiedEntry,
  type Cursor,
  type PointsNotes,
  type PointsSource,
  type Portion,
  positionsIn,
  type Stage,
  stages,
} from "./portions.ts";

/** Rows fetched at once: a block has a few kilobytes at most, an entry of the log about a megabyte. */
const rowsAtOnce: Readonly<Record<Stage, number>> = { devices: 1_000, series: 1_000, blocks: 1_000, entries: 4 };

/**
 * The log of a lone node keeps its numbers. Behind its end come the entries of members' logs that are not in blocks yet (ADR 67),
 * one log after the other: what is not in blocks of a device is in one of them.
 */
const allEntries = `
  with last as (
    select greatest(
      coalesce((select max(seq) from points_journal where shard = ${allShards}), 0),
      coalesce((select position from points_position where shard = ${allShards} and name = 'last'), 0),
      coalesce((select position from points_position where shard = ${allShards} and name = 'blocks'), 0)) as position),
  entries as (
    select shard, seq, seq as id from points_journal where shard = ${allShards}
    union all
    select j.shard, j.seq, (select position from last) + row_number() over (order by j.shard desc, j.seq)
    from points_journal j left join points_position p on p.shard = j.shard and p.name = 'blocks'
    where j.shard < ${allShards} and j.seq > coalesce(p.position, 0))`;

const queries: Readonly<Record<Stage, string>> = {
  devices: "select id, name from points_device where id > $1::bigint order by id limit $2::int",
  series: `select s.id, coalesce(d.name, '') as device, s.key from points_series s
    left join points_device d on d.id = s.device where s.id > $1::bigint order by s.id limit $2::int`,
  blocks: `select id, series, run, start, "end", count, numbers, min, max, sum, data_check, head_check, data
    from points_block where id > $1::bigint order by id limit $2::int`,
  entries: `${allEntries}
    select e.id, j.frame_check, j.frame
    from (select * from entries where id > $1::bigint order by id limit $2::int) e
    join points_journal j on j.shard = e.shard and j.seq = e.seq order by e.id`,
};
const counts: Readonly<Record<Stage, string>> = {
  devices: "select count(*) as n from points_device",
  series: "select count(*) as n from points_series",
  blocks: "select count(*) as n from points_block",
  entries: `${allEntries} select count(*) as n from entries`,
};
const positions = `select name, position from points_position where shard = ${allShards}`;
const lastOfMembers = `${allEntries} select max(id) as position from entries where shard < ${allShards}`;
const store = "select installation, beat from points_store";

/** The points in a PostgreSQL, as whoever asks for us sees them. */
export class PostgresPoints implements PointsSource {
  readonly #ask: AskRows;

  constructor(ask: AskRows) {
    this.#ask = ask;
  }

  async next({ stage, after }: Cursor): Promise<Portion> {
    return portionOf(stage, await this.#ask(queries[stage], [after, rowsAtOnce[stage]]));
  }

  async notes(): Promise<PointsNotes> {
    const [found] = await this.#ask(store);
    const noted = await this.#ask(positions);
    const end = (await this.#ask(lastOfMembers))[0]?.["position"] ?? null;
    const newEnd = end === null ? [] : [{ name: "last", position: end }];
    return {
      positions: positionsIn([...noted.filter(({ name }) => end === null || name !== "last"), ...newEnd]),
      installation: typeof found?.["installation"] === "string" ? found["installation"] : undefined,
      beat: Number(found?.["beat"] ?? 0),
    };
  }

  async counts(): Promise<Record<Stage, number>> {
    const counted = { devices: 0, series: 0, blocks: 0, entries: 0 };
    for (const stage of stages) {
      const [row] = await this.#ask(counts[stage]);
      counted[stage] = Number(row?.["n"]);
    }
    return counted;
  }
}

function portionOf(stage: Stage, rows: readonly NamedRow[]): Portion {
  const id = (row: NamedRow): number => Number(row["id"]);
  if (stage === "devices") return { stage, rows: rows.map((row) => ({ id: id(row), name: String(row["name"]) })) };
  if (stage === "series")
    return {
      stage,
      rows: rows.map((row) => ({ id: id(row), device: String(row["device"]), key: bytesIn(row["key"]) })),
    };
  if (stage === "blocks")
    return { stage, rows: rows.map((row) => ({ ...blockRowOf(row), data: bytesIn(row["data"]) })) };
  return { stage, rows: rows.map(entryOf) };
}

function entryOf(row: NamedRow): CopiedEntry {
  const stored = bytesIn(row["frame"]);
  const frame = frameOf(stored, Number(row["frame_check"]));
  return { id: Number(row["id"]), frame: frame ?? stored, isIntact: frame !== undefined };
}
