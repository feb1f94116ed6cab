import { openWriterDatabase, type PointsFile } from "../sqlite/database.ts";
import { FileSink } from "./file-sink.ts";
import { FilePoints } from "./file-source.ts";
import { beginning, type Cursor, cursorAfter, type PointsNotes, type Portion, stages } from "./portions.ts";

/** Gone when all is there. */
const cursorTable = "unfinished_move";

/** A `telemetry.db` that is being filled, a portion at a time: each is there together with the note that it is. */
export function resumableFile(file: string) {
  const db = openWriterDatabase(file, { maxFileBytes: undefined });
  const cursor = cursorIn(db);
  const note = ({ stage, after }: Cursor): void => {
    db.prepare(`INSERT OR REPLACE INTO ${cursorTable} VALUES (1, ?, ?)`).run(stage, after);
  };
  within(db, () => {
    db.exec(
      `CREATE TABLE IF NOT EXISTS ${cursorTable} (only INTEGER PRIMARY KEY CHECK (only = 1), stage TEXT, after INTEGER)`,
    );
    note(cursor); // one that was complete already stays so, however often this is cut short
  });
  const sink = new FileSink(db);
  return {
    cursor,
    points: new FilePoints(db),
    add: (portion: Portion): void => {
      within(db, () => {
        sink.add(portion);
        note(cursorAfter(portion));
      });
    },
    finish: (notes: PointsNotes): void => within(db, () => sink.note(notes)),
    close: (): void => {
      db.close();
    },
  };
}

/** Once everything was compared: from then on it is as a node writes it. */
export function completeFile(file: string): void {
  const db = openWriterDatabase(file, { maxFileBytes: undefined });
  db.exec(`DROP TABLE IF EXISTS ${cursorTable}`);
  db.close();
}

function within(db: PointsFile, work: () => void): void {
  db.exec("BEGIN");
  try {
    work();
    db.exec("COMMIT");
  } catch (error) {
    db.exec("ROLLBACK");
    throw error;
  }
}

/** With points and without a note everything is there: see `completeFile`. */
function cursorIn(db: PointsFile): Cursor {
  const isNoted = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = ?").get(cursorTable) !== undefined;
  const isBlank = db.prepare("SELECT 1 FROM device UNION ALL SELECT 1 FROM journal LIMIT 1").get() === undefined;
  if (!isNoted) return isBlank ? beginning : end;
  const row = db.prepare(`SELECT stage, after FROM ${cursorTable}`).get();
  const stage = stages.find((known) => known === row?.["stage"]);
  return stage === undefined ? beginning : { stage, after: Number(row?.["after"]) };
}

const end: Cursor = { stage: "entries", after: Number.MAX_SAFE_INTEGER };
