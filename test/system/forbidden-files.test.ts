import { chmod } from "node:fs/promises";
import { join } from "node:path";
import type { FileRecord } from "@heliograph/contract";
import { recordMeasurement } from "@heliograph/device";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectOk } from "../support/app.ts";
import { createDevice, startOn } from "../support/crash-node.ts";
import { HttpDevice } from "../support/device-http.ts";
import type { NodeProcess } from "../support/node-process.ts";
import type { RestClient } from "../support/rest-client.ts";
import { type TempFolder, tempFolder } from "../support/temp-folder.ts";

/** Root may open everything; a node that is root gives up just that. */
const under = process.getuid?.() === 0 ? ["setpriv", "--bounding-set", "-dac_override,-dac_read_search"] : [];

let folder: TempFolder;
let node: NodeProcess;
let admin: RestClient;
let deviceId: string;
let device: HttpDevice;

beforeAll(async () => {
  folder = await tempFolder();
  ({ node, admin } = await startOn(folder.path, { under }));
  const created = await createDevice(admin);
  deviceId = created.id;
  device = new HttpDevice(node.port, created.token);
});
afterAll(async () => {
  await node[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const refused = { status: 503, message: expect.stringMatching(/may not open one of its own files(?!.*\/)/) };

async function contentOf(name: string): Promise<string> {
  const list = expectOk(await admin.get(`/api/devices/${deviceId}/data-files/original?limit=-1`));
  const sha256 = list.json<{ data: FileRecord[] }>().data.find((file) => file.name === name)?.sha256 ?? "";
  return join(folder.path, "files", "contents", sha256.slice(0, 2), sha256);
}

test("[RUN11] a content that may not be opened is 503 without its path, which is in the log", async () => {
  const { content } = await recordMeasurement(new Date(Date.UTC(2026, 10, 15, 12)), 5);
  await device.contact("UPLOAD", content, { fileName: "20261115_120000.osfz" });
  const path = await contentOf("20261115_120000.osfz");
  const files = `/api/device/${deviceId}/data-files/CLIENT_SCOPE`;
  const samples = `/api/devices/${deviceId}/data-files/export?name=20261115_120000.osfz`;
  await expect.poll(async () => (await admin.get(samples)).status).toBe(200);
  await chmod(path, 0o000);

  const step1 = expectOk(await admin.post(`${files}/download`, ["20261115_120000.osfz"])).text;
  const download = await node.rest.get(`${files}/token/${step1}`);
  const read = await admin.get(samples);

  expect(download.json()).toMatchObject(refused);
  expect(read.json()).toMatchObject(refused);
  await expect.poll(() => node.stdout + node.stderr).toContain(path);
  await chmod(path, 0o600);
  expect((await node.rest.get(`${files}/token/${step1}`)).status).toBe(200);
});

test("[RUN11] a write that fails is told by /health/ready at once, and taken back when writing works again", async () => {
  const incoming = join(folder.path, "files", "incoming");
  expect((await node.rest.get("/health/ready")).status).toBe(200);
  await chmod(incoming, 0o000);

  const upload = await device.contact("UPLOAD", "x", { fileName: "x.bin" });
  const ready = await node.rest.get("/health/ready");

  expect(upload.json()).toMatchObject(refused);
  expect(ready.json()).toMatchObject({ status: 503, message: expect.stringContaining("reading goes on") });
  expect((await admin.get("/api/auth/user")).status).toBe(200);
  await chmod(incoming, 0o700);
  expect((await device.contact("UPLOAD", "x", { fileName: "x.bin" })).status).toBe(204);
  await expect.poll(async () => (await node.rest.get("/health/ready")).status).toBe(200);
});
