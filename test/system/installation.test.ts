import { cp, mkdir, rename, rm, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { diskFaultOf } from "../../server/src/kernel/disk-fault.ts";
import { startNode } from "../../server/src/node.ts";
import { readConfig } from "../../server/src/settings/config.ts";
import { startFault } from "../../server/src/start/start-fault.ts";
import { expectOk } from "../support/app.ts";
import { atLength } from "../support/at-length.ts";
import { onEveryStorage } from "../support/databases.ts";
import { HttpDevice } from "../support/device-http.ts";
import { patience } from "../support/helio.ts";
import { helioHere } from "../support/helio-here.ts";
import { putMigratedFileAtFirst } from "../support/migrated-file.ts";
import { spawnNode } from "../support/node-process.ts";
import { createPostgresDatabase } from "../support/postgres-database.ts";
import { RestClient } from "../support/rest-client.ts";
import { type TempFolder, tempFolder } from "../support/temp-folder.ts";
import { isLongRun } from "../switches.ts";

const password = "a password for tests";
const base = "/api/plugins/telemetry/DEVICE";

/** Starts on a folder that outlives it; `said` are the lines of its log. */
async function start(dataDir: string, storage: Record<string, string> = {}) {
  const { config } = readConfig([], {
    ...{ HELIO_HOST: "127.0.0.1", HELIO_HTTP_PORT: "0", HELIO_MQTT_PORT: "0" },
    ...(!isLongRun() && { HELIO_TELEMETRY_READERS: "1" }),
    ...{ HELIO_DATA_DIR: dataDir, HELIO_ADMIN_PASSWORD: password, ...patience, ...storage },
  });
  const said: string[] = [];
  const node = await startNode(config, pino({ level: "warn" }, { write: (line) => said.push(line) }));
  const rest = new RestClient(node.httpPort);
  const body = { username: "admin", password };
  const { token } = expectOk(await rest.post("/api/auth/login", body)).json<{ token: string }>();
  return { node, admin: rest.withToken(token), said: () => said.join("") };
}

/** A device with a file and a point, left by a node that was stopped. */
async function fill(dataDir: string, storage: Record<string, string>): Promise<string> {
  await mkdir(dataDir, { recursive: true });
  if (!isLongRun() && storage["HELIO_DATABASE_URL"] === undefined) await putMigratedFileAtFirst(dataDir);
  const { node, admin } = await start(dataDir, storage);
  const { id } = expectOk(await admin.post("/api/device", { name: "logger" })).json<{ id: { id: string } }>().id;
  const { credentialsId } = (await admin.get(`/api/device/${id}/credentials`)).json<{ credentialsId: string }>();
  expectOk(await new HttpDevice(node.httpPort, credentialsId).contact("UPLOAD", "content", { fileName: "a.txt" }));
  expectOk(await admin.post(`${base}/${id}/timeseries/ANY`, { ts: 1, values: { a: 1 } }));
  await node.stop();
  return id;
}

async function expectAllThere(dataDir: string, storage: Record<string, string>, id: string): Promise<void> {
  const { node, admin, said } = await start(dataDir, storage);
  const path = `/api/device/${id}/data-files/CLIENT_SCOPE`;
  const token = expectOk(await admin.post(`${path}/download`, ["a.txt"])).text;
  expect(expectOk(await admin.get(`${path}/token/${token}`)).text).toBe("content");
  expect((await admin.get(`${base}/${id}/values/timeseries?keys=a`)).text).toContain('"a"');
  await node.stop();
  expect(said()).toBe("");
}

/**
 * With entities in PostgreSQL it is refused by the same look at the same ids: in each run points that are missing are met
 * in points-in-postgres.test.ts, files that are missing or another's in postgres-backup.test.ts.
 */
const onStorages: typeof onEveryStorage = (subject, body) =>
  isLongRun()
    ? onEveryStorage(subject, body)
    : describe(`${subject}, stored in SQLite`, () => void body(async () => ({})));

// The tests of one storage follow one installation through what happens to it. Its points are in the data folder; those
// in PostgreSQL are met in points-in-postgres.test.ts.
onStorages("[RUN10] an installation", (storage) => {
  let folder: TempFolder;
  let data: string;
  let settings: Record<string, string>;
  let id: string;
  beforeAll(async () => {
    folder = await tempFolder();
    [data, settings] = [join(folder.path, "data"), { ...(await storage()), HELIO_POINTS_IN: "folder" }];
    id = await fill(data, settings);
  });
  afterAll(() => folder[Symbol.asyncDispose]());

  test("is refused when its points or files are missing or another's, and goes on when they are back", async () => {
    const away = join(folder.path, "away");

    for (const [place, kind] of [
      ["telemetry.db", "points"],
      ["files", "files"],
    ] as const) {
      await rename(join(data, place), away);
      await expect(start(data, settings)).rejects.toThrow(
        new RegExp(`${place} is missing or empty, but .* \\(installation .*helio accept-loss ${kind}`),
      );
      await rm(join(data, place), { recursive: true, force: true });
      await rename(away, join(data, place));
    }
    const other = join(folder.path, "other");
    await fill(other, {});
    await rename(join(data, "files"), away);
    await cp(join(other, "files"), join(data, "files"), { recursive: true });
    await expect(start(data, settings)).rejects.toThrow(/does not belong together with .*files \(installation /);
    await rm(join(data, "files"), { recursive: true });
    await rename(away, join(data, "files"));

    await expectAllThere(data, settings, id);
  });

  atLength("[REL5] whose store of points is an older copy says so at start, and goes on", async () => {
    await cp(join(data, "telemetry.db"), join(folder.path, "older"));
    const second = await start(data, settings);
    expectOk(await second.admin.post(`${base}/${id}/timeseries/ANY`, { ts: 2, values: { a: 2 } }));
    await second.node.stop();
    await cp(join(folder.path, "older"), join(data, "telemetry.db"));

    const third = await start(data, settings);
    await third.node.stop();

    expect(third.said()).toContain("the store of points ends earlier than it did");
    await expectAllThere(data, settings, id); // said once
  });

  atLength(
    "is not gone over by a first start in an empty database, whatever is lost meanwhile nothing is",
    async () => {
      const file = join(data, "heliograph.db");
      const inPostgres = settings["HELIO_DATABASE_URL"] !== undefined;
      if (!inPostgres) await rename(file, join(folder.path, "entities"));
      const empty: Record<string, string> = inPostgres ? { HELIO_DATABASE_URL: await createPostgresDatabase() } : {};

      for (let attempt = 0; attempt < 2; attempt++) {
        await expect(start(data, empty)).rejects.toThrow(
          /is empty, but .*telemetry\.db and .*files hold the data of an installation/,
        );
      }
      expect(await helioHere(["create-tenant", "x", "--data-dir", data], empty)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining("they belong together"),
      });
      if (!inPostgres) await rename(join(folder.path, "entities"), file);
      await expectAllThere(data, settings, id);
    },
  );

  test("[RUN11] whose store of points is no database is refused, and told which file it is", async () => {
    const points = join(data, "telemetry.db");
    await cp(points, join(folder.path, "whole"));
    await truncate(points, 6_000);

    await expect(start(data, settings)).rejects.toThrow(/telemetry\.db is damaged/);

    await cp(join(folder.path, "whole"), points);
  });

  atLength("whose points are lost for good goes on without them when a person says so", async () => {
    await rm(join(data, "telemetry.db"));

    const said = await helioHere(["accept-loss", "points", "--data-dir", data], settings);
    expect(said).toMatchObject({ code: 0, stderr: "" });
    const { node, admin } = await start(data, settings);
    expect((await admin.get(`${base}/${id}/values/timeseries?keys=a`)).json()).toEqual({});
    await node.stop();

    await rm(join(data, "telemetry.db"));
    await expect(start(data, settings)).rejects.toThrow(/is missing or empty/); // said once, not for ever
  });
});

describe("[RUN10] a first start", () => {
  test("that was interrupted is continued, [RUN11] and one that cannot succeed says why", async () => {
    await using folder = await tempFolder();
    await mkdir(join(folder.path, "files", "contents"), { recursive: true });
    const { config } = readConfig([], {
      HELIO_DATA_DIR: folder.path,
      HELIO_ADMIN_PASSWORD: password,
      HELIO_HTTP_PORT: "0",
      HELIO_HOST: "192.0.2.1",
    });
    await expect(startNode(config, pino({ level: "silent" }))).rejects.toThrow();

    const id = await fill(folder.path, {});
    await expectAllThere(folder.path, {}, id);
  });
});

const faults: Record<string, { readonly error: Error; readonly says: RegExp }> = {
  "a full disk": {
    error: new Error("database or disk is full"),
    says: /disk of the data folder .* is full\. Make room/,
  },
  "a read-only folder": {
    error: new Error("EROFS: read-only file system, open 'x'"),
    says: /can only be read\. Make it/,
  },
  "a folder without rights": {
    error: new Error("EACCES: permission denied, mkdir '/x'"),
    says: /may not be opened\. Give/,
  },
  "a damaged database": { error: new Error("file is not a database"), says: /is damaged\. Restore a backup/ },
  "a failing disk": { error: new Error("disk I/O error"), says: /fails to read or write\. Check it/ },
  "a failing sync": {
    error: diskFaultOf("EIO", "disk I/O error") ?? new Error("none"),
    says: /fails to read or write\. Check it/,
  },
  "a file SQLite could not open": {
    error: new Error("unable to open database file"),
    says: /could not be opened\. May this account .* enough open files/,
  },
  "a wrong password": { error: new Error('password authentication failed for user "x"'), says: /not let this node in/ },
  "a pooler that is not set up": {
    error: new Error("unsupported startup parameter: statement_timeout"),
    says: /ignore_startup_parameters = statement_timeout/,
  },
  "no such database": { error: new Error('database "x" does not exist'), says: /has no such database\. Create it/ },
};

test.each(Object.entries(faults))("[RUN11] %s is told in a sentence with what to do", (_, { error, says }) => {
  const { config } = readConfig([], { HELIO_DATA_DIR: "/srv/data" });

  expect(startFault(new Error("cannot start", { cause: error }), config)).toMatchObject({
    name: "StartRefusedError",
    message: expect.stringMatching(says),
  });
});

test("[RUN11] the reason of a failed start is told, not what failed when it was undone", () => {
  const { config } = readConfig([], { HELIO_DATA_DIR: "/srv/data" });
  const undone = new SuppressedError(
    new Error("the thread is gone"),
    new Error("EMFILE: too many open files, open 'x'"),
  );

  expect(startFault(new SuppressedError(new Error("not open"), undone), config)).toMatchObject({
    name: "StartRefusedError",
    message: expect.stringMatching(/^too many files are open\. Raise/),
  });
});

test("[RUN11] a data folder that is no folder, or a database that is none, stops the process with a sentence, not a stack", async () => {
  await using folder = await tempFolder();
  await writeFile(join(folder.path, "heliograph.db"), "no database at all ".repeat(500));
  await using damaged = await spawnNode({ env: { HELIO_DATA_DIR: folder.path } });
  await using another = await tempFolder();
  await mkdir(join(another.path, "heliograph.db"));

  expect(await damaged.exited).toMatchObject({ code: 1 });
  expect(damaged.stderr).toMatch(
    /^Heliograph cannot start: a database in the data folder .* is damaged\. Restore a backup/,
  );
  expect(damaged.stderr).not.toMatch(/\n {4}at /);
  for (const [dataDir, says] of [
    [join(folder.path, "heliograph.db", "x"), /^the data folder .* cannot be made/],
    [another.path, /^there is a folder in the data folder .* where a file should be\. .*EISDIR/],
  ] as const) {
    const refusal = { name: "StartRefusedError", message: expect.stringMatching(says) };
    await expect(start(dataDir)).rejects.toMatchObject(refusal);
  }
});
