import { AppError } from "../../../kernel/errors.ts";
import { refuseFormat } from "../postgres/tables.ts";
import { openWriterDatabase } from "../sqlite/database.ts";
import type { AskRows } from "./ask-rows.ts";
import { FileSink } from "./file-sink.ts";
import { portionsOf } from "./portions.ts";
import { type CopiedLog, PostgresPoints } from "./postgres-source.ts";

const format = "select format from points_store";
/** A lone node and members have numbers below zero. */
const otherLogs = "select 1 from points_journal where shard >= 0 limit 1";

/**
 * Writes the points of a PostgreSQL, as its transaction sees them, into the `telemetry.db` of an embedded node: backups
 * have one form. What is damaged is copied as it is; whoever checks the copy names it [REL5]. Where several nodes wrote, answers up to where
 * rules have seen it: the entities say that of a lone node only.
 */
export async function copyPointsToFile(ask: AskRows, file: string): Promise<CopiedLog | undefined> {
  await requireReadable(ask);
  const source = new PostgresPoints(ask);
  const db = openWriterDatabase(file, { maxFileBytes: undefined });
  try {
    db.exec("PRAGMA synchronous = OFF; BEGIN"); // whoever made the folder syncs it
    const sink = new FileSink(db);
    for await (const portion of portionsOf(source)) sink.add(portion);
    sink.note(await source.notes());
    db.exec("COMMIT");
    return await source.seen();
  } finally {
    db.close();
  }
}

/** Refuses what this version does not know how to copy. */
export async function requireReadable(ask: AskRows): Promise<void> {
  refuseFormat(Number((await ask(format))[0]?.["format"]));
  if ((await ask(otherLogs)).length > 0) throw unknownLogs();
}

const unknownLogs = (): AppError =>
  new AppError(
    "POINTS_OF_SEVERAL_NODES",
    "conflict",
    "The log of points in PostgreSQL has a form that only a newer version knows how to copy",
  );
