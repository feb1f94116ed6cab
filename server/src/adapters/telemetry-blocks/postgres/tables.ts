import { smallBlockPoints } from "../limits.ts";
import { newerFormat } from "./faults.ts";
import type { PostgresLine } from "./postgres-line.ts";
import { allShards, shardCount } from "./shards.ts";
import { type Row, type Statement, statement } from "./statement-batch.ts";

/** Raised by every change of tables, frames or blocks that an older program could not read. */
const formatVersion = 2;

/**
 * In the schema of the entities, whichever that is: nothing more has to be allowed, and installations that share a
 * database do not meet. Not partitioned: what is removed are few rows, one for 256 points, and only a row that is
 * deleted stays for a snapshot that is older (ADR 42). Frames and blocks are compressed already: no second attempt.
 */
const schema = [
  `create table points_store (
    only_one boolean primary key default true check (only_one), format integer not null, shards integer not null,
    installation text, beat bigint not null default 0)`,
  `create table points_shard (id smallint primary key, owner text not null, epoch bigint not null)
    with (fillfactor = 50)`,
  `create table points_position (
    shard smallint not null, name text not null, position bigint not null, primary key (shard, name))
    with (fillfactor = 50)`,
  `create table points_journal (
    shard smallint not null, seq bigint not null, epoch bigint not null, frame_check bigint not null,
    frame bytea not null, primary key (shard, seq))
    with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000,
      toast.autovacuum_vacuum_scale_factor = 0, toast.autovacuum_vacuum_threshold = 20000)`,
  "alter table points_journal alter column frame set storage external",
  `create table points_device (
    id bigint generated always as identity primary key, shard smallint not null, name text not null unique)`,
  `create table points_series (
    id integer primary key, shard smallint not null, device bigint not null, key bytea not null)`,
  "create index points_series_by_device on points_series (device)",
  `create table points_block (
    id bigint generated always as identity primary key, start bigint not null, "end" bigint not null,
    min double precision not null, max double precision not null, sum double precision not null,
    data_check bigint not null, head_check bigint not null, series integer not null, run integer not null,
    count integer not null, numbers integer not null, shard smallint not null, data bytea not null)
    with (autovacuum_vacuum_scale_factor = 0.02, toast.autovacuum_vacuum_scale_factor = 0.02)`,
  "alter table points_block alter column data set storage external",
  "create index points_block_by_time on points_block (series, run, start)",
  `create index points_small_block on points_block (series) where count < ${smallBlockPoints}`,
  "create index points_late_block on points_block (series, run) where run > 0",
].map((text) => statement(text));

/** What consumers had not seen of the logs of those that are gone; made where an older version left it out. */
const unseen = statement(`create table if not exists points_unseen (
    id bigint generated always as identity primary key, log smallint not null, seq bigint not null,
    shard smallint not null, consumer text not null, epoch bigint not null, frame_check bigint not null,
    frame bytea not null, unique (log, seq, shard, consumer))`);
const hasUnseen = statement("select to_regclass('points_unseen') is not null");

const found = statement("select to_regclass('points_store') is not null");
const format = statement("select format from points_store");
const begin = statement("begin");
const commit = statement("commit");
const describe = statement("insert into points_store (format, shards) values ($1, $2)", [formatVersion, shardCount]);
const shards = statement(
  "insert into points_shard (id, owner, epoch) select id, '', 0 from generate_series($1::int, $2::int) id",
  [allShards, shardCount - 1],
);

/** Empty tables, made by whoever has begun a transaction. */
export const tablesOfPoints: readonly Statement[] = [...schema, unseen, describe, shards];

const cell = (rows: readonly Row[] | undefined): string | null => rows?.[0]?.[0] ?? null;

export async function hasTables(line: PostgresLine): Promise<boolean> {
  return cell((await line.run([found]))[0]) === "t";
}

/** Makes the tables where there are none. Those of a newer version are refused, untouched [REL4]. */
export async function makeTables(line: PostgresLine): Promise<void> {
  if (!(await hasTables(line))) return void (await line.run([begin, ...tablesOfPoints, commit]));
  await refuseNewer(line);
  if (cell((await line.run([hasUnseen]))[0]) !== "t") await line.run([unseen]);
}

export async function refuseNewer(line: PostgresLine): Promise<void> {
  refuseFormat(Number(cell((await line.run([format]))[0])));
}

export function refuseFormat(version: number): void {
  if (version > formatVersion) throw newerFormat(version, formatVersion);
}
