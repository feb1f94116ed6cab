import { createHash, randomBytes } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { FileRecord } from "@heliograph/contract";
import { encodeOsf } from "@heliograph/osf";
import { expect, test } from "vitest";
import { startApp } from "../support/app.ts";
import { createDevice, startOn } from "../support/crash-node.ts";
import { HttpDevice } from "../support/device-http.ts";
import type { RestClient } from "../support/rest-client.ts";
import { smallDisk } from "../support/small-disk.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { limitOf, sizeOf } from "../switches.ts";

const rounds = sizeOf("HELIO_TEST_FILE_KILLS");
const uploaders = 4;
const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

const samples = 200_000;

/** A measurement that takes a while to read, another one each time. */
const measurement = (number: number): Buffer =>
  Buffer.from(
    encodeOsf({ channels: [{ name: "a", datatype: "double" }] }, (encoder) => {
      const times = BigInt64Array.from({ length: samples }, (_, index) => BigInt(index) * 1_000_000n);
      encoder.stamped(0, times, new Float64Array(samples).fill(number));
    }),
  );

const listOf = async (admin: RestClient, deviceId: string): Promise<FileRecord[]> =>
  (await admin.get(`/api/devices/${deviceId}/data-files/original?limit=-1`)).json<{ data: FileRecord[] }>().data;

test.skipIf(rounds === 0)(
  `[REL1, FILE6] SIGKILL during uploads and indexing, ${rounds} times: what was acknowledged is whole and read, nothing is half there`,
  {
    timeout: limitOf("HELIO_TEST_FILE_KILLS", 300_000),
  },
  async () => {
    await using folder = await tempFolder();
    const acknowledged = new Map<string, string>();
    let device: { id: string; token: string } | undefined;
    let sent = 0;
    for (let round = 0; round < rounds; round++) {
      const { node, admin } = await startOn(folder.path);
      device ??= await createDevice(admin);
      const logger = new HttpDevice(node.port, device.token);
      const uploading = Array.from({ length: uploaders }, async () => {
        for (;;) {
          const number = sent++;
          const isMeasurement = number % 4 === 0; // so that the node is killed while it reads one, too
          const name = isMeasurement ? `f${number}.osf` : `f${number}.bin`;
          const content = isMeasurement ? measurement(number) : randomBytes(200_000);
          const response = await logger.contact("UPLOAD", content, { fileName: name }).catch(() => undefined);
          if (!response) return;
          if (response.status === 204) acknowledged.set(name, sha256(content));
        }
      });
      const before = acknowledged.size;
      const hasMeasurement = () => [...acknowledged.keys()].some((name) => name.endsWith(".osf"));
      await expect.poll(() => acknowledged.size > before && hasMeasurement()).toBe(true); // however busy the machine is
      await delay(Math.random() * 400);
      await node.kill();
      await Promise.all(uploading);
    }

    await using app = await startApp({ HELIO_DATA_DIR: folder.path });
    const admin = await app.login("admin");
    let data = await listOf(admin, device?.id ?? "");
    while (data.some(({ processing }) => processing === "PENDING")) {
      await delay(100);
      data = await listOf(admin, device?.id ?? "");
    }
    const held = new Map(data.map(({ name, sha256: hash }) => [name, hash]));
    const contents = join(folder.path, "files", "contents");
    const onDisk = async () =>
      (await readdir(contents, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
    const hashes = new Set((await onDisk()).map(({ name }) => name));
    const strays = hashes.difference(new Set(held.values())); // without a record, and kept for some days [RUN10]

    expect(acknowledged.size).toBeGreaterThan(0);
    for (const [name, hash] of acknowledged) expect(held.get(name)).toBe(hash);
    for (const entry of await onDisk())
      expect(sha256(await readFile(join(entry.parentPath, entry.name)))).toBe(entry.name);
    expect(new Set(held.values()).difference(hashes).size).toBe(0);
    expect(strays.size).toBeLessThanOrEqual(rounds * uploaders);
    expect(await readdir(join(folder.path, "files", "incoming"))).toEqual([]);
    const measurements = data.filter(({ name }) => name.endsWith(".osf"));
    expect(measurements.length).toBeGreaterThan(0);
    for (const file of measurements) expect(file).toMatchObject({ processing: "DONE", sampleCount: samples });
  },
);

test("[REL2] on a full disk an upload is refused with 503, reads go on, and space that comes back is used", async ({
  skip,
}) => {
  await using disk = (await smallDisk(24)) ?? skip("mounting needs root");
  const { node, admin } = await startOn(disk.path);
  await using _node = node;
  const { id, token } = await createDevice(admin);
  const logger = new HttpDevice(node.port, token);
  expect((await logger.contact("UPLOAD", randomBytes(1_000_000), { fileName: "first" })).status).toBe(204);

  const refused = await logger.contact("UPLOAD", randomBytes(30_000_000), { fileName: "huge" });

  expect(refused.json()).toMatchObject({ status: 503, errorCode: 2 });
  expect(refused.headers["retry-after"]).toBeDefined();
  const list = (await admin.get(`/api/devices/${id}/data-files/original`)).json<{ data: FileRecord[] }>();
  expect(list.data.map(({ name }) => name)).toEqual(["first"]);
  expect((await logger.contact("UPLOAD", randomBytes(1_000_000), { fileName: "second" })).status).toBe(204);
});
