import { appendFile, cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TempFolder, tempFolder } from "../../../../test/support/temp-folder.ts";
import { DataFolder } from "../../adapters/data-folder/data-folder.ts";
import { loadSigningKey } from "../../adapters/secrets/signing-key.ts";
import { migrate } from "../../adapters/sql/migrations/migrate.ts";
import { openSqlite } from "../../adapters/sql/sqlite/open-sqlite.ts";
import { restoreBackup } from "./restore-backup.ts";
import { writeBackup } from "./write-backup.ts";

interface Damage {
  readonly by: (backup: string) => Promise<unknown>;
  readonly says: RegExp;
}

async function changeManifest(backup: string, change: Record<string, unknown>): Promise<void> {
  const file = join(backup, "manifest.json");
  await writeFile(file, JSON.stringify({ ...JSON.parse(await readFile(file, "utf8")), ...change }));
}

const withPath = (path: string) => (backup: string) =>
  changeManifest(backup, { files: [{ path, size: 0, sha256: "0".repeat(64) }] });

const damages: Record<string, Damage> = {
  "a flipped bit": {
    by: async (backup) => {
      const file = join(backup, "data/heliograph.db");
      const bytes = await readFile(file);
      bytes[5_000] = (bytes[5_000] ?? 0) ^ 1;
      await writeFile(file, bytes);
    },
    says: /heliograph\.db has changed since it was written/,
  },
  "a file that grew": {
    by: (backup) => appendFile(join(backup, "data/keys/signing.key"), "x"),
    says: /keys\/signing\.key has 45 bytes instead of 44/,
  },
  "a missing file": { by: (backup) => rm(join(backup, "data/heliograph.db")), says: /heliograph\.db is missing/ },
  "a folder instead of a file": {
    by: async (backup) => {
      await rm(join(backup, "data/heliograph.db"));
      await mkdir(join(backup, "data/heliograph.db"));
    },
    says: /heliograph\.db is missing/,
  },
  "a cut manifest": {
    by: (backup) => writeFile(join(backup, "manifest.json"), '{"format":1,'),
    says: /manifest\.json is damaged: it is not JSON/,
  },
  "an empty manifest": { by: (backup) => writeFile(join(backup, "manifest.json"), "[]"), says: /is damaged: / },
  "no manifest": { by: (backup) => rm(join(backup, "manifest.json")), says: /is not a backup: it has no manifest/ },
  "a path that leads out of it": { by: withPath("../x"), says: /is damaged: files\.0\.path/ },
  "a path that leads out of it further in": { by: withPath("keys/../../x"), says: /is damaged: files\.0\.path/ },
  "an absolute path": { by: withPath("/etc/passwd"), says: /is damaged: files\.0\.path/ },
  "a newer version": {
    by: (backup) => changeManifest(backup, { version: "99.0.0" }),
    says: /written by version 99\.0\.0, which is newer than this one/,
  },
  "a migration from the future": {
    by: (backup) => changeManifest(backup, { migrations: ["0001-access", "9999-later"] }),
    says: /is newer than this one/,
  },
  "a newer form": {
    by: (backup) => changeManifest(backup, { format: 2 }),
    says: /only a newer version of Heliograph knows/,
  },
};

/** A data folder as a node leaves it, and a backup of it; the tests work on copies. */
let original: TempFolder;
beforeAll(async () => {
  original = await tempFolder();
  const data = new DataFolder(join(original.path, "data"));
  await data.create();
  const database = await openSqlite(data.database);
  await migrate(database);
  await database.close();
  await loadSigningKey(data.signingKey);
  await writeBackup({ folder: data, postgres: undefined }, join(original.path, "backup"));
});
afterAll(() => original[Symbol.asyncDispose]());

async function givenCopy(): Promise<TempFolder> {
  const folder = await tempFolder();
  await cp(original.path, folder.path, { recursive: true });
  return folder;
}

test.each(Object.entries(damages))("[REL4] a backup with %s is refused before anything changes", async (_, damage) => {
  await using folder = await givenCopy();
  const [backup, target] = [join(folder.path, "backup"), new DataFolder(join(folder.path, "data"))];
  const before = await readdir(target.path);
  await damage.by(backup);

  await expect(restoreBackup(backup, target)).rejects.toThrow(damage.says);

  expect((await readdir(folder.path)).sort()).toEqual(["backup", "data"]);
  expect((await readdir(target.path)).filter((name) => !name.startsWith("node.lock"))).toEqual(before);
});

test("a restore that cannot write beside the data folder leaves it as it is", async () => {
  await using folder = await givenCopy();
  const target = new DataFolder(join(folder.path, "data"));
  await writeFile(`${target.path}.restoring-${process.pid}`, "in the way");

  await expect(restoreBackup(join(folder.path, "backup"), target)).rejects.toThrow(/EEXIST/);

  expect(await readdir(target.path)).toContain("heliograph.db");
});
