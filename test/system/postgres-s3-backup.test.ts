import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { expectOk, startApp, type TestApp } from "../support/app.ts";
import { atLength } from "../support/at-length.ts";
import {
  type FilledInstallation,
  fillInstallation,
  pictureOf,
  writeOn,
  writtenOf,
} from "../support/filled-installation.ts";
import { helioKilled } from "../support/helio.ts";
import { helioHere } from "../support/helio-here.ts";
import { createMigratedDatabase, createPostgresDatabase, hasPostgres } from "../support/postgres-database.ts";
import { S3Server } from "../support/s3-server.ts";
import { settingsInS3 } from "../support/settings-in-s3.ts";
import { fillUp, smallDisk } from "../support/small-disk.ts";
import { quickFolder } from "../support/temp-folder.ts";
import { isLongRun } from "../switches.ts";

async function letOnlyRead(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("set transaction_read_only = off; set default_transaction_read_only = off");
  await client.query(`alter database "${new URL(url).pathname.slice(1)}" set default_transaction_read_only = on`);
  await client.end();
}

describe.skipIf(!hasPostgres())("a node on PostgreSQL and S3", () => {
  let [server, app, picture]: [S3Server?, TestApp?, unknown?] = [];
  let filled: FilledInstallation = { tenant: "", username: "", device: "" };
  let settings: Record<string, string> = {};
  const folder = quickFolder();
  const place = (name: string): string => join(folder.path, name);
  const s3 = (): S3Server => server ?? expect.unreachable();
  const running = (): TestApp => app ?? expect.unreachable();
  /** Everything of a node that is elsewhere. */
  const elsewhere = async (name: string, makeDatabase = createPostgresDatabase): Promise<Record<string, string>> => ({
    ...settingsInS3(s3(), name),
    HELIO_DATA_DIR: place(name),
    HELIO_DATABASE_URL: await makeDatabase(),
  });
  const contentsBelow = (prefix: string): string[] =>
    [...s3().objects.all.keys()].filter((key) => key.startsWith(`${prefix}/contents/`));

  beforeAll(async () => {
    server = await S3Server.start();
    settings = await elsewhere("one", createMigratedDatabase);
    app = await startApp(settings);
    filled = await fillInstallation(app);
    const admin = await app.login(filled.username);
    for (const [name, bytes] of [
      ["large.bin", 9_000_000], // in parts
      ["gone-meanwhile.bin", 100_000],
    ] as const)
      expectOk(await admin.post(`/api/devices/${filled.device}/data-files?name=${name}`, randomBytes(bytes)));
  });
  afterAll(async () => {
    await app?.[Symbol.asyncDispose]();
    await server?.[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });

  /** While the backup reads the entities' files one of them is deleted, and its content would go at once. */
  function deleteMeanwhile(admin: Awaited<ReturnType<TestApp["login"]>>): { isDone: boolean } {
    const state = { isDone: false };
    s3().fault = async (method, key) => {
      if (state.isDone || method !== "GET" || !key.includes("prefix=one%2Fcontents%2F")) return undefined;
      state.isDone = true;
      expectOk(await admin.delete(`/api/devices/${filled.device}/data-files?name=gone-meanwhile.bin`));
      await running().platform.blobCleaner.sweep();
      return undefined;
    };
    return state;
  }

  test("[REL4] a backup while it is written to and deleted from has entities, points and files of one moment", async () => {
    picture = await pictureOf(running(), filled);
    const before = 3;
    await expect.poll(() => contentsBelow("one").length).toBe(before); // that of the deleted file goes a little later
    const deletion = deleteMeanwhile(await running().login(filled.username));
    const writing = writeOn((await running().firstTenant()).admin);
    await vi.waitUntil(() => writing.acknowledged.size > 5, { timeout: 60_000 });
    const written = new Map([...writing.acknowledged].map(([device, n]) => [device, `${n} ${n}`]));

    const result = await helioHere(["backup", place("backup")], settings);

    await writing.stop();
    s3().fault = () => undefined;
    expect(result).toMatchObject({ code: 0, stderr: "" });
    expect(deletion.isDone).toBe(true);
    await expect
      .poll(async () => {
        await running().platform.blobCleaner.sweep();
        return contentsBelow("one").length;
      })
      .toBe(before - 1); // nobody holds it any more
    const target = await elsewhere("two");
    for (const to of [...(isLongRun() ? [{ HELIO_DATA_DIR: place("embedded") }] : []), target]) {
      expect(await helioHere(["restore", place("backup")], to)).toMatchObject({ code: 0, stderr: "" });
      await using restored = await startApp(to);
      expect(await pictureOf(restored, filled)).toEqual(picture);
      expect(await writtenOf((await restored.firstTenant()).admin, written.keys())).toEqual(written);
    }
    expect(contentsBelow("two")).toHaveLength(before);
    expect([...s3().objects.all.keys()].filter((key) => /\/(holds\/|unfinished)/.test(key))).toEqual([]);
  });

  atLength(
    "[REL4, CLU4] an S3 that refuses, or cuts its answers, fails a backup in words, and nothing is left of it",
    async () => {
      s3().fault = () => "refuse";
      expect(await helioHere(["backup", place("refused")], settings)).toMatchObject({
        ...{ code: 1, stderr: expect.stringMatching(/s3:\/\/files\/one\/ .*cannot be used \(AccessDenied: .*Check/s) },
      });
      s3().fault = (method, key) => (method === "PUT" && key.includes("holds/") ? "refuse" : undefined);
      expect(await helioHere(["backup", place("refused")], settings)).toMatchObject({
        ...{ code: 1, stderr: expect.stringMatching(/AccessDenied.*Nothing was backed up/s) },
      });
      s3().fault = (method, key) => (method === "GET" && /contents\/[0-9a-f]{64}/.test(key) ? "cut" : undefined);
      expect(await helioHere(["backup", place("refused")], settings)).toMatchObject({
        ...{ code: 1, stderr: expect.stringMatching(/contents\/[0-9a-f]{64} in .* could not be fetched whole/) },
      });
      s3().fault = () => undefined;

      expect(existsSync(place("refused"))).toBe(false);
      expect(existsSync(place("refused.unfinished"))).toBe(false);
    },
  );

  atLength(
    "[REL4] a restore that an S3 refuses, or that is killed, is not taken for whole, and goes on when called again",
    async () => {
      const target = await elsewhere("three");
      let sent = 0;
      s3().fault = (method, key) =>
        method === "PUT" && key.startsWith("three/contents/") && ++sent > 1 ? "refuse" : undefined;
      const refused = await helioHere(["restore", place("backup")], target);
      expect(refused).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/AccessDenied.*the same restore goes on/s),
      });
      await expect(startApp(target)).rejects.toThrow(/is empty, but s3:\/\/files\/three/);

      const killed = await helioKilled(["restore", place("backup")], target, (kill) => {
        s3().fault = async (method, key) => {
          if (method === "PUT" && key.startsWith("three/contents/")) await kill();
          return undefined;
        };
      });
      s3().fault = () => undefined;

      expect(killed).toMatchObject({ signal: "SIGKILL", stderr: "" });
      await expect(startApp(target)).rejects.toThrow(/is empty, but s3:\/\/files\/three/);
      const again = await helioHere(["restore", place("backup")], target);
      expect(again).toMatchObject({ code: 0, stderr: "" });
      await using restored = await startApp(target);
      expect(await pictureOf(restored, filled)).toEqual(picture);
    },
  );

  test("[RUN11] a PostgreSQL that can only be read is told in words, and gives its backup all the same", async () => {
    const target = await elsewhere("read only");
    for (const { HELIO_DATABASE_URL: url = "" } of [target, settings]) await letOnlyRead(url);

    const restored = await helioHere(["restore", place("backup")], target);
    const backedUp = await helioHere(["backup", place("of read only")], settings);

    expect(restored).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/PostgreSQL can only be read.*Nothing was changed/s),
    });
    expect(contentsBelow("read only")).toEqual([]);
    expect(existsSync(target["HELIO_DATA_DIR"] ?? "")).toBe(false);
    expect(backedUp).toMatchObject({ code: 0, stderr: "" });
  });

  atLength(
    "[REL2] a disk that is full fails a backup and a restore in words, and nothing of them is left",
    async () => {
      await using disk = await smallDisk(4);
      if (!disk) return;
      const [backup, data] = [join(disk.path, "backup"), join(disk.path, "data")];

      const backedUp = await helioHere(["backup", backup], settings);
      const restored = await helioHere(["restore", place("backup")], { HELIO_DATA_DIR: data });

      expect(backedUp).toMatchObject({ code: 1, stderr: expect.stringMatching(/no space left|is full/i) });
      expect(restored).toMatchObject({ code: 1, stderr: expect.stringMatching(/no space left|is full/i) });
      for (const left of [backup, `${backup}.unfinished`, data]) expect(existsSync(left)).toBe(false);
      fillUp(join(disk.path, "filler"));
      const nothing = await helioHere(["backup", backup], settings);
      expect(nothing).toMatchObject({ code: 1, stderr: expect.stringMatching(/no space left|is full/i) });
      expect(nothing.stderr).not.toContain("cannot be read");
    },
  );
});
