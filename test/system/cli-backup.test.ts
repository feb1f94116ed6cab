import { appendFile, cp, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectOk, startApp, type TestApp } from "../support/app.ts";
import { type HelioResult, helio } from "../support/helio.ts";
import { helioHere } from "../support/helio-here.ts";
import { type TempFolder, tempFolder } from "../support/temp-folder.ts";

const writers = 4;

const backup = (dataDir: string, to: string): Promise<HelioResult> => helioHere(["backup", to, "--data-dir", dataDir]);
const restore = (from: string, dataDir: string): Promise<HelioResult> =>
  helioHere(["restore", from, "--data-dir", dataDir]);
/** Beside the node, in a process of its own. */
const backupAside = (dataDir: string, to: string): Promise<HelioResult> => helio(["backup", to, "--data-dir", dataDir]);

test("[REL4] a backup under write load holds everything acknowledged before it began, and a node runs on it", async () => {
  await using folder = await tempFolder();
  await using app = await startApp();
  const { id, admin } = await app.firstTenant();
  const { token } = await app.tokens("admin");
  const acknowledged: string[] = [];
  let isWriting = true;
  const writing = Array.from({ length: writers }, async (_, writer) => {
    for (let count = 0; isWriting; count++) {
      const name = `device ${writer}-${count}`;
      expectOk(await admin.post("/api/device", { name }));
      acknowledged.push(name);
    }
  });
  await expect.poll(() => acknowledged.length).toBeGreaterThan(50);

  const before = [...acknowledged];
  const result = await backupAside(app.config.dataDir, join(folder.path, "backup"));
  isWriting = false;
  await Promise.all(writing);

  expect(result).toMatchObject({ code: 0, stderr: "" });
  expect(acknowledged.length).toBeGreaterThan(before.length); // the node went on meanwhile
  const target = join(folder.path, "restored");
  expect(await restore(join(folder.path, "backup"), target)).toMatchObject({ code: 0, stderr: "" });
  await using restored = await startApp({ HELIO_DATA_DIR: target });
  const again = await restored.login("admin");
  const devices = expectOk(await again.get(`/api/tenants/${id}/devices?limit=-1`));
  const names = new Set(devices.json<{ data: { name: string }[] }>().data.map(({ name }) => name));
  expect(before.filter((name) => !names.has(name))).toEqual([]);
  expect((await restored.rest.get("/health/ready")).status).toBe(200);
  // The signing key came along: a session of the old node is still good.
  expectOk(await restored.rest.withToken(token).get("/api/auth/user"));
});

