import { existsSync } from "node:fs";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { migrate } from "../../server/src/adapters/sql/migrations/migrate.ts";
import { openSqlite } from "../../server/src/adapters/sql/sqlite/open-sqlite.ts";
import { scratchFolder } from "../scratch-folder.ts";

/** As a data folder names it. */
const fileName = "heliograph.db";
let made: Promise<Uint8Array> | undefined;

/**
 * An entity database with every step taken and nothing in it, where a node or a store will look for its own: half of
 * what a start costs. The steps themselves are told by `migrations.test.ts` and by nodes in processes of their own.
 */
export async function putMigratedFile(folder: string): Promise<string> {
  made ??= make();
  const file = join(folder, fileName);
  await writeFile(file, await made, { mode: 0o600 });
  return file;
}

/** The same in a data folder that is there and has nothing in it yet. */
export async function putMigratedFileAtFirst(folder: string): Promise<void> {
  if (existsSync(folder) && (await readdir(folder)).length === 0) await putMigratedFile(folder);
}

async function make(): Promise<Uint8Array> {
  const folder = scratchFolder("migrated");
  try {
    const database = await openSqlite(join(folder, fileName));
    await migrate(database);
    await database.close();
    return await readFile(join(folder, fileName));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
