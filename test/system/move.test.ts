import { createHash, randomBytes, randomInt } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectOk, startApp, type TestApp } from "../support/app.ts";
import { atLength } from "../support/at-length.ts";
import { CutLine } from "../support/cut-line.ts";
import { type FilledInstallation, fillInstallation, pictureOf } from "../support/filled-installation.ts";
import { helioKilled } from "../support/helio.ts";
import { helioHere } from "../support/helio-here.ts";
import { createPostgresDatabase, hasPostgres } from "../support/postgres-database.ts";
import { S3Server } from "../support/s3-server.ts";
import { settingsInS3 } from "../support/settings-in-s3.ts";
import { quickFolder } from "../support/temp-folder.ts";
import { limitOf, sizeOf } from "../switches.ts";

type Settings = Record<string, string>;

/** Whatever a move does it asks somebody: of so many questions it is killed at one. */
const questionsAtMost = 80;

/** Every file with its content, but for what only says that somebody looks. */
async function filesOf(folder: string): Promise<Map<string, string>> {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const found = new Map<string, string>();
  for (const { parentPath, name } of files) {
    if (name.startsWith("node.lock") || name.endsWith("-shm")) continue;
    const [path, content] = [join(parentPath, name), await readFile(join(parentPath, name))];
    if (name.endsWith("-wal") && content.length === 0) continue; // of one that reads, as well
    found.set(path.slice(folder.length), createHash("sha256").update(content).digest("hex"));
  }
  return found;
}

async function tablesIn(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const text = "select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1";
  const { rows } = await client.query({ text, rowMode: "array" });
  await client.end();
  return rows.flat();
}

