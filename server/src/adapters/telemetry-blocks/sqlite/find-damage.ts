import { DatabaseSync } from "node:sqlite";
import { crc32 } from "node:zlib";
import { blockRowOf, isIntact } from "../storage/block-row.ts";
import { intactFrame } from "./journal-table.ts";

/** Points that cannot be read any more, or a part of the log that is not what was written. */
export type PointsDamage =
  | {
      readonly of: "block";
      readonly device: string | undefined;
      readonly key: string | undefined;
      readonly start: number;
      readonly end: number;
      readonly count: number;
    }
  | { readonly of: "log"; readonly position: number };

/** Everything that was written carries a checksum; each is compared, nothing is decoded and nothing changed [REL5]. */
export function* findPointsDamage(file: string): Generator<PointsDamage> {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    yield* damagedBlocks(db);
    yield* damagedLog(db);
  } finally {
    db.close();
  }
}

function* damagedBlocks(db: DatabaseSync): Generator<PointsDamage> {
  const rows = db.prepare(`SELECT id, series, run, start, "end", count, numbers, min, max, sum,
    data_check, head_check, data FROM block ORDER BY id`);
  rows.setReadBigInts(true); // a damaged cell may hold any number
  const owner = db.prepare(
    "SELECT device.name AS device, CAST(series.key AS TEXT) AS key FROM series LEFT JOIN device ON device.id = series.device WHERE series.id = ?",
  );
  for (const cells of rows.iterate()) {
    const row = blockRowOf(cells);
    if (isIntact(row) && cells["data"] instanceof Uint8Array && crc32(cells["data"]) === row.dataCheck) continue;
    const { device, key } = owner.get(row.series) ?? {};
    const { start, end, count } = row;
    yield { of: "block", device: textOf(device), key: textOf(key), start, end, count };
  }
}

/** Those below zero were found damaged at an earlier start, named then, and set aside. */
function* damagedLog(db: DatabaseSync): Generator<PointsDamage> {
  const hasCheck = db.prepare("SELECT 1 FROM pragma_table_info('journal') WHERE name = 'frame_check'").get();
  const check = hasCheck === undefined ? "NULL AS frame_check" : "frame_check";
  for (const row of db.prepare(`SELECT seq, frame, ${check} FROM journal WHERE seq > 0 ORDER BY seq`).iterate()) {
    if (intactFrame(row) === undefined) yield { of: "log", position: Number(row["seq"]) };
  }
}

const textOf = (cell: unknown): string | undefined => (typeof cell === "string" ? cell : undefined);
