import { existsSync } from "node:fs";
import { CompiledQuery, type Kysely, sql, type Transaction } from "kysely";
import type { DataFolder } from "../../adapters/data-folder/data-folder.ts";
import type { Database } from "../../adapters/sql/database.ts";
import { SqlError } from "../../adapters/sql/sql-error.ts";
import type { Tables } from "../../adapters/sql/tables.ts";
import { loadPostgres, tablesInTheWay } from "../../adapters/sql/transfer/load-postgres.ts";
import type { AskRows } from "../../adapters/telemetry-blocks/transfer/ask-rows.ts";
import { loadPointsFromFile } from "../../adapters/telemetry-blocks/transfer/points-from-file.ts";
import { openDatabase } from "../../compose/open-database.ts";
import { type PointsHome, pointsHomeFact } from "../../core/installation/index.ts";
import { createLogger } from "../../log.ts";
import type { Config } from "../../settings/config.ts";
import { startFault } from "../../start/start-fault.ts";
import { CommandError } from "../failure.ts";
import type { EntityTarget } from "./restore-backup.ts";

const namedAtMost = 3;

/** The PostgreSQL that a restored node will use [REL4]. It has to be an empty one. */
export function postgresTarget(config: Config, url: string): EntityTarget {
  const home = config.pointsIn ?? "database";
  return {
    requireEmpty: () => withPostgres(config, ({ write }) => refuseUnlessEmpty(write)),
    take: async (staged, place) => {
      await using undo = new AsyncDisposableStack();
      const logger = createLogger("error");
      // Until all is in, this process has the database: a node that starts meanwhile is refused, as is a second restore.
      const { claimPostgres } = await import("../../start/postgres-start.ts");
      const { gate } = await claimPostgres(config, url, logger, () => undefined, undo);
      const database = await openDatabase(config, logger, undefined, { gate });
      undo.defer(() => database.close());
      return await load(database, staged, home, place);
    },
  };
}

/** Runs `work` on the PostgreSQL, whose refusals are told in sentences. */
export async function withPostgres<T>(config: Config, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase(config, createLogger("error"), undefined);
  try {
    return await work(database);
  } catch (error) {
    throw error instanceof SqlError ? startFault(error, config) : error;
  } finally {
    await database.close();
  }
}

export const refuseReadOnly = (config: Config): Promise<void> =>
  withPostgres(config, ({ write }) => requireWritable(write));

/** A standby, or one that was set so: whoever waits for it to change waits in vain. */
async function requireWritable(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ state: string }>`select current_setting('transaction_read_only') as state`.execute(db);
  if (rows[0]?.state !== "on") return;
  throw new CommandError(
    "This PostgreSQL can only be read: it is a standby, or default_transaction_read_only is on. Nothing was changed. " +
      "Name the one that can be written to with HELIO_DATABASE_URL.",
  );
}

async function refuseUnlessEmpty(db: Kysely<Tables>): Promise<void> {
  await requireWritable(db);
  const names = await tablesInTheWay(db);
  if (names.length === 0) return;
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
  const more = names.length > namedAtMost ? ", …" : "";
  throw new CommandError(
    `The PostgreSQL database ${rows[0]?.name} is not empty (${names.slice(0, namedAtMost).join(", ")}${more}). Nothing was ` +
      "changed. Create a new one, name it with HELIO_DATABASE_URL and restore into that.",
  );
}

/** One transaction: what is cut short leaves nothing. */
async function load<T>(
  database: Database,
  staged: DataFolder,
  home: PointsHome,
  place: (taken: readonly string[]) => Promise<T>,
): Promise<T> {
  const placed: T[] = [];
  try {
    await database.write.transaction().execute(async (trx) => {
      await refuseUnlessEmpty(trx); // it may have been filled since
      await loadPostgres(trx, staged.database);
      const points = home === "database" && existsSync(staged.telemetry) ? [staged.telemetry] : [];
      for (const file of points) await loadPointsFromFile(askIn(trx), file);
      await noteHome(trx, home);
      placed.push(await place([staged.database, ...points]));
    });
  } catch (error) {
    if (placed.length > 0) throw unconfirmed(error);
    throw error instanceof SqlError ? notTaken(error) : error;
  }
  return placed[0] as T;
}

/** Points and entities come in one transaction: there is no moment with one and without the other. */
const askIn =
  (trx: Transaction<Tables>): AskRows =>
  async (text, values = []) =>
    (await trx.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text, [...values]))).rows;

/** From its first start on, the node finds its points there [CLU1]. */
export async function noteHome(trx: Transaction<Tables>, home: PointsHome): Promise<void> {
  const fact = { name: pointsHomeFact, value: home };
  await trx
    .insertInto("facts")
    .values(fact)
    .onConflict((known) => known.column("name").doUpdateSet(fact))
    .execute();
}

const notTaken = (error: SqlError): CommandError =>
  new CommandError(`PostgreSQL does not take what this backup holds: ${error.message}. Nothing was changed.`);

/** The node tells which it was: it does not start on an empty database beside points and files [RUN10]. */
const unconfirmed = (error: unknown): CommandError =>
  new CommandError(
    "The data folder is in place, but PostgreSQL did not confirm that it has its part " +
      `(${error instanceof Error ? error.message : String(error)}). Start the node; if it says that the database is ` +
      "empty, restore once more.",
  );