describe("a backup", () => {
  let app: TestApp;
  let folder: TempFolder;
  let whole: string;
  beforeAll(async () => {
    app = await startApp();
    folder = await tempFolder();
    whole = join(folder.path, "whole");
    expect(await backupAside(app.config.dataDir, whole)).toMatchObject({ code: 0 });
  });
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });

  /** A copy of the backup that a test may damage. */
  async function copyOf(name: string): Promise<string> {
    const copy = join(folder.path, name);
    await cp(whole, copy, { recursive: true });
    return copy;
  }

  test("names its version, its migrations, and every file with size and hash; all of it is its owner's only", async () => {
    const manifest = JSON.parse(await readFile(join(whole, "manifest.json"), "utf8"));

    expect(manifest).toMatchObject({
      format: 1,
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      migrations: expect.arrayContaining(["0001-access", "0002-devices"]),
      files: expect.arrayContaining([
        { path: "heliograph.db", size: expect.any(Number), sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
        { path: "keys/signing.key", size: 44, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
        { path: "keys/sealing.key", size: 44, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
      ]),
    });
    for (const path of ["manifest.json", "data/heliograph.db", "data/keys/signing.key", "data/keys/sealing.key"]) {
      expect((await stat(join(whole, path))).mode & 0o777).toBe(0o600);
    }
  });

  test("never goes over something that is there", async () => {
    const result = await backup(app.config.dataDir, whole);

    expect(result).toMatchObject({ code: 1, stderr: expect.stringContaining("exists already") });
    expect((await readdir(folder.path)).filter((name) => name.includes("unfinished"))).toEqual([]);
  });

  test("of a folder that is no data folder is refused and leaves nothing behind", async () => {
    await using empty = await tempFolder();

    const result = await backup(empty.path, join(folder.path, "of-nothing"));

    expect(result).toMatchObject({ code: 1, stderr: expect.stringContaining("is not the data folder of a node") });
    expect((await readdir(folder.path)).filter((name) => name.startsWith("of-nothing"))).toEqual([]);
    expect(await readdir(empty.path)).toEqual([]);
  });

  test("is not restored under a running node", async () => {
    const before = await readdir(app.config.dataDir);

    const result = await restore(whole, app.config.dataDir);

    expect(result).toMatchObject({ code: 1, stderr: expect.stringContaining("Another Heliograph") });
    expect(await readdir(app.config.dataDir)).toEqual(before);
    await app.login("admin");
  });

  test("takes the place of the data folder, which is kept", async () => {
    await using place = await tempFolder();
    const target = join(place.path, "data");
    expect((await helioHere(["create-tenant", "Only here"], { HELIO_DATA_DIR: target })).code).toBe(0);

    const result = await restore(whole, target);

    expect(result).toMatchObject({ code: 0, stdout: expect.stringContaining("What was there before is kept in") });
    const kept = (await readdir(place.path)).filter((name) => name !== "data");
    expect(kept).toEqual([expect.stringMatching(/^data\.before-restore-\d+T\d+Z$/)]);
    expect((await stat(join(target, "keys", "signing.key"))).mode & 0o777).toBe(0o600);
    const inOld = await helioHere(["create-tenant", "only here"], {
      HELIO_DATA_DIR: join(place.path, kept[0] ?? ""),
    });
    expect(inOld).toMatchObject({ code: 1, stderr: expect.stringContaining("exists already") });
    const inNew = await helioHere(["create-tenant", "Only here"], { HELIO_DATA_DIR: target });
    expect(inNew.code).toBe(0);
  });

  test("[REL4] that was damaged is refused, and the data folder stays as it is", async () => {
    await using target = await tempFolder();
    await writeFile(join(target.path, "mark"), "mine");
    const copy = await copyOf("damaged");
    await appendFile(join(copy, "data/keys/signing.key"), "x");

    const result = await restore(copy, target.path);

    expect(result).toMatchObject({
      code: 1,
      stderr: "This backup is damaged, nothing was changed:\n  - keys/signing.key has 45 bytes instead of 44\n",
    });
    expect(await readFile(join(target.path, "mark"), "utf8")).toBe("mine");
  });

  test("[REL4] of a newer version is refused", async () => {
    await using target = await tempFolder();
    const copy = await copyOf("newer");
    const manifest = JSON.parse(await readFile(join(copy, "manifest.json"), "utf8"));
    await writeFile(join(copy, "manifest.json"), JSON.stringify({ ...manifest, version: "99.0.0" }));

    const result = await restore(copy, join(target.path, "data"));

    expect(result).toMatchObject({ code: 1, stderr: expect.stringContaining("newer than this one") });
    expect(await readdir(target.path)).toEqual([]);
  });

  test("[REL4] of a newer data folder is refused", async () => {
    const copy = await copyOf("newer-data");
    const { DatabaseSync } = await import("node:sqlite");
    using database = new DatabaseSync(join(copy, "data/heliograph.db"));
    database.exec("insert into migrations (name, timestamp) values ('9999-later', '2030')");

    const result = await backup(join(copy, "data"), join(folder.path, "of-newer"));

    expect(result).toMatchObject({ code: 1, stderr: expect.stringContaining("written by a newer version") });
  });
});
