import { createHash, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { FileRecord } from "@heliograph/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectOk, startApp, type TestApp } from "../support/app.ts";
import { atLength } from "../support/at-length.ts";
import { type FilledInstallation, fillInstallation, pictureOf } from "../support/filled-installation.ts";
import { helioHere } from "../support/helio-here.ts";
import type { RestClient } from "../support/rest-client.ts";
import { testBucket } from "../support/s3-objects.ts";
import { S3Server, s3Keys } from "../support/s3-server.ts";
import { quickFolder } from "../support/temp-folder.ts";
import { ownFile, ownFileName, ownReport } from "../support/valid-requests.ts";

// The tests follow one installation through what happens to it.
let server: S3Server;
let filled: FilledInstallation;
let picture: unknown;
const folder = quickFolder();
const place = (name: string): string => join(folder.path, name);
const large = randomBytes(9_000_000);

const inS3 = (data: string, prefix = "one"): Record<string, string> => ({
  ...{
    HELIO_DATA_DIR: place(data),
    HELIO_FILES_URL: `s3://${testBucket}/${prefix}`,
    HELIO_S3_ENDPOINT: server.endpoint,
  },
  ...{ HELIO_S3_ACCESS_KEY: s3Keys.accessKeyId, HELIO_S3_SECRET_KEY: s3Keys.secretAccessKey },
});
const contents = (prefix = "one"): string[] =>
  [...server.objects.all.keys()].filter((key) => key.startsWith(`${prefix}/contents/`));

async function deviceOf(app: TestApp) {
  const admin = await app.login(filled.username);
  const files = `/api/devices/${filled.device}/data-files`;
  const scope = `/api/device/${filled.device}/data-files/CLIENT_SCOPE`;
  return {
    admin,
    upload: (name: string, content: Uint8Array) => admin.post(`${files}?name=${name}`, content),
    download: async (names: readonly string[], headers: Record<string, string> = {}) => {
      const token = expectOk(await admin.post(`${scope}/download`, names)).text;
      return admin.get(`${scope}/token/${token}`, { headers });
    },
    list: async () => expectOk(await admin.get(`${files}/original?limit=-1`)).json<{ data: FileRecord[] }>().data,
    channels: (name: string) => admin.get(`${files}/channels?name=${name}`),
    samples: (name: string) => admin.get(`${files}/samples?name=${name}&channel=0`),
    remove: (name: string) => admin.delete(`${files}?name=${name}`),
  };
}

beforeAll(async () => {
  server = await S3Server.start();
  await mkdir(folder.path, { recursive: true });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

test("[CLU1, FILE6] contents are in the S3 and not on the disk, whole, in part, in archives, and read as measurements", async () => {
  await using app = await startApp(inS3("first"));
  filled = await fillInstallation(app);
  const device = await deviceOf(app);
  expectOk(await device.upload("large.bin", large));
  expectOk(await device.upload(ownFileName, ownFile()));
  await expect.poll(async () => (await device.list()).some(({ processing }) => processing === "PENDING")).toBe(false);
  picture = await pictureOf(app, filled);

  expect(existsSync(join(place("first"), "files", "contents"))).toBe(false);
  await expect.poll(() => contents().length, { timeout: 60_000 }).toBe(3); // that of the deleted file goes a little later
  expect((await device.download(["large.bin"])).bytes.equals(large)).toBe(true);
  const part = await device.download(["large.bin"], { range: "bytes=8999000-8999009" });
  expect(part.bytes.equals(large.subarray(8_999_000, 8_999_010))).toBe(true);
  expect((await device.download(["large.bin", ownFileName])).bytes.indexOf(large)).toBeGreaterThan(0);
  expect(expectOk(await device.channels(ownFileName)).text).toContain('"a"');
  await makeReport(device.admin, contents().length);
});

/** Reports are contents like others [SCH2]. */
async function makeReport({ calls, get }: RestClient, before: number): Promise<void> {
  const report = await calls.reports.save({ body: ownReport(filled.device) });
  const reportFileId = (await calls.reports.run({ reportId: report.id.id })).id.id;
  const state = async () => (await calls.reports.file({ reportFileId })).state;
  await expect.poll(state, { timeout: 60_000 }).toBe("DONE");
  expect(contents()).toHaveLength(before + 1);
  expect((await get(`/api/reports/files/${reportFileId}/content`)).text).toContain("Time (UTC),Device");
  await calls.reports.removeFile({ reportFileId });
  await expect.poll(() => contents().length, { timeout: 60_000 }).toBe(before);
}

describe("a node without the disk of the one before", () => {
  let app: TestApp;
  beforeAll(async () => {
    await rm(join(place("first"), "files"), { recursive: true });
    app = await startApp(inS3("first"));
  });
  afterAll(() => app[Symbol.asyncDispose]());

  test("[CLU1] has everything, also what was found in measurements", async () => {
    const device = await deviceOf(app);

    expect(await pictureOf(app, filled)).toEqual(picture);
    expect(expectOk(await device.channels(ownFileName)).text).toContain('"a"');
    expect(expectOk(await device.samples(ownFileName)).text).toContain("[1,2]");
  });

  test("[CLU4, REL1] while the S3 refuses or is away files are refused, everything else goes on, and nothing is lost", async () => {
    const device = await deviceOf(app);

    for (const [fault, code] of [
      ["refuse", "FILES_REFUSED"],
      ["fail", "FILES_UNAVAILABLE"],
    ] as const) {
      server.fault = () => fault;
      const refused = await device.upload("new.bin", randomBytes(100));
      expect(refused).toMatchObject({ status: 503 });
      expect(refused.headers["x-refusal"]).toContain(code);
      expect((await device.download(["large.bin"])).status).toBe(503);
      expect((await app.rest.get("/health/ready")).status).toBe(200);
    }
    server.fault = () => undefined;

    expect(await pictureOf(app, filled)).toEqual(picture);
    const content = randomBytes(100);
    const key = `one/contents/${createHash("sha256").update(content).digest("hex")}`;
    expectOk(await device.upload("new.bin", content));
    expect(server.objects.all.has(key)).toBe(true);
    expectOk(await device.remove("new.bin"));
    await expect
      .poll(async () => {
        await app.platform.blobCleaner.sweep();
        return server.objects.all.has(key);
      })
      .toBe(false);
    expect((await app.rest.get("/metrics")).text).toMatch(
      /^heliograph_files_s3_requests_total\{outcome="refused"\} [1-9]/m,
    );
  });
});

test("[CLU1, RUN10] files of one installation are taken by no other, and not left behind by a setting", async () => {
  const { HELIO_FILES_URL: _, ...without } = inS3("first");

  await expect(startApp(inS3("another"))).rejects.toThrow(/is empty, but s3:\/\/files\/one\/ at .* hold the data/);
  await expect(startApp(without)).rejects.toThrow(/files is missing or empty, but .* had its files there/);
  await expect(startApp({ ...inS3("first"), HELIO_S3_ACCESS_KEY: "wrong" })).rejects.toThrow(
    /s3:\/\/files\/one\/ at .*, which cannot be used \(AccessDenied: .*Check HELIO_FILES_URL/,
  );
});

atLength("[REL4] a backup holds the files, and goes into a data folder and into another S3", async () => {
  const folderOnly = { HELIO_DATA_DIR: place("in folder") };

  expect(await helioHere(["backup", place("backup")], inS3("first"))).toMatchObject({ code: 0, stderr: "" });
  expect(await helioHere(["restore", place("backup")], folderOnly)).toMatchObject({ code: 0, stderr: "" });
  expect(await helioHere(["restore", place("backup")], inS3("moved", "two"))).toMatchObject({ code: 0, stderr: "" });

  expect(contents("two").length).toBe(contents().length);
  expect(existsSync(join(place("moved"), "files"))).toBe(false);
  for (const settings of [folderOnly, inS3("moved", "two")]) {
    await using app = await startApp(settings);
    expect(await pictureOf(app, filled)).toEqual(picture);
    expect(expectOk(await (await deviceOf(app)).channels(ownFileName)).text).toContain('"a"');
  }
});
