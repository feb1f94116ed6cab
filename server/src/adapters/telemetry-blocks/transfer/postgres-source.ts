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
 * The log of a lone node keeps its numbers. Behind its end come the entries of members' logs that are not in blocks yet (ADR 67): what is not in
 * blocks of a device is in one of them, so that only the order of each matters. Those that rules have seen come first: from one number on they
 * have seen nothing, not of what dead members left either (ADR 78).
 */
const allEntries = `
  with last as (
    select greatest(
      coalesce((select max(seq) from points_journal where shard = ${allShards}), 0),
      coalesce((select position from points_position where shard = ${allShards} and name = 'last'), 0),
      coalesce((select position from points_position where shard = ${allShards} and name = 'blocks'), 0)) as position),
  noted as (
    select shard, max(position) filter (where name = 'blocks') as blocks,
      case when max(position) filter (where name = 'followed') > 0 then greatest(
        max(position) filter (where name = 'followed') - 1, max(position) filter (where name = 'rules')) end as rules
    from points_position where shard < ${allShards} group by shard),
  members as (
    select 1 as place, j.shard, j.seq, 0 as left_id, j.seq <= coalesce(p.rules, j.seq) as is_seen
    from points_journal j left join noted p on p.shard = j.shard
    where j.shard < ${allShards} and (j.seq > coalesce(p.blocks, 0) or j.seq > p.rules)
    union all
    select 0, log, seq, id, false from @unseen@ l where consumer = 'rules'),
  entries as (
    select shard, seq, 0 as left_id, seq as id, true as is_seen from points_journal where shard = ${allShards}
    union all
    select shard, seq, left_id,
      (select position from last) + row_number() over (order by is_seen desc, place, left_id, shard desc, seq), is_seen
    from members)`;

const queries: Readonly<Record<Stage, string>> = {
  devices: "select id, name from points_device where id > $1::bigint order by id limit $2::int",
  series: `select s.id, coalesce(d.name, '') as device, s.key from points_series s
    left join points_device d on d.id = s.device where s.id > $1::bigint order by s.id limit $2::int`,
  blocks: `select id, series, run, start, "end", count, numbers, min, max, sum, data_check, head_check, data
    from points_block where id > $1::bigint order by id limit $2::int`,
  entries: `${allEntries}
    select e.id, coalesce(u.frame_check, j.frame_check) as frame_check, coalesce(u.frame, j.frame) as frame
    from (select * from entries where id > $1::bigint order by id limit $2::int) e
    left join @unseen@ u on u.id = e.left_id
    left join points_journal j on e.left_id = 0 and j.shard = e.shard and j.seq = e.seq order by e.id`,
};
const counts: Readonly<Record<Stage, string>> = {
  devices: "select count(*) as n from points_device",
  series: "select count(*) as n from points_series",
  blocks: "select count(*) as n from points_block",
  entries: `${allEntries} select count(*) as n from entries`,
};
const positions = `select name, position from points_position where shard = ${allShards}`;
const seen = `${allEntries} select coalesce(max(id) filter (where is_seen), (select position from last)) as rules,
    (select position from last) as alone from entries having bool_or(shard < ${allShards})`;
const hasUnseen = "select to_regclass('points_unseen') is not null as found";
/** Of a version that left nothing. */
const noneUnseen = `(select null::bigint as id, null::smallint as log, null::bigint as seq, null::text as consumer,
  null::bigint as frame_check, null::bytea as frame where false)`;
const lastOfMembers = `${allEntries} select max(id) as position from entries where shard < ${allShards}`;
const store = "select installation, beat from points_store";

/** How far the log of a copy is seen, to which several nodes have written. */
export interface CopiedLog {
  readonly rules: number;
  readonly alone: number;
}

/** The points in a PostgreSQL, as whoever asks for us sees them. */
export class PostgresPoints implements PointsSource {
  readonly #asks: AskRows;
  #unseen: string | undefined;

  constructor(ask: AskRows) {
    this.#asks = ask;
  }

  async #ask(text: string, values?: readonly unknown[]): Promise<readonly NamedRow[]> {
    this.#unseen ??= (await this.#asks(hasUnseen))[0]?.["found"] === true ? "points_unseen" : noneUnseen;
    return this.#asks(text.replaceAll("@unseen@", this.#unseen), values);
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

  /** Where there is something of members: up to where rules have seen what is copied, and where that of a lone node ends. */
  async seen(): Promise<CopiedLog | undefined> {
    const [row] = await this.#ask(seen);
    return row && { rules: Number(row["rules"]), alone: Number(row["alone"]) };
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
