import { byteas, int4s, texts } from "../postgres/binary-arrays.ts";
import { allShards, shardOf } from "../postgres/shards.ts";
import { type Statement, statement } from "../postgres/statement-batch.ts";
import { storedFrame } from "../postgres/stored-frame.ts";
import { ToldChanges } from "../postgres/told-changes.ts";
import { isIntact } from "../storage/block-row.ts";
import type { CopiedDevice, CopiedEntry, CopiedSeries, PointsNotes, Portion } from "./portions.ts";

const addDevices =
  "insert into points_device (name, shard) select * from unnest($1::text[], $2::int[]) u (name, shard)";
/** One whose device is missing keeps its number, which must not stand for anything else. */
const addSeries = `insert into points_series (id, shard, device, key)
  select u.id, u.shard, coalesce((select d.id from points_device d where d.name = u.device), 0), u.key
  from unnest($1::int[], $2::int[], $3::text[], $4::bytea[]) u (id, shard, device, key)`;
const addEntry = "insert into points_journal (shard, seq, epoch, frame_check, frame) values ($1, $2, 0, $3, $4)";
/** The log is nobody's who lives, and holds points: a lone node takes it over, the first member of a cluster inherits it. */
const leaveAll = "update points_shard set owner = 'a copy', epoch = epoch + 1 where owner = ''";
const mark = "update points_store set installation = $1::text, beat = $2::bigint";

/** The new tables have no statistics, and nobody else sees them yet. */
export const analyzed: readonly Statement[] = ["points_device", "points_series", "points_block"].map((table) =>
  statement(`analyze ${table}`),
);

/** A checksum that nothing has: the entry is known as damaged there, too. */
const noChecksum = -1;

/** What puts some rows into the tables. A block whose head is damaged is read by nobody, and is left out. */
export function statementsFor(portion: Portion): readonly Statement[] {
  if (portion.stage === "devices") return [devicesIn(portion.rows)];
  if (portion.stage === "series") return [seriesIn(portion.rows)];
  if (portion.stage === "entries") return portion.rows.map(entryIn);
  const told = new ToldChanges({ shard: allShards, epoch: 0 });
  told.insert(portion.rows.filter(isIntact));
  return told.take();
}

export function statementsForNotes({ positions, installation, beat }: PointsNotes): readonly Statement[] {
  const told = new ToldChanges({ shard: allShards, epoch: 0 });
  for (const { name, position } of positions) told.note(name, position);
  return [statement(leaveAll), ...told.take(), ...(installation === undefined ? [] : [markFor(installation, beat)])];
}

export const markFor = (installation: string, beat: number): Statement => statement(mark, [installation, beat]);

function devicesIn(rows: readonly CopiedDevice[]): Statement {
  const names = rows.map(({ name }) => name);
  return statement(addDevices, [texts(names), int4s(names.map(shardOf))]);
}

function seriesIn(rows: readonly CopiedSeries[]): Statement {
  const devices = rows.map(({ device }) => device);
  const [ids, keys] = [int4s(rows.map(({ id }) => id)), byteas(rows.map(({ key }) => key))];
  return statement(addSeries, [ids, int4s(devices.map(shardOf)), texts(devices), keys]);
}

function entryIn({ id, frame, isIntact: isWhole }: CopiedEntry): Statement {
  const { bytes, check } = isWhole ? storedFrame(frame) : { bytes: Buffer.from(frame), check: noChecksum };
  return statement(addEntry, [allShards, id, check, bytes]);
}
