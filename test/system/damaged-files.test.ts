import { randomBytes } from "node:crypto";
import { open, rm, truncate } from "node:fs/promises";
import { join } from "node:path";
import type { FileRecord } from "@heliograph/contract";
import { encodeOsf } from "@heliograph/osf";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectOk, startApp, type TestApp, type TestTenant } from "../support/app.ts";
import { HttpDevice } from "../support/device-http.ts";
import type { RestResponse } from "../support/rest-client.ts";
import { isLongRun } from "../switches.ts";

const large = 3_000_000;
const small = 20_000;

let app: TestApp;
let home: TestTenant;
let deviceId: string;
let logger: HttpDevice;
let names = 0;

beforeAll(async () => {
  app = await startApp();
  home = await app.firstTenant();
  deviceId = (await app.device(home)).id.id;
  const credentials = await home.admin.get(`/api/device/${deviceId}/credentials`);
  logger = new HttpDevice(app.node.httpPort, credentials.json<{ credentialsId: string }>().credentialsId);
});

afterAll(() => app[Symbol.asyncDispose]());

interface Kept {
  readonly name: string;
  readonly content: Buffer;
  /** Where its bytes lie. */
  readonly path: string;
  readonly sums: string;
}

const kept = (size: number): Promise<Kept> => keep(`f${names++}.bin`, randomBytes(size));

async function keep(name: string, content: Buffer): Promise<Kept> {
  expect((await logger.contact("UPLOAD", content, { fileName: name })).status).toBe(204);
  const sha256 = (await record(name)).sha256 ?? "";
  const folder = (kind: string) => join(app.config.dataDir, "files", kind, sha256.slice(0, 2));
  return { name, content, path: join(folder("contents"), sha256), sums: join(folder("derived"), `${sha256}.sums`) };
}

async function record(name: string): Promise<FileRecord> {
  const list = await home.admin.get(`/api/devices/${deviceId}/data-files/original?limit=-1`);
  const found = list.json<{ data: FileRecord[] }>().data.find((file) => file.name === name);
  if (!found) throw new Error(`${name} is not listed`);
  return found;
}

async function flip(path: string, at: number): Promise<void> {
  const file = await open(path, "r+");
  const byte = Buffer.alloc(1);
  await file.read(byte, 0, 1, at);
  await file.write(Buffer.of((byte[0] ?? 0) ^ 0x10), 0, 1, at);
  await file.close();
}

async function download(files: readonly Kept[], headers: Record<string, string> = {}): Promise<RestResponse> {
  const body = files.map(({ name }) => name);
  const step1 = expectOk(await home.admin.post(`/api/device/${deviceId}/data-files/CLIENT_SCOPE/download`, body));
  return app.rest.get(`/api/device/${deviceId}/data-files/CLIENT_SCOPE/token/${step1.text}`, { headers });
}

const measurement = (samples: number): Buffer =>
  Buffer.from(
    encodeOsf({ channels: [{ name: "a", datatype: "double" }] }, (encoder) => {
      const times = BigInt64Array.from({ length: samples }, (_, index) => BigInt(index) * 1_000_000n);
      encoder.stamped(
        0,
        times,
        Float64Array.from(times, () => Math.random()),
      );
    }),
  );

/** Not "complete": refused, or broken off before its announced length. */
async function outcome(downloading: Promise<RestResponse>): Promise<"refused" | "broken off" | "complete"> {
  const response = await downloading.catch(() => undefined);
  if (response === undefined) return "broken off";
  return response.status < 300 ? "complete" : "refused";
}

const flips = [
  ["a byte in the middle of a large file", large, 1_500_000],
  ["a byte of a small file", small, 100],
  ["the first byte of a large file", large, 0],
  ["the last byte of a large file", large, large - 1],
] as const;

test.for(isLongRun() ? flips : flips.slice(0, 2))(
  "[REL5] %s that flipped is never sent in a complete answer",
  async ([, size, at]) => {
    const file = await kept(size);
    expect((await download([file])).bytes.equals(file.content)).toBe(true);

    await flip(file.path, at);

    expect(await outcome(download([file]))).not.toBe("complete");
    await expect.poll(async () => (await record(file.name)).error).toMatch(/damaged on the server/);
  },
);

test.for(isLongRun() ? [large, small, 1] : [large])(
  "[REL5] a file of %s bytes that lost its end is refused and does not hang",
  async (size) => {
    const file = await kept(size);

    await truncate(file.path, size - 1);

    const refused = await download([file]);
    expect(refused.status).toBe(500);
    expect(refused.json()).toMatchObject({ message: expect.stringMatching(/damaged on the server/) });
  },
);

test("[REL5] of a damaged file the parts that are whole are sent, and no other", async () => {
  const file = await kept(large);
  await flip(file.path, 1_500_000);
  const part = (start: number, end: number) => download([file], { range: `bytes=${start}-${end}` });

  const whole = await part(2_500_000, 2_500_099);

  expect(whole.status).toBe(206);
  expect(whole.bytes.equals(file.content.subarray(2_500_000, 2_500_100))).toBe(true);
  expect(await outcome(part(1_400_000, 1_600_000))).not.toBe("complete");
});

test.for(isLongRun() ? [20, 20_000] : [20_000])(
  "[REL5] of a measurement file of %s samples that flipped no value is told, and it is marked",
  async (samples) => {
    const file = await keep(`m${names++}.osf`, measurement(samples));
    await expect.poll(async () => (await record(file.name)).processing).toBe("DONE");
    const read = (what: string) =>
      home.admin.get(`/api/devices/${deviceId}/data-files/${what}&name=${encodeURIComponent(file.name)}`);
    expect(await outcome(read("samples?channel=0"))).toBe("complete");

    await flip(file.path, file.content.length - 100);

    const refused = await read("samples?channel=0&limit=20000");
    expect(refused.status).toBe(500);
    expect(refused.json()).toMatchObject({ message: expect.stringMatching(/damaged on the server: .*differ|SHA-256/) });
    expect(await outcome(read("export?escape=none"))).not.toBe("complete");
    await expect.poll(async () => (await record(file.name)).error).toMatch(/damaged on the server/);
  },
);

test("[REL5] an archive with a damaged entry is broken off", async () => {
  const files = [await kept(small), await kept(large), await kept(small)];
  expect(await outcome(download(files))).toBe("complete");

  await flip(files[1]?.path ?? "", 2_900_000);

  expect(await outcome(download(files))).toBe("broken off");
});

test("[REL5] a file without sums, as version 0.1 kept it, is checked before it is sent and has them afterwards", async () => {
  const [sound, damaged] = [await kept(large), await kept(large)];
  for (const { sums } of [sound, damaged]) await rm(sums);
  await flip(damaged.path, 2_000_000);

  const part = await download([sound], { range: "bytes=10-19" });

  expect(part.bytes.equals(sound.content.subarray(10, 20))).toBe(true);
  await expect
    .poll(() =>
      rm(sound.sums).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
  expect(await outcome(download([damaged], { range: "bytes=10-19" }))).toBe("refused");
});

test("[REL5] the same content once more mends a damaged file", async () => {
  const file = await kept(large);
  await flip(file.path, 7);
  expect(await outcome(download([file]))).not.toBe("complete");
  await expect.poll(async () => (await record(file.name)).error).not.toBeNull();

  expect((await logger.contact("UPLOAD", file.content, { fileName: file.name })).status).toBe(204);

  expect((await record(file.name)).error).toBeNull();
  expect((await download([file])).bytes.equals(file.content)).toBe(true);
});
