import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { EntityFile } from "../../server/src/adapters/sql/transfer/entity-file.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { atLength } from "../support/at-length.ts";
import {
  deviceOf,
  type FilledInstallation,
  fillInstallation,
  pictureOf,
  writeOn,
  writtenOf,
} from "../support/filled-installation.ts";
import { helio } from "../support/helio.ts";
import { helioHere } from "../support/helio-here.ts";
import { createMigratedDatabase, createPostgresDatabase, hasPostgres } from "../support/postgres-database.ts";
import { type TempFolder, tempFolder } from "../support/temp-folder.ts";

async function ask(url: string, text: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query({ text, rowMode: "array" })).rows.map((row: unknown[]) => JSON.stringify(row));
  } finally {
    await client.end();
  }
}

const quoted = (names: readonly string[], more = "") => names.map((name) => `"${name}"${more}`).join(", ");
/** Where the points of a node on PostgreSQL are [CLU1]; a backup, which can be restored to either, does not say. */
const noted = JSON.stringify(["points-home", "database"]);
const text = (value: unknown): string | null => (value === null ? null : String(value));

describe.skipIf(!hasPostgres())("with PostgreSQL", () => {
  let [folder, app, filled, picture]: [TempFolder?, TestApp?, FilledInstallation?, unknown?] = [];
  let [whole, id]: [string, string[]] = ["", []];
  const before = new Map<string, string>();
  const place = (name: string): string => join(folder?.path ?? "", name);
  const known = (): FilledInstallation => filled ?? { tenant: "", username: "", device: "" };
  const idIn = (url: string) => ask(url, "select value from facts where name = 'installation-id'");

  beforeAll(async () => {
    folder = await tempFolder();
    const settings = { HELIO_DATABASE_URL: await createMigratedDatabase() };
    app = await startApp(settings);
    filled = await fillInstallation(app);
    picture = await pictureOf(app, filled);
    id = await idIn(settings.HELIO_DATABASE_URL);
    const writing = writeOn((await app.firstTenant()).admin);
    await vi.waitUntil(() => writing.acknowledged.size > 8, { timeout: 60_000 });
    for (const [device, n] of writing.acknowledged) before.set(device, `${n} ${n}`);
    whole = place("whole");

    const result = await helio(["backup", whole, "--data-dir", app.config.dataDir], { env: settings });

    await writing.stop();
    expect(result).toMatchObject({
      code: 0,
      stderr: "",
      stdout: expect.stringContaining("signing key, sealing key, database, telemetry, files"),
    });
  });

  afterAll(async () => {
    await app?.[Symbol.asyncDispose]();
    await folder?.[Symbol.asyncDispose]();
  });

  /** Row for row, and the numbers that come next. */
  async function expectSameRows(url: string, file: string): Promise<void> {
    using entities = new EntityFile(file);
    for (const table of entities.tables()) {
      const copied = [...entities.rows(table)].map((row) => JSON.stringify(row.map(text)));
      const expected = [...copied, ...(table.name === "facts" ? [noted] : [])].sort();
      const found = await ask(url, `select ${quoted(table.columns, "::text")} from "${table.name}"`);
      expect(found.sort(), table.name).toEqual(expected);
      if (table.counter === undefined) continue;
      const next = await ask(url, `select nextval(pg_get_serial_sequence('${table.name}', '${table.counter}'))::int`);
      expect(next, table.name).toEqual([JSON.stringify([entities.counterOf(table) + 1])]);
    }
  }

  async function expectEverything(restored: TestApp): Promise<void> {
    expect(await pictureOf(restored, known())).toEqual(picture);
    const { admin } = await restored.firstTenant();
    expect(await writtenOf(admin, before.keys())).toEqual(before);
    await deviceOf(admin, "after it");
  }

  test("[REL4] a backup under load goes into an empty PostgreSQL: a node there has everything that was acknowledged", async () => {
    const settings = { HELIO_DATABASE_URL: await createPostgresDatabase(), HELIO_DATA_DIR: place("second") };

    const result = await helio(["restore", whole], { env: settings });

    expect(result).toMatchObject({ code: 0, stderr: "" });
    await expectSameRows(settings.HELIO_DATABASE_URL, join(whole, "data/heliograph.db"));
    expect(await ask(settings.HELIO_DATABASE_URL, "select * from mqtt_owners")).toEqual([]);
    const references = "select conrelid::regclass::text, pg_get_constraintdef(oid) from pg_constraint order by 1, 2";
    const original = await ask(app?.config.databaseUrl ?? "", references);
    expect(await ask(settings.HELIO_DATABASE_URL, references)).toEqual(original);
    await using restored = await startApp(settings);
    await expectEverything(restored);
    expect(await readdir(place("second"))).not.toContain("telemetry.db"); // [CLU1]
    expect(await idIn(settings.HELIO_DATABASE_URL)).toEqual(id); // [RUN10]
  });

  atLength("[REL4] it goes into an embedded node as well, and a backup of that moves it to PostgreSQL", async () => {
    const embedded = { HELIO_DATA_DIR: place("embedded") };
    await mkdir(embedded.HELIO_DATA_DIR);
    const url = await createPostgresDatabase();
    const moved = { HELIO_DATABASE_URL: url, HELIO_DATA_DIR: place("moved"), HELIO_POINTS_IN: "folder" };

    expect(await helioHere(["restore", whole], embedded)).toMatchObject({ code: 0, stderr: "" });
    {
      await using restored = await startApp(embedded);
      await expectEverything(restored);
      expect(await helioHere(["backup", place("of embedded")], embedded)).toMatchObject({ code: 0, stderr: "" });
    }
    expect(await helioHere(["restore", place("of embedded")], moved)).toMatchObject({ code: 0, stderr: "" });
    expect(await readdir(place("moved"))).toContain("telemetry.db"); // [CLU1]
    {
      await using restored = await startApp(moved);
      expect(await pictureOf(restored, known())).toEqual(picture);
    }
    expect(await idIn(moved.HELIO_DATABASE_URL)).toEqual(id);
  });

  test("[RUN10] a backup of a database and a data folder that do not belong together is refused", async () => {
    const url = app?.config.databaseUrl ?? "";
    await mkdir(join(place("another's"), "files"), { recursive: true });
    await writeFile(join(place("another's"), "files", "installation-id"), "another");
    const backup = (dataDir: string) =>
      helioHere(["backup", place("mixed"), "--data-dir", dataDir], { HELIO_DATABASE_URL: url });

    expect(await backup(place("another's"))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("does not belong together"),
    });
    expect(await backup(place("nothing"))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("is missing or empty"),
    });
  });

  test("[REL4] a database in use is not restored into, and stays as it is", async () => {
    const settings = { HELIO_DATABASE_URL: app?.config.databaseUrl ?? "", HELIO_DATA_DIR: place("never") };

    const result = await helioHere(["restore", whole], settings);

    expect(result).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/database test_\w+ is not empty .* Nothing was changed/),
    });
    expect(app && (await pictureOf(app, known()))).toEqual(picture);
  });
});
