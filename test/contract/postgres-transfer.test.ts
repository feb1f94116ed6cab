import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Database } from "../../server/src/adapters/sql/database.ts";
import {
  appliedMigrations,
  migrate,
  migrationNames,
  takeSteps,
} from "../../server/src/adapters/sql/migrations/migrate.ts";
import { openPostgres } from "../../server/src/adapters/sql/postgres/open-postgres.ts";
import { openSqlite } from "../../server/src/adapters/sql/sqlite/open-sqlite.ts";
import { EntityFile } from "../../server/src/adapters/sql/transfer/entity-file.ts";
import { loadPostgres } from "../../server/src/adapters/sql/transfer/load-postgres.ts";
import { PostgresSnapshot } from "../../server/src/adapters/sql/transfer/postgres-snapshot.ts";
import { putMigratedFile } from "../support/migrated-file.ts";
import { createPostgresDatabase, hasPostgres } from "../support/postgres-database.ts";
import { type TempFolder, tempFolder } from "../support/temp-folder.ts";

/** More than one statement takes, and more than one fetch. */
const rows = 1_201;
const older = migrationNames.slice(0, -5);

const open = async (): Promise<Database> => openPostgres({ url: await createPostgresDatabase(), connections: 3 });

describe.skipIf(!hasPostgres())("the entities of a PostgreSQL", () => {
  let folder: TempFolder;
  let source: Database;

  beforeAll(async () => {
    folder = await tempFolder();
    source = await open();
    await takeSteps(source.write, "postgres", older);
    await source.write.insertInto("mqtt_owners").values({ owner: "a node", alive_until: 1 }).execute();
    const values = Array.from({ length: rows }, () => ({ device_id: randomUUID(), removed_time: -(2 ** 53) + 1 }));
    await source.write.insertInto("points_to_forget").values(values).execute();
  });

  afterAll(async () => {
    await source.close();
    await folder[Symbol.asyncDispose]();
  });

  async function copyOf(name: string, meanwhile: () => Promise<unknown>): Promise<string> {
    const file = join(folder.path, name);
    await using snapshot = new PostgresSnapshot(source);
    await snapshot.pin();
    await snapshot.pin(); // again, as when the first moment was too far from another's
    await meanwhile();
    await snapshot.copyTo(file);
    return file;
  }

  test("[REL4] are copied as of one moment, and not which nodes run", async () => {
    const later = { device_id: randomUUID(), removed_time: 1 };
    const file = await copyOf("moment.db", () => source.write.insertInto("points_to_forget").values(later).execute());
    await source.write.deleteFrom("points_to_forget").where("device_id", "=", later.device_id).execute();

    const copy = await openSqlite(file);
    const found = await copy.read.selectFrom("points_to_forget").selectAll().execute();
    const owners = await copy.read.selectFrom("mqtt_owners").selectAll().execute();
    await copy.close();
    expect(found).toHaveLength(rows);
    expect(new Set(found.map((row) => row.removed_time))).toEqual(new Set([-(2 ** 53) + 1]));
    expect(owners).toEqual([]);
  });

  test("[REL4] of an older version are copied and loaded as such, and upgraded afterwards", async () => {
    const file = await copyOf("older.db", async () => undefined);
    const target = await open();

    await target.write.transaction().execute((trx) => loadPostgres(trx, file));

    expect([...(await appliedMigrations(target))].sort()).toEqual(older);
    const forgotten = (db: Database) =>
      db.read.selectFrom("points_to_forget").selectAll().orderBy("device_id").execute();
    expect(await forgotten(target)).toEqual(await forgotten(source));
    expect(await migrate(target)).toEqual(migrationNames.slice(-5));
    await target.close();
    const copy = await openSqlite(file);
    expect(await migrate(copy)).toEqual(migrationNames.slice(-5));
    await copy.close();
  });

  test("[REL4, AUD1] what waits to be sealed is loaded, and what comes behind it gets another number", async () => {
    const file = await putMigratedFile(folder.path);
    const embedded = await openSqlite(file);
    for (const content of ["one", "two"])
      await embedded.write.insertInto("audit_waiting").values({ content }).execute();
    await embedded.close();
    const target = await open();

    await target.write.transaction().execute((trx) => loadPostgres(trx, file));
    await target.write.insertInto("audit_waiting").values({ content: "three" }).execute();

    const found = await target.read.selectFrom("audit_waiting").selectAll().orderBy("id").execute();
    await target.close();
    expect(found.map(({ content }) => content)).toEqual(["one", "two", "three"]);
  });

  test("a load that fails leaves an empty database", async () => {
    const file = await copyOf("broken.db", async () => undefined);
    {
      using entities = new EntityFile(file);
      const table = entities.tables().find(({ name }) => name === "points_to_forget");
      if (table) entities.adder(table)(["not a uuid", 1]);
    }
    const target = await open();

    await expect(target.write.transaction().execute((trx) => loadPostgres(trx, file))).rejects.toThrow(/uuid/);

    expect(await target.read.introspection.getTables({ withInternalKyselyTables: true })).toEqual([]);
    await target.close();
  });
});
