import { describe } from "vitest";
import type { Database } from "../../server/src/adapters/sql/database.ts";
import { migrate } from "../../server/src/adapters/sql/migrations/migrate.ts";
import { openPostgres } from "../../server/src/adapters/sql/postgres/open-postgres.ts";
import { openSqlite } from "../../server/src/adapters/sql/sqlite/open-sqlite.ts";
import { createPostgresDatabase, hasPostgres } from "./postgres-database.ts";
import { tempFolder } from "./temp-folder.ts";

export interface OpenDatabase extends AsyncDisposable {
  readonly database: Database;
}

type Open = () => Promise<OpenDatabase>;

/** The same body on every database: `onEveryDatabase("TenantStore", (open) => { … })`. */
export function onEveryDatabase(subject: string, body: (open: Open) => void): void {
  describe(`${subject} on SQLite`, () => body(() => migrated(openSqliteDatabase())));
  describe.skipIf(!hasPostgres())(`${subject} on PostgreSQL`, () => body(() => migrated(openPostgresDatabase())));
}

/** The same body on a whole node, its entities in SQLite and in PostgreSQL; `storage` gives the settings for it. */
export function onEveryStorage(subject: string, body: (storage: () => Promise<Record<string, string>>) => void): void {
  describe(`${subject}, stored in SQLite`, () => body(async () => ({})));
  describe.skipIf(!hasPostgres())(`${subject}, stored in PostgreSQL`, () =>
    body(async () => ({ HELIO_DATABASE_URL: await createPostgresDatabase() })),
  );
}

async function migrated(opening: Promise<OpenDatabase>): Promise<OpenDatabase> {
  const opened = await opening;
  await migrate(opened.database);
  return opened;
}

export async function openSqliteDatabase(): Promise<OpenDatabase> {
  const folder = await tempFolder();
  const database = await openSqlite(`${folder.path}/heliograph.db`);
  return {
    database,
    [Symbol.asyncDispose]: async () => {
      await database.close();
      await folder[Symbol.asyncDispose]();
    },
  };
}

export async function openPostgresDatabase(): Promise<OpenDatabase & { readonly url: string }> {
  const url = await createPostgresDatabase();
  const database = await openPostgres({ url, connections: 4 });
  return { database, url, [Symbol.asyncDispose]: () => database.close() };
}
