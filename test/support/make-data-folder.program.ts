// Makes the fixture of a released version [RUN13]: a data folder with something of everything in it, as a killed node
// leaves it. Run once, in the tree of that release: node test/support/make-data-folder.program.ts <new folder>
import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { recordMeasurement } from "@heliograph/device";
import { version } from "../../server/src/version.ts";
import { expectOk } from "./app.ts";
import { createDevice, startOn } from "./crash-node.ts";
import { HttpDevice, messageIdOf } from "./device-http.ts";
import type { RestClient } from "./rest-client.ts";

const points = 23_000;
const firstTs = Date.UTC(2026, 10, 15, 12);
const base = "/api/plugins/telemetry/DEVICE";

/** Few points fit into memory, so that most of them become blocks. */
const small = { env: { HELIO_TELEMETRY_MEMORY_POINTS: "65536" } };

async function sendPoints(admin: RestClient, id: string, from: number, count: number): Promise<void> {
  const samples = Array.from({ length: count }, (_, n) => ({
    ts: firstTs + (from + n) * 1_000,
    values: { counter: from + n, level: ((from + n) % 8) / 4, state: (from + n) % 7 === 0 ? "on" : "off" },
  }));
  for (let at = 0; at < count; at += 1_000)
    expectOk(await admin.post(`${base}/${id}/timeseries/ANY`, samples.slice(at, at + 1_000)));
}

async function fillEntities(admin: RestClient, tenantId: string): Promise<void> {
  const user = { username: "olga", password: "a password for tests", authority: "OPERATOR", firstName: "Olga" };
  expectOk(await admin.post(`/api/tenants/${tenantId}/users`, user));
  expectOk(await admin.post("/api/device", { name: "idle", type: "gauge", label: "never heard of" }));
}

async function fillDevice(admin: RestClient, port: number, device: { id: string; token: string }): Promise<void> {
  const attributes = `${base}/${device.id}/attributes`;
  expectOk(await admin.post(`${attributes}/SERVER_SCOPE`, { place: "hall 4", floor: 2 }));
  expectOk(await admin.post(`${attributes}/SHARED_SCOPE`, { interval: 10, names: ["a", "b"] }));
  const logger = new HttpDevice(port, device.token);
  const measurement = await recordMeasurement(new Date(firstTs), 5);
  expectOk(await logger.contact("UPLOAD", measurement.content, { fileName: "20261115_120000.osfz" }));
  expectOk(await logger.contact("UPLOAD", "a plain text\n", { fileName: "notes.txt", tag: "notes" }));
  const ask = (body: unknown) => admin.post(`/api/devices/${device.id}/commands`, body);
  expectOk(await ask({ type: "SCPI", text: "*IDN?" }));
  const task = await logger.contact("PING");
  expectOk(await logger.contact("RETURN_SCPI", "instrument 7", { messageId: messageIdOf(task) }));
  expectOk(await ask({ type: "SCPI", text: "MEAS?" }));
}

async function main(target: string): Promise<void> {
  const data = join(target, "data");
  const first = await startOn(data, small);
  const device = await createDevice(first.admin);
  const users = await first.node.rest.post("/api/noauth/authorization", {
    username: "admin",
    password: "a password for tests",
  });
  const [assignment] = users.json<{ tenant: { id: { id: string } } }[]>();
  const tenantId = assignment?.tenant.id.id ?? "";
  await fillEntities(first.admin, tenantId);
  await fillDevice(first.admin, first.node.port, device);
  await sendPoints(first.admin, device.id, 0, points);
  await first.node.stop();
  const second = await startOn(data, small);
  await sendPoints(second.admin, device.id, points, 100);
  expectOk(await second.admin.post(`${base}/${device.id}/attributes/SERVER_SCOPE`, { last: "before the kill" }));
  await second.node.kill();
  const facts = { version, tenantId, deviceId: device.id, token: device.token, firstTs, points: points + 100 };
  await writeFile(join(target, `data-folder-${version}.json`), `${JSON.stringify(facts, undefined, 2)}\n`);
  const archive = execFileSync("tar", ["-cf", "-", "--exclude=*-shm", "-C", target, "data"], { maxBuffer: 2 ** 28 });
  await writeFile(join(target, `data-folder-${version}.tar.br`), brotliCompressSync(archive));
  await rm(data, { recursive: true });
}

await main(resolve(process.argv[2] ?? randomUUID()));
