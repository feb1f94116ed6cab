import { byteas, int4s, texts } from "../postgres/binary-arrays.ts";
import { allShards, shardOf } from "../postgres/shards.ts";
import { type Statement, statement } from "../postgres/statement-batch.ts";
import { storedFrame } from "../postgres/stored-frame.ts";
import { tablesOfPoints } from "../postgres/tables.ts";
import { ToldChanges } from "../postgres/told-changes.ts";
import { openWriterDatabase, type PointsFile } from "../sqlite/database.ts";
import { intactFrame } from "../sqlite/journal-table.ts";
import { isIntact, type NewBlock } from "../storage/block-row.ts";
import { type AskRows, bytesIn, type NamedRow } from "./ask-rows.ts";

/** One statement holds no more than these: memory stays small here and in the server. */
const rowsAtOnce = 1_000;
const bytesAtOnce = 4 * 1024 * 1024;

const addDevices =
  "insert into points_device (name, shard) select * from unnest($1::text[], $2::int[]) u (name, shard)";
/** One whose device is missing keeps its number, which must not stand for anything else. */
const addSeries = `insert into points_series (id, shard, device, key)
  select u.id, u.shard, coalesce((select d.id from points_device d where d.name = u.device), 0), u.key
  from unnest($1::int[], $2::int[], $3::text[], $4::bytea[]) u (id, shard, device, key)`;
const addEntry = "insert into points_journal (shard, seq, epoch, frame_check, frame) values ($1, $2, 0, $3, $4)";
const mark = "update points_store set installation = $1::text, beat = $2::bigint";
/** The new tables have no statistics, and nobody but this transaction sees them. */
const analyze = ["points_device", "points_series", "points_block"].map((table) => statement(`analyze ${table}`));

/** Makes the tables and puts the points of a `telemetry.db` into them, which a node of any version wrote [REL4]. */
export async function loadPointsFromFile(ask: AskRows, file: string): Promise<void> {
  const run = async (statements: readonly Statement[]): Promise<void> => {
    for (const { text, values } of statements) await ask(text, values);
  };
  const db = openWriterDatabase(file, { maxFileBytes: undefined }); // brings an older form up to date
  try {
    await run(tablesOfPoints);
    await loadNames(db, run);
    await loadBlocks(db, run);
    await loadLog(db, run);
    await run(markOf(db));
    await run(analyze);
  } finally {
    db.close();
  }
}

type Run = (statements: readonly Statement[]) => Promise<void>;

async function loadNames(db: PointsFile, run: Run): Promise<void> {
  for (const rows of batches(db.prepare("SELECT name FROM device ORDER BY id").iterate())) {
    const names = rows.map((row) => String(row["name"]));
    await run([statement(addDevices, [texts(names), int4s(names.map(shardOf))])]);
  }
  const series = db.prepare(
    "SELECT s.id, d.name, s.key FROM series s LEFT JOIN device d ON d.id = s.device ORDER BY s.id",
  );
  for (const rows of batches(series.iterate())) {
    const devices = rows.map((row) => String(row["name"] ?? ""));
    const ids = int4s(rows.map((row) => Number(row["id"])));
    const keys = byteas(rows.map((row) => bytesIn(row["key"])));
    await run([statement(addSeries, [ids, int4s(devices.map(shardOf)), texts(devices), keys])]);
  }
}

/** A block whose head is damaged is read by nobody: the backup names what it was, and it is left out. */
async function loadBlocks(db: PointsFile, run: Run): Promise<void> {
  const found = db.prepare(`SELECT id, series, run, start, "end", count, numbers, min, max, sum,
    data_check AS dataCheck, head_check AS headCheck, data FROM block ORDER BY id`);
  for (const rows of batches(found.iterate())) {
    const told = new ToldChanges({ shard: allShards, epoch: 0 });
    told.insert(rows.flatMap(intactBlock));
    await run(told.take());
  }
}

function intactBlock(row: NamedRow): NewBlock[] {
  const number = (name: keyof NewBlock | "id"): number => Number(row[name]);
  const block = {
    id: number("id"),
    series: number("series"),
    run: number("run"),
    start: number("start"),
    end: number("end"),
    count: number("count"),
    numbers: number("numbers"),
    min: number("min"),
    max: number("max"),
    sum: number("sum"),
    dataCheck: number("dataCheck"),
    headCheck: number("headCheck"),
  };
  return isIntact(block) ? [{ ...block, data: bytesIn(row["data"]) }] : [];
}

async function loadLog(db: PointsFile, run: Run): Promise<void> {
  const entries = db.prepare("SELECT seq, frame, frame_check FROM journal ORDER BY seq");
  for (const row of entries.iterate()) await run([entryOf(row)]);
  const told = new ToldChanges({ shard: allShards, epoch: 0 });
  for (const { name, position } of db.prepare("SELECT name, position FROM log_position").all())
    if (name === "last" || name === "blocks" || name === "followed") told.note(name, Number(position));
  await run(told.take());
}

/** A checksum that nothing has: the entry is known as damaged there, too. */
const noChecksum = -1;

function entryOf(row: NamedRow): Statement {
  const frame = intactFrame(row);
  const { bytes, check } = frame
    ? storedFrame(frame)
    : { bytes: Buffer.from(bytesIn(row["frame"])), check: noChecksum };
  return statement(addEntry, [allShards, Number(row["seq"]), check, bytes]);
}

function markOf(db: PointsFile): Statement[] {
  const isMarked = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'installation'").get() !== undefined;
  const found = isMarked ? db.prepare("SELECT id, beat FROM installation").get() : undefined;
  return found === undefined ? [] : [statement(mark, [String(found["id"]), Number(found["beat"])])];
}

function* batches(rows: Iterable<NamedRow>): Generator<NamedRow[]> {
  let [batch, bytes]: [NamedRow[], number] = [[], 0];
  for (const row of rows) {
    batch.push(row);
    bytes += bytesIn(row["data"]).length;
    if (batch.length < rowsAtOnce && bytes < bytesAtOnce) continue;
    yield batch;
    [batch, bytes] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}
