import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { cp, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startApp } from "../support/app.ts";
import { childEnv, helioProgram } from "../support/helio.ts";
import { helioHere } from "../support/helio-here.ts";
import { createPostgresDatabase, hasPostgres } from "../support/postgres-database.ts";
import { type TempFolder, tempFolder } from "../support/temp-folder.ts";

const tables = "select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1";

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const tablesIn = (url: string): Promise<string[]> =>
  withClient(url, async (client) => (await client.query({ text: tables, rowMode: "array" })).rows.flat());

describe.skipIf(!hasPostgres())("a restore into PostgreSQL", () => {
  let folder: TempFolder | undefined;
  let url = "";
  const place = (name: string): string => join(folder?.path ?? "", name);
  const restoring = () => ({ HELIO_DATABASE_URL: url, HELIO_DATA_DIR: place("data") });
  const restore = (backup: string, env = {}) => helioHere(["restore", backup], { ...restoring(), ...env });

  beforeAll(async () => {
    folder = await tempFolder();
    url = await createPostgresDatabase();
    const embedded = { HELIO_DATA_DIR: place("embedded") };
    expect((await helioHere(["create-tenant", "Only here"], embedded)).code).toBe(0);
    expect((await helioHere(["backup", place("whole")], embedded)).code).toBe(0);
  });

  afterAll(() => folder?.[Symbol.asyncDispose]());

  /** A backup with this done to its entities, and hashes that fit. */
  async function backupWith(name: string, sql: string): Promise<string> {
    const copy = place(name);
    await cp(place("whole"), copy, { recursive: true });
    const database = new DatabaseSync(join(copy, "data/heliograph.db"));
    database.exec(`PRAGMA foreign_keys = OFF; ${sql}`);
    database.close();
    const bytes = await readFile(join(copy, "data/heliograph.db"));
    const manifest = JSON.parse(await readFile(join(copy, "manifest.json"), "utf8"));
    const file = manifest.files.find(({ path }: { path: string }) => path === "heliograph.db");
    Object.assign(file, { size: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") });
    await writeFile(join(copy, "manifest.json"), JSON.stringify(manifest));
    return copy;
  }

  async function expectUntouched(left: readonly string[] = []): Promise<void> {
    expect((await tablesIn(url)).filter((name) => !left.includes(name))).toEqual([]);
    expect((await readdir(place("."))).filter((name) => name.startsWith("data"))).toEqual([]);
  }

  test("[REL4] of a damaged or a newer backup is refused, and nothing is changed", async () => {
    const damaged = await backupWith("damaged", "");
    await writeFile(join(damaged, "data/heliograph.db"), "x", { flag: "r+" });
    const newer = place("newer");
    await cp(place("whole"), newer, { recursive: true });
    const manifest = JSON.parse(await readFile(join(newer, "manifest.json"), "utf8"));
    await writeFile(join(newer, "manifest.json"), JSON.stringify({ ...manifest, migrations: ["9999-later"] }));

    expect(await restore(damaged)).toMatchObject({ code: 1, stderr: expect.stringContaining("has changed since") });
    expect(await restore(newer)).toMatchObject({ code: 1, stderr: expect.stringContaining("newer than this one") });
    await expectUntouched();
  });

  test("[REL4] of entities that PostgreSQL does not take says why, and nothing is changed", async () => {
    const withNul = await backupWith("nul", "update tenants set name = 'a' || char(0)");
    const orphan = "insert into file_usage values ('784f394c-42b6-435a-983c-b7beff2784f9', 1)";
    const withOrphan = await backupWith("orphan", orphan);

    const says = (what: string) => ({
      code: 1,
      stderr: expect.stringMatching(`does not take.*${what}.*Nothing was changed`),
    });
    expect(await restore(withNul)).toMatchObject(says("0x00"));
    expect(await restore(withOrphan)).toMatchObject(says("file_usage"));
    await expectUntouched(["node_lease"]);
  });

  test("[REL4] that is another application's, or that is not there, is refused with words", async () => {
    const other = await createPostgresDatabase();
    await withClient(other, (client) => client.query("create table theirs (x int)"));
    const missing = new URL(url);
    missing.pathname = "/not_there";

    const refused = await restore(place("whole"), { HELIO_DATABASE_URL: other });
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("is not empty (theirs)") });
    const absent = await restore(place("whole"), { HELIO_DATABASE_URL: missing.href });
    expect(absent).toMatchObject({ code: 1, stderr: expect.stringContaining("has no such database") });
    const silent = await restore(place("whole"), { HELIO_DATABASE_URL: "postgres://x@127.0.0.1:1/x" });
    expect(silent).toMatchObject({ code: 1, stderr: expect.stringContaining("does not answer") });
    expect(await tablesIn(other)).toEqual(["theirs"]);
    await expectUntouched(["node_lease"]);
  });

  test("[REL4] that is killed leaves nothing, keeps nodes away meanwhile, and can be done again", async () => {
    await withClient(url, async (client) => {
      await client.query("begin; create table tenants (x int)"); // the restore waits for its own
      const env = childEnv({ ...restoring(), HELIO_DATABASE_LEASE: "5s" }); // renewed soon, and in time on a busy machine
      const child = spawn(process.execPath, [helioProgram, "restore", place("whole")], { env });
      const waiting = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
      const countOfWaiting = () => withClient(url, async (other) => (await other.query(waiting)).rowCount);
      await expect.poll(countOfWaiting, { timeout: 60_000 }).toBe(1);

      const second = startApp({ HELIO_DATABASE_URL: url });
      await expect(second).rejects.toThrow(/Another node, on .* is running on this PostgreSQL/);
      child.kill("SIGKILL");
      await once(child, "close");
      await client.query("rollback");
      await client.query("update node_lease set expires_time = 0"); // as it has run out
    });
    await expect.poll(() => tablesIn(url)).toEqual(["node_lease"]);
    expect((await readdir(place("."))).filter((name) => name === "data")).toEqual([]);

    expect(await restore(place("whole"))).toMatchObject({ code: 0, stderr: "" });
    expect(await helioHere(["create-tenant", "Only here"], restoring())).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("exists already"),
    });
  });
});