describe.skipIf(!hasPostgres())("a move", { timeout: limitOf("HELIO_TEST_MOVE_KILLS", 180_000) }, () => {
  let [server, picture]: [S3Server?, unknown?] = [];
  let filled: FilledInstallation = { tenant: "", username: "", device: "" };
  let [moved, older]: [Settings, Settings] = [{}, {}];
  const folder = quickFolder();
  const place = (name: string): string => join(folder.path, name);
  const s3 = (): S3Server => server ?? expect.unreachable();
  const embedded = { HELIO_DATA_DIR: place("embedded") };

  const elsewhere = async (name: string): Promise<Settings> => ({
    ...settingsInS3(s3(), name),
    HELIO_DATA_DIR: place(name),
    HELIO_DATABASE_URL: await createPostgresDatabase(),
    HELIO_DATABASE_LEASE: "2s", // a killed one is not waited for longer
  });
  /** The settings of the target, in the file that a move is given. */
  async function fileOf(settings: Settings): Promise<string> {
    const file = place(`${randomBytes(4).toString("hex")}.env`);
    await writeFile(
      file,
      Object.entries(settings)
        .map(([name, value]) => `${name}=${value}\n`)
        .join(""),
    );
    return file;
  }
  const move = async (from: Settings, to: Settings, ...flags: string[]) =>
    helioHere(["move", await fileOf(to), ...flags], from);

  async function startFilled(): Promise<TestApp> {
    const app = await startApp(embedded);
    filled = await fillInstallation(app);
    const admin = await app.login(filled.username);
    for (let n = 0; n < 4; n++)
      expectOk(
        await admin.post(
          `/api/devices/${filled.device}/data-files?name=${n}.bin`,
          randomBytes(n === 3 ? 9_000_000 : 100_000 * n),
        ),
      );
    return app;
  }

  beforeAll(async () => {
    server = await S3Server.start();
    await using app = await startFilled();
    picture = await pictureOf(app, filled);
  });
  afterAll(async () => {
    await server?.[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });

  /** Kills it again and again at whatever it asks PostgreSQL or the S3, and lets it end then. */
  async function moveKilled(from: Settings, to: Settings, ofTarget: boolean): Promise<void> {
    const [asked, other] = ofTarget ? [to, from] : [from, to];
    const { line, url } = await CutLine.before(asked["HELIO_DATABASE_URL"] ?? "");
    await using _line = line;
    const through = { ...asked, HELIO_DATABASE_URL: url };
    const [source, target] = ofTarget ? [other, through] : [through, other];
    const file = await fileOf(target);
    let kills = 0;
    for (let attempt = 0; attempt < sizeOf("HELIO_TEST_MOVE_KILLS"); attempt++) {
      const [until, state] = [randomInt(1, questionsAtMost), { asked: 0 }];
      const { signal, stderr } = await helioKilled(["move", file], source, (kill) => {
        const count = () => void (++state.asked === until && kill());
        line.onQuestion = count;
        s3().fault = () => count() as undefined;
      });
      line.onQuestion = () => undefined;
      s3().fault = () => undefined;
      expect(stderr, `killed at question ${until}`).toBe("");
      if (signal === null) return; // it was through before
      kills++;
      if (ofTarget && (await tablesIn(to["HELIO_DATABASE_URL"] ?? "")).includes("unfinished_move"))
        await expect(startApp(to), `killed at question ${until}`).rejects.toThrow(/is empty, but/);
    }
    expect(kills).toBe(sizeOf("HELIO_TEST_MOVE_KILLS"));
    expect(await helioHere(["move", file], source)).toMatchObject({ code: 0, stderr: "" });
  }

  test("[CLU1] of an embedded installation into PostgreSQL and S3, killed again and again, ends with all of it; the source is as it was", async () => {
    moved = await elsewhere(`moved-${randomInt(1e6)}`);
    const before = await filesOf(embedded.HELIO_DATA_DIR);

    await moveKilled(embedded, moved, true);

    expect(await filesOf(embedded.HELIO_DATA_DIR)).toEqual(before);
    expect(existsSync(`${moved["HELIO_DATA_DIR"]}.moving`)).toBe(false);
    expect(await readdir(moved["HELIO_DATA_DIR"] ?? "")).toEqual(expect.arrayContaining(["keys"]));
    expect(await readdir(moved["HELIO_DATA_DIR"] ?? "")).not.toContain("heliograph.db");
    expect(await tablesIn(moved["HELIO_DATABASE_URL"] ?? "")).not.toContain("unfinished_move");
    expect([...s3().objects.all.keys()].filter((key) => key.endsWith("unfinished"))).toEqual([]);
    await using app = await startApp(moved);
    expect(await pictureOf(app, filled)).toEqual(picture);
  });

  test("[CLU1] back into a data folder, killed again and again, ends with all of it", async () => {
    const back = { HELIO_DATA_DIR: place("back") };
    await rm(back.HELIO_DATA_DIR, { recursive: true, force: true });

    await moveKilled(moved, back, false);

    expect(await readdir(back.HELIO_DATA_DIR)).toEqual(
      expect.arrayContaining(["heliograph.db", "telemetry.db", "files"]),
    );
    await using app = await startApp(back);
    expect(await pictureOf(app, filled)).toEqual(picture);
  });

  test("[RUN8] is refused while a node runs on either side, and where the target is not empty", async () => {
    const target = await elsewhere("older");
    older = target;
    {
      await using _running = await startApp(moved);
      expect(await move(moved, { HELIO_DATA_DIR: place("never") })).toMatchObject({
        code: 1,
        stderr: expect.stringContaining("is running"),
      });
      expect(await move(embedded, { ...moved, HELIO_DATA_DIR: place("never") })).toMatchObject({
        ...{ code: 1, stderr: expect.stringContaining("is running") },
      });
    }
    const refusals: readonly (readonly [Settings, Settings, RegExp])[] = [
      [
        embedded,
        { ...target, HELIO_DATABASE_URL: moved["HELIO_DATABASE_URL"] ?? "" },
        /database of the target is not empty/,
      ],
      [embedded, { ...target, HELIO_FILES_URL: moved["HELIO_FILES_URL"] ?? "" }, /s3:\/\/files\/moved.* is not empty/],
      [embedded, { ...target, HELIO_DATA_DIR: place("back") }, /back is not empty/],
      [embedded, { ...target, ...embedded }, /share a data folder/],
      [{ HELIO_DATA_DIR: place("nothing") }, target, /There is no installation to move/],
    ];
    for (const [from, to, says] of refusals)
      expect(await move(from, to)).toMatchObject({ code: 1, stderr: expect.stringMatching(says) });

    expect(existsSync(place("never"))).toBe(false);
  });

  test("[CLU1] that was begun before a node ran on its source again is not gone on with", async () => {
    let sent = 0;
    s3().fault = (method, key) =>
      method === "PUT" && key.startsWith("older/contents/") && ++sent > 1 ? "refuse" : undefined;
    expect(await move(embedded, older)).toMatchObject({ code: 1, stderr: expect.stringContaining("AccessDenied") });
    s3().fault = () => undefined;
    await (await startApp(embedded))[Symbol.asyncDispose]();
    const { HELIO_DATABASE_URL: _database, ...inFolder } = older;
    const refusals: readonly (readonly [Settings, RegExp])[] = [
      [older, /database of the target holds an unfinished move of something else/],
      [inFolder, /older.moving is of an unfinished move of something else/],
      [{ ...inFolder, HELIO_DATA_DIR: place("never") }, /s3:\/\/files\/older\/ .* is not empty/],
    ];

    for (const [to, says] of refusals)
      expect(await move(embedded, to)).toMatchObject({ code: 1, stderr: expect.stringMatching(says) });
  });

  atLength(
    "[CLU4, REL5] that an S3 refuses or changes is told, goes on later, and does not end with what differs",
    async () => {
      const to = await elsewhere("faults");
      let sent = 0;
      s3().fault = (method, key) =>
        method === "PUT" && key.startsWith("faults/contents/") && ++sent > 3 ? "refuse" : undefined;
      expect(await move(embedded, to)).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/AccessDenied.*goes on/s),
      });
      s3().fault = () => undefined;
      const [key, kept] = [...s3().objects.all].find(([name]) => name.startsWith("faults/contents/")) ?? [
        "",
        Buffer.of(),
      ];
      s3().objects.all.set(key, randomBytes(kept.length));

      expect(await move(embedded, to)).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/contents\/\w+ is not what was stored/),
      });
      await expect(startApp(to)).rejects.toThrow(/is empty, but/);

      expect(await move(embedded, to, "--anew")).toMatchObject({ code: 0, stderr: "" });
      await using app = await startApp(to);
      expect(await pictureOf(app, filled)).toEqual(picture);
    },
  );

  atLength("[CLU1] that is not gone on with begins anew when told to", async () => {
    expect(await move(embedded, older, "--anew")).toMatchObject({ code: 0, stderr: "" });

    await using app = await startApp(older);
    expect(await pictureOf(app, filled)).toEqual(picture);
  });

  atLength("[REL5] of a content that was damaged before names it, and brings the rest", async () => {
    const damaged = { HELIO_DATA_DIR: place("damaged") };
    expect((await move(embedded, damaged)).code).toBe(0);
    const contents = join(damaged.HELIO_DATA_DIR, "files", "contents");
    const [victim = ""] = (await readdir(contents, { recursive: true })).filter((name) => /\w{64}$/.test(name)).sort();
    await writeFile(join(contents, victim), "something else");
    const to = await elsewhere("of damaged");

    const result = await move(damaged, to);

    expect(result).toMatchObject({
      code: 3,
      stderr: expect.stringContaining(`${victim.slice(3)} is not what was stored`),
    });
    await rm(place("damaged"), { recursive: true });
    await using app = await startApp(to);
    expect((await app.rest.get("/health/ready")).status).toBe(200);
  });
});
