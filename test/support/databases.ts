import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe } from "vitest";
import { migrate } from "../../server/src/adapters/sql/migrations/migrate.ts";
import { openPostgres } from "../../server/src/adapters/sql/postgres/open-postgres.ts";
import { openSqlite } from "../../server/src/adapters/sql/sqlite/open-sqlite.ts";
import { scratchFolder } from "../scratch-folder.ts";
import { isLongRun } from "../switches.ts";
import { leaveNothing } from "./leave-nothing.ts";
import { putMigratedFile } from "./migrated-file.ts";
import { createMigratedDatabase, createPostgresDatabase, hasPostgres } from "./postgres-database.ts";
import { type OpenDatabase, SharedDatabase } from "./shared-database.ts";

type Open = () => Promise<OpenDatabase>;

/** Of the suites of this process, one after the other; they end with it. In the long run each suite has its own. */
const ofProcess = {
  sqlite: new SharedDatabase(async () => {
    const opened = await openMigratedSqlite();
    leaveNothing(opened.folder);
    return opened;
  }),
  postgres: new SharedDatabase(() => openMigratedDatabase()),
};

/**
 * The same body on every database: `onEveryDatabase("TenantStore", (open) => { … })`. Its tests share one, also with other
 * suites, and find it empty when they open it: what a test started on it has to end with the test.
 */
export function onEveryDatabase(subject: string, body: (open: Open) => void): void {
  const sharing = (make: Open, ofAll: SharedDatabase) => () => {
    const shared = isLongRun() ? new SharedDatabase(make) : ofAll;
    beforeAll(() => shared.begin());
    if (isLongRun()) afterAll(() => shared.close());
    body(() => shared.open());
  };
  describe(`${subject} on SQLite`, sharing(openMigratedSqlite, ofProcess.sqlite));
  describe.skipIf(!hasPostgres())(`${subject} on PostgreSQL`, sharing(openMigratedDatabase, ofProcess.postgres));
}

/** As above for tests that change the database itself: each has one of its own. */
export function onEveryOwnDatabase(subject: string, body: (open: Open) => void): void {
  describe(`${subject} on SQLite`, () => body(openOwnDatabase.sqlite));
  describe.skipIf(!hasPostgres())(`${subject} on PostgreSQL`, () => body(openOwnDatabase.postgres));
}

/** With every step taken. */
export const openOwnDatabase = {
  sqlite: () => migrated(openMigratedSqlite()),
  postgres: () => migrated(openMigratedDatabase()),
};

/** The same body on a whole node, its entities in SQLite and in PostgreSQL; `storage` gives the settings for it. */
export function onEveryStorage(subject: string, body: (storage: () => Promise<Record<string, string>>) => void): void {
  describe(`${subject}, stored in SQLite`, () => body(async () => ({})));
  describe.skipIf(!hasPostgres())(`${subject}, stored in PostgreSQL`, () =>
    body(async () => ({ HELIO_DATABASE_URL: await createMigratedDatabase() })),
  );
}

async function migrated(opening: Promise<OpenDatabase>): Promise<OpenDatabase> {
  const opened = await opening;
  await migrate(opened.database);
  return opened;
}

type OpenSqlite = OpenDatabase & { readonly folder: string };

export const openSqliteDatabase = async (): Promise<OpenSqlite> => openedIn(scratchFolder("database"));

/** With every step taken and nothing in it, but for the long run, which takes them. */
export async function openMigratedSqlite(): Promise<OpenSqlite> {
  const folder = scratchFolder("database");
  if (!isLongRun()) await putMigratedFile(folder);
  return openedIn(folder);
}

async function openedIn(folder: string): Promise<OpenSqlite> {
  const database = await openSqlite(join(folder, "heliograph.db"));
  return {
    database,
    folder,
    [Symbol.asyncDispose]: async () => {
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

type OpenPostgres = OpenDatabase & { readonly url: string };

export const openPostgresDatabase = async (): Promise<OpenPostgres> => openedAt(await createPostgresDatabase());
export const openMigratedDatabase = async (): Promise<OpenPostgres> => openedAt(await createMigratedDatabase());

async function openedAt(url: string): Promise<OpenPostgres> {
  const database = await openPostgres({ url, connections: 4 });
  return { database, url, [Symbol.asyncDispose]: () => database.close() };
}
