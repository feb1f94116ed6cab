import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, describe } from "vitest";
import { migrate } from "../../server/src/adapters/sql/migrations/migrate.ts";
import { openPostgres } from "../../server/src/adapters/sql/postgres/open-postgres.ts";
import { openSqlite } from "../../server/src/adapters/sql/sqlite/open-sqlite.ts";
import { scratchFolder } from "../scratch-folder.ts";
import { isLongRun } from "../switches.ts";
import { putMigratedFile } from "./migrated-file.ts";
import { createMigratedDatabase, createPostgresDatabase, hasPostgres } from "./postgres-database.ts";
import { type OpenDatabase, SharedDatabase } from "./shared-database.ts";

type Open = () => Promise<OpenDatabase>;

/**
 * The same body on every database: `onEveryDatabase("TenantStore", (open) => { … })`. Its tests share one, and find it
 * empty when they open it.
 */
export function onEveryDatabase(subject: string, body: (open: Open) => void): void {
  const sharing = (make: Open) => () => {
    const shared = new SharedDatabase(make);
    afterAll(() => shared.close());
    body(() => shared.open());
  };
  describe(`${subject} on SQLite`, sharing(openMigratedSqlite));
  describe.skipIf(!hasPostgres())(`${subject} on PostgreSQL`, sharing(openMigratedDatabase));
}

/** As above for tests that change the database itself: each has one of its own. */
export function onEveryOwnDatabase(subject: string, body: (open: Open) => void): void {
  describe(`${subject} on SQLite`, () => body(() => migrated(openMigratedSqlite())));
  describe.skipIf(!hasPostgres())(`${subject} on PostgreSQL`, () => body(() => migrated(openMigratedDatabase())));
}

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

export const openSqliteDatabase = async (): Promise<OpenDatabase> => openedIn(scratchFolder("database"));

/** With every step taken and nothing in it, but for the long run, which takes them. */
export async function openMigratedSqlite(): Promise<OpenDatabase> {
  const folder = scratchFolder("database");
  if (!isLongRun()) await putMigratedFile(folder);
  return openedIn(folder);
}

async function openedIn(folder: string): Promise<OpenDatabase> {
  const database = await openSqlite(join(folder, "heliograph.db"));
  return {
    database,
    [Symbol.asyncDispose]: async () => {
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

type OpenPostgres = OpenDatabase & { readonly url: string };

export const openPostgresDatabase = async (): Promise<OpenPostgres> => openedAt(await createPostgresDatabase());
const openMigratedDatabase = async (): Promise<OpenPostgres> => openedAt(await createMigratedDatabase());

async function openedAt(url: string): Promise<OpenPostgres> {
  const database = await openPostgres({ url, connections: 4 });
  return { database, url, [Symbol.asyncDispose]: () => database.close() };
}
