import { isCurrentFile, openReaderDatabase, type PointsFile } from "../sqlite/database.ts";
import { intactFrame } from "../sqlite/journal-table.ts";
import { blockRowOf } from "../storage/block-row.ts";
import { bytesIn, type NamedRow } from "./ask-rows.ts";
import { type Cursor, type PointsNotes, type PointsSource, type Portion, positionsIn, type Stage } from "./portions.ts";

/** One portion holds no more than these: memory stays small here and wherever it goes. */
const rowsAtOnce = 1_000;
const bytesAtOnce = 4 * 1024 * 1024;

const queries: Readonly<Record<Stage, string>> = {
  devices: "SELECT id, name FROM device WHERE id > ? ORDER BY id",
  series: `SELECT s.id, coalesce(d.name, '') AS device, s.key FROM series s LEFT JOIN device d ON d.id = s.device
    WHERE s.id > ? ORDER BY s.id`,
  blocks: `SELECT id, series, run, start, "end", count, numbers, min, max, sum, data_check, head_check, data
    FROM block WHERE id > ? ORDER BY id`,
  entries: "SELECT seq AS id, frame, frame_check FROM journal WHERE seq > ? ORDER BY seq",
};
const tables: Readonly<Record<Stage, string>> = {
  devices: "device",
  series: "series",
  blocks: "block",
  entries: "journal",
};

/** The points in a `telemetry.db` that no node uses. */
export class FilePoints implements PointsSource {
  readonly #db: PointsFile;

  constructor(db: PointsFile) {
    this.#db = db;
  }

  async next({ stage, after }: Cursor): Promise<Portion> {
    return portionOf(stage, this.#rows(stage, after));
  }

  async notes(): Promise<PointsNotes> {
    const isMarked = this.#db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'installation'").get() !== undefined;
    const mark = isMarked ? this.#db.prepare("SELECT id, beat FROM installation").get() : undefined;
    return {
      positions: positionsIn(this.#db.prepare("SELECT name, position FROM log_position").all()),
      installation: mark && String(mark["id"]),
      beat: Number(mark?.["beat"] ?? 0),
    };
  }

  async counts(): Promise<Record<Stage, number>> {
    const count = (stage: Stage): number =>
      Number(this.#db.prepare(`SELECT count(*) AS n FROM ${tables[stage]}`).get()?.["n"]);
    return { devices: count("devices"), series: count("series"), blocks: count("blocks"), entries: count("entries") };
  }

  #rows(stage: Stage, after: number): NamedRow[] {
    let [rows, bytes]: [NamedRow[], number] = [[], 0];
    for (const row of this.#db.prepare(queries[stage]).iterate(after)) {
      rows.push(row);
      bytes += bytesIn(row["data"] ?? row["frame"]).length;
      if (rows.length >= rowsAtOnce || bytes >= bytesAtOnce) break;
    }
    return rows;
  }
}

/** A `telemetry.db` as it is: nothing of it changes. Undefined when an older version wrote it, which a node has to bring up to date first. */
export function openFilePoints(file: string): { readonly points: FilePoints; close(): void } | undefined {
  const db = openReaderDatabase(file);
  if (isCurrentFile(db)) return { points: new FilePoints(db), close: () => db.close() };
  db.close();
  return undefined;
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
  return {
    stage,
    rows: rows.map((row) => ({
      id: id(row),
      frame: bytesIn(row["frame"]),
      isIntact: intactFrame(row) !== undefined,
    })),
  };
}
