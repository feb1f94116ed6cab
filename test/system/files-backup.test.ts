import { createHash, randomBytes } from "node:crypto";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { FileRecord } from "@heliograph/contract";
import { recordMeasurement } from "@heliograph/device";
import { expect, test } from "vitest";
import { expectOk, startApp } from "../support/app.ts";
import { createDevice } from "../support/crash-node.ts";
import { HttpDevice } from "../support/device-http.ts";
import { helioHere } from "../support/helio-here.ts";
import { tempFolder } from "../support/temp-folder.ts";

const uploaders = 3;
/** Every file is read again in the end: the longer a backup takes, the more there are. */
const pauseMs = 60;

test("[REL4] a backup under uploads covers files: a restored node serves them, equal to the last byte", async () => {
  await using folder = await tempFolder();
  const [data, copy, restored] = ["data", "backup", "restored"].map((name) => join(folder.path, name)) as [
    string,
    string,
    string,
  ];
  await using app = await startApp({ HELIO_DATA_DIR: data });
  const { id, token } = await createDevice(await app.login("admin"));
  const device = new HttpDevice(app.node.httpPort, token);
  const measurement = await recordMeasurement(new Date(Date.UTC(2026, 10, 15, 12)), 5);
  await device.contact("UPLOAD", measurement.content, { fileName: "20261115_120000.osfz" });
  const acknowledged = new Map<string, string>();
  let isUploading = true;
  const uploading = Array.from({ length: uploaders }, async (_, uploader) => {
    for (let count = 0; isUploading; count++) {
      const [fileName, content] = [`f${uploader}-${count}.bin`, randomBytes(50_000)];
      const { status } = await device.contact("UPLOAD", content, { fileName });
      if (status === 204) acknowledged.set(fileName, createHash("sha256").update(content).digest("hex"));
      await sleep(pauseMs);
    }
  });
  await expect.poll(() => acknowledged.size).toBeGreaterThan(10);

  const before = new Map(acknowledged);
  const result = await helioHere(["backup", copy, "--data-dir", data]);
  isUploading = false;
  await Promise.all(uploading);
  expect(result).toMatchObject({ code: 0, stderr: "" });
  expect(await helioHere(["restore", copy, "--data-dir", restored])).toMatchObject({ code: 0, stderr: "" });

  await using again = await startApp({ HELIO_DATA_DIR: restored });
  const admin = await again.login("admin");
  const list = expectOk(await admin.get(`/api/devices/${id}/data-files/original?limit=-1`));
  const held = new Map(list.json<{ data: FileRecord[] }>().data.map((file) => [file.name, file]));
  expect([...before.keys()].filter((name) => !held.has(name))).toEqual([]);
  const served = async (name: string): Promise<string> => {
    const path = `/api/device/${id}/data-files/CLIENT_SCOPE`;
    const download = expectOk(await admin.post(`${path}/download`, [name])).text;
    const response = await fetch(`http://127.0.0.1:${again.node.httpPort}${path}/token/${download}`);
    return createHash("sha256")
      .update(new Uint8Array(await response.arrayBuffer()))
      .digest("hex");
  };
  for (const [name, { sha256 }] of held) {
    expect(await served(name), name).toBe(sha256); // also of those that arrived while the backup was made
    if (before.has(name)) expect(sha256).toBe(before.get(name));
  }
  await expect
    .poll(async () => (await admin.get(`/api/devices/${id}/data-files/channels?name=20261115_120000.osfz`)).status)
    .toBe(200);
});
