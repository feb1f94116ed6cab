import { rm } from "node:fs/promises";
import { sql } from "kysely";
import type { Database } from "../../adapters/sql/database.ts";
import { differenceOf, digestOfEntities } from "../../adapters/sql/transfer/entity-digest.ts";
import { EntityFile } from "../../adapters/sql/transfer/entity-file.ts";
import { loadPostgres, tablesInTheWay } from "../../adapters/sql/transfer/load-postgres.ts";
import { rowsOf } from "../../adapters/sql/transfer/postgres-snapshot.ts";
import { tablesOfPoints } from "../../adapters/telemetry-blocks/postgres/tables.ts";
import { runAll } from "../../adapters/telemetry-blocks/transfer/points-from-file.ts";
import { markFor } from "../../adapters/telemetry-blocks/transfer/postgres-sink.ts";
import type { PointsHome } from "../../core/installation/index.ts";
import { noteHome } from "../backup/postgres-target.ts";
import { CommandError } from "../failure.ts";
import { askIn } from "./points-target.ts";
import {
  beginUnfinished,
  findUnfinished,
  noteComplete,
  type UnfinishedMove,
  unfinishedTable,
} from "./unfinished-move.ts";

interface Move {
  readonly move: string;
  readonly installation: string;
}

const isOfPoints = (table: string): boolean => table.startsWith("points_");

/** Before anything is changed: it has to be an empty one, or one in which this very move has begun, whose state is returned. */
export async function requireFree(database: Database, move: string): Promise<UnfinishedMove | undefined> {
  const unfinished = await findUnfinished(database);
  if (unfinished && unfinished.move !== move) throw ofAnother();
  const names = unfinished ? [] : await tablesInTheWay(database.write);
  if (names.length > 0) throw notEmpty(names);
  return unfinished;
}

/** Points get the installation's id first: no node takes an empty database with them for its own [RUN10]. */
export async function beginIn(
  database: Database,
  { move, installation }: Move,
  home: PointsHome,
): Promise<UnfinishedMove> {
  return database.write.transaction().execute(async (trx) => {
    const begun = await beginUnfinished(trx, move);
    if (home === "database") await runAll(askIn(trx), [...tablesOfPoints, markFor(installation, 0)]);
    return begun;
  });
}

/** In one transaction, compared before it counts. */
export async function takeEntities(database: Database, file: string, home: PointsHome): Promise<void> {
  await database.write.transaction().execute(async (trx) => {
    await loadPostgres(trx, file);
    using entities = new EntityFile(file, { readOnly: true });
    const tables = entities.tables();
    const difference = differenceOf(
      await digestOfEntities(tables, (table) => entities.rows(table)),
      await digestOfEntities(tables, (table) => rowsOf(trx, table)),
    );
    if (difference !== undefined)
      throw new CommandError(`PostgreSQL did not take the entities as they are: ${difference}.`);
    await noteHome(trx, home);
    await noteComplete(trx);
  });
  await rm(file);
}

/** Removes what an unfinished move left, and nothing else. */
export async function clearPostgres(database: Database): Promise<void> {
  const unfinished = await findUnfinished(database);
  if (!unfinished) return;
  if (unfinished.isComplete) throw complete();
  const names = (await tablesInTheWay(database.write)).filter(isOfPoints);
  for (const name of [...names, unfinishedTable]) await sql`drop table ${sql.id(name)}`.execute(database.write);
}

const namedAtMost = 3;

const notEmpty = (names: readonly string[]) =>
  new CommandError(
    `The PostgreSQL database of the target is not empty (${names.slice(0, namedAtMost).join(", ")}` +
      `${names.length > namedAtMost ? ", …" : ""}). Nothing was changed. Create a new one for it.`,
  );

const ofAnother = () =>
  new CommandError(
    "The PostgreSQL database of the target holds an unfinished move of something else, or of this installation before a node " +
      "ran on it again. Nothing was changed. Finish that one, or begin again with --anew, which removes what it left.",
  );

const complete = () =>
  new CommandError(
    "The PostgreSQL database of the target has all of a move already, but for its data folder: call it again without --anew. " +
      "Nothing was changed.",
  );
