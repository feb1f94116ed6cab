import type { Statement } from "../postgres/statement-batch.ts";
import { tablesOfPoints } from "../postgres/tables.ts";
import { openWriterDatabase } from "../sqlite/database.ts";
import type { AskRows } from "./ask-rows.ts";
import { FilePoints } from "./file-source.ts";
import { portionsOf } from "./portions.ts";
import { analyzed, statementsFor, statementsForNotes } from "./postgres-sink.ts";

/** Makes the tables and puts the points of a `telemetry.db` into them, which a node of any version wrote [REL4]. */
export async function loadPointsFromFile(ask: AskRows, file: string): Promise<void> {
  const run = (statements: readonly Statement[]): Promise<void> => runAll(ask, statements);
  const db = openWriterDatabase(file, { maxFileBytes: undefined }); // brings an older form up to date
  try {
    const source = new FilePoints(db);
    await run(tablesOfPoints);
    for await (const portion of portionsOf(source)) await run(statementsFor(portion));
    await run(statementsForNotes(await source.notes()));
    await run(analyzed);
  } finally {
    db.close();
  }
}

export async function runAll(ask: AskRows, statements: readonly Statement[]): Promise<void> {
  for (const { text, values } of statements) await ask(text, values);
}
