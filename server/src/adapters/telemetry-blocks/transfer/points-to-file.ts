import { crc32 } from "node:zlib";
import { AppError } from "../../../kernel/errors.ts";
import { allShards } from "../postgres/shards.ts";
import { frameOf } from "../postgres/stored-frame.ts";
import { refuseFormat } from "../postgres/tables.ts";
import { BlockChanges } from "../sqlite/block-table.ts";
import { openWriterDatabase, type PointsFile } from "../sqlite/database.ts";
import { markPoints } from "../sqlite/points-identity.ts";
import type { NewBlock } from "../storage/block-row.ts";
import { type AskRows, bytesIn, type NamedRow } from "./ask-rows.ts";

/** Rows fetched at once: a block has a few kilobytes at most, an entry of the log about a megabyte. */
const blocksPerFetch = 1_000;
const namesPerFetch = 10_000;
const entriesPerFetch = 8;

const store = "select format, installation, beat from points_store";
const otherLogs = "select 1 from points_journal where shard <> $1::smallint limit 1";
const devices = "select id, name from points_device where id > $1::bigint order by id limit $2::int";
const series = "select id, device, key from points_series where id > $1::bigint order by id limit $2::int";
const blocks = `select id, series, run, start, "end", count, numbers, min, max, sum, data_check, head_check, data
  from points_block where id > $1::bigint order by id limit $2::int`;
const entries = `select seq as id, frame_check, frame from points_journal
  where shard = ${allShards} and seq > $1::bigint order by seq limit $2::int`;
const positions = `select name, position from points_position where shard = ${allShards} and name in ('last', 'blocks', 'followed')`;

/**
 * Writes the points of a PostgreSQL, as its transaction sees them, into the `telemetry.db` of an embedded node: backups
 * have one form. What is damaged is copied as it is; whoever checks the copy names it [REL5].
 */
export async function copyPointsToFile(ask: AskRows, file: string): Promise<void> {
  const [found] = await ask(store);
  refuseFormat(Number(found?.["format"]));
  if ((await ask(otherLogs, [allShards])).length > 0) throw severalLogs();
  const db = openWriterDatabase(file, { maxFileBytes: undefined });
  try {
    db.exec("PRAGMA synchronous = OFF; BEGIN"); // whoever made the folder syncs it
    await fill(ask, db);
    if (typeof found?.["installation"] === "string") markPoints(db, found["installation"], Number(found["beat"]));
    db.exec("COMMIT");
  } finally {
    db.close();
  }
}

const severalLogs = (): AppError =>
  new AppError(
    "POINTS_OF_SEVERAL_NODES",
    "conflict",
    "The points in PostgreSQL were written by several nodes at once, which only a newer version knows how to copy",
  );

async function fill(ask: AskRows, db: PointsFile): Promise<void> {
  const device = db.prepare("INSERT INTO device (id, name) VALUES (?, ?)");
  const key = db.prepare("INSERT INTO series (id, device, key) VALUES (?, ?, ?)");
  const entry = db.prepare("INSERT INTO journal (seq, frame, frame_check) VALUES (?, ?, ?)");
  const position = db.prepare("INSERT INTO log_position (name, position) VALUES (?, ?)");
  const block = new BlockChanges(db);
  await each(ask, devices, namesPerFetch, (row) => device.run(Number(row["id"]), String(row["name"])));
  await each(ask, series, namesPerFetch, (row) =>
    key.run(Number(row["id"]), Number(row["device"]), bytesIn(row["key"])),
  );
  await each(ask, blocks, blocksPerFetch, (row) => block.insert(blockOf(row)));
  await each(ask, entries, entriesPerFetch, (row) => entry.run(Number(row["id"]), ...storedEntry(row)));
  for (const row of await ask(positions)) position.run(String(row["name"]), Number(row["position"]));
}

/** In the order of their numbers, some at a time. */
async function each(ask: AskRows, text: string, atOnce: number, take: (row: NamedRow) => void): Promise<void> {
  for (let after = Number.MIN_SAFE_INTEGER; ; ) {
    const rows = await ask(text, [after, atOnce]);
    for (const row of rows) take(row);
    const last = rows.at(-1);
    if (last === undefined) return;
    after = Number(last["id"]);
  }
}

function blockOf(row: NamedRow): NewBlock {
  const number = (name: string): number => Number(row[name]);
  return {
    series: number("series"),
    run: number("run"),
    start: number("start"),
    end: number("end"),
    count: number("count"),
    numbers: number("numbers"),
    min: number("min"),
    max: number("max"),
    sum: number("sum"),
    dataCheck: number("data_check"),
    headCheck: number("head_check"),
    data: bytesIn(row["data"]),
  };
}

/** A checksum that nothing has: the entry is known as damaged there, too. */
const noChecksum = -1;

function storedEntry({ frame: stored, frame_check: check }: NamedRow): [Uint8Array, number] {
  const bytes = bytesIn(stored);
  const frame = frameOf(bytes, Number(check));
  return frame === undefined ? [bytes, noChecksum] : [frame, crc32(frame)];
}
