import { createHash, randomBytes } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { FileRecord } from "@heliograph/contract";
import { expect, test } from "vitest";
import { expectOk } from "../support/app.ts";
import { HttpDevice } from "../support/device-http.ts";
import { type NodeProcess, spawnNode } from "../support/node-process.ts";
import type { RestClient } from "../support/rest-client.ts";
import { smallDisk } from "../support/small-disk.ts";
import { tempFolder } from "../support/temp-folder.ts";

const rounds = Number(process.env["FILE_CRASHES"] ?? 2);
const password = "a password for tests";
const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

const start = async (dataDir: string): Promise<NodeProcess> =>
  (
    await spawnNode({ env: { HELIO_DATA_DIR: dataDir, HELIO_ADMIN_PASSWORD: password, HELIO_LOG_LEVEL: "error" } })
  ).ready();

async function logIn(node: NodeProcess): Promise<RestClient> {
  const { token } = expectOk(await node.rest.post("/api/auth/login", { username: "admin", password })).json<{
    token: string;
  }>();
  return node.rest.withToken(token);
}

async function createDevice(admin: RestClient): Promise<{ id: string; token: string }> {
  const { id } = expectOk(await admin.post("/api/device", { name: "logger" })).json<{ id: { id: string } }>().id;
  const { credentialsId } = (await admin.get(`/api/device/${id}/credentials`)).json<{ credentialsId: string }>();
  return { id, token: credentialsId };
}

test(`[REL1, FILE6] SIGKILL during uploads, ${rounds} times: what was acknowledged is whole, nothing is half there`, async () => {
  await using folder = await tempFolder();
  const acknowledged = new Map<string, string>();
  let device: { id: string; token: string } | undefined;
  let sent = 0;
  for (let round = 0; round < rounds; round++) {
    const node = await start(folder.path);
    device ??= await createDevice(await logIn(node));
    const logger = new HttpDevice(node.port, device.token);
    const uploading = Array.from({ length: 4 }, async () => {
      for (;;) {
        const [name, content] = [`f${sent++}.bin`, randomBytes(200_000)];
        const response = await logger.contact("UPLOAD", content, { fileName: name }).catch(() => undefined);
        if (!response) return;
        if (response.status === 204) acknowledged.set(name, sha256(content));
      }
    });
    await delay(400 + Math.random() * 400);
    await node.kill();
    await Promise.all(uploading);
  }

  await using node = await start(folder.path);
  const admin = await logIn(node);
  const { data } = (await admin.get(`/api/devices/${device?.id}/data-files/original?limit=-1`)).json<{
    data: FileRecord[];
  }>();
  const held = new Map(data.map(({ name, sha256: hash }) => [name, hash]));
  const contents = join(folder.path, "files", "contents");
  const onDisk = async () =>
    (await readdir(contents, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  while ((await onDisk()).length > held.size) await delay(50); // orphans are looked for in the background

  expect(acknowledged.size).toBeGreaterThan(0);
  for (const [name, hash] of acknowledged) expect(held.get(name)).toBe(hash);
  for (const entry of await onDisk())
    expect(sha256(await readFile(join(entry.parentPath, entry.name)))).toBe(entry.name);
  expect(new Set((await onDisk()).map(({ name }) => name))).toEqual(new Set(held.values()));
  expect(await readdir(join(folder.path, "files", "incoming"))).toEqual([]);
}, 300_000);

test("[REL2] on a full disk an upload is refused with 503, reads go on, and space that comes back is used", async ({
  skip,
}) => {
  await using disk = (await smallDisk(24)) ?? skip("mounting needs root");
  await using node = await start(disk.path);
  const admin = await logIn(node);
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
