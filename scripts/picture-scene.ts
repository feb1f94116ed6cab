// What the pictures in docs/images show: a node with a device that has something in every tab.
import type { CredentialsRecord } from "@heliograph/contract";
import { HttpLogger, recordMeasurement } from "@heliograph/device";
import { expectOk, type TestApp, type TestTenant } from "../test/support/app.ts";
import { HttpDevice } from "../test/support/device-http.ts";

const secondMs = 1_000;
const hourMs = 3_600_000;
const readings = 450;
const readEveryMs = 8 * secondMs;

export interface Scene {
  readonly deviceId: string;
}

export async function setScene(app: TestApp): Promise<Scene> {
  const tenant = await app.firstTenant();
  const fields = { type: "monitor", label: "Hall 3", serialNumber: "21004901002", firmwareVersion: "2.12.0" };
  const { id } = (await app.device(tenant, { name: "engine-bench-A", ...fields })).id;
  await addNeighbours(app, tenant);
  await sendReadings(tenant, id);
  await bringFiles(app, tenant, id);
  return { deviceId: id };
}

async function addNeighbours(app: TestApp, tenant: TestTenant): Promise<void> {
  for (let number = 1; number <= 14; number++) {
    const name = `logger-${String(number).padStart(4, "0")}`;
    const type = number % 3 === 0 ? "monitor" : "smartMINI";
    const device = await app.device(tenant, {
      name,
      type,
      label: `Test stand ${number}`,
      serialNumber: `2100490${1_000 + number}`,
    });
    if (number % 4 !== 0) await send(tenant, device.id.id, { temperature: 20 + number });
  }
}

const send = async ({ admin }: TestTenant, id: string, message: unknown) =>
  expectOk(await admin.post(`/api/plugins/telemetry/DEVICE/${id}/timeseries/ANY`, message));

async function sendReadings(tenant: TestTenant, id: string): Promise<void> {
  const now = Date.now();
  const rounded = (value: number) => Number(value.toPrecision(4));
  const at = (i: number) => ({
    "ambient [°C]": rounded(22 + Math.sin(i / 90)),
    speed: Math.round(1_800 + 600 * Math.sin(i / 40)),
    "bearing temperature": rounded(65 - i / 50 + 0.2 * Math.random()),
    "oil pressure": rounded(2.9 + 0.1 * Math.sin(i / 30)),
    running: i < 20 || i > 60,
    vibration: rounded(0.4 + 0.3 * Math.abs(Math.sin(i / 7))),
    state: "running",
  });
  await send(
    tenant,
    id,
    Array.from({ length: readings }, (_, i) => ({ ts: now - i * readEveryMs, values: at(i) })),
  );
  const units = { speed: "rpm", "bearing temperature": "°C", "oil pressure": "bar", vibration: "g" };
  const path = `/api/plugins/telemetry/DEVICE/${id}/attributes/SERVER_SCOPE`;
  expectOk(await tenant.admin.post(path, { units, position: "48.137,11.575" }));
}

/** On the server, only on the device, asked for, damaged. */
async function bringFiles(app: TestApp, { admin }: TestTenant, id: string): Promise<void> {
  const path = `/api/device/${id}/credentials`;
  const token = expectOk(await admin.get(path)).json<CredentialsRecord>().credentialsId;
  const logger = new HttpLogger({ base: `http://127.0.0.1:${app.node.httpPort}`, token });
  const now = Date.now();
  const asked = 3;
  let request = {};
  for (let i = 1; i <= 12; i++) {
    const tag = i % 2 === 0 ? "measurement" : "preview";
    const file = await recordMeasurement(new Date(now - i * 4 * hourMs), 600 + 600 * (i % 4), tag);
    await (i % 3 === 0 ? logger.store(file) : logger.upload(file));
    if (i === asked) request = { names: [file.name], tag };
  }
  const broken = { tag: "measurement", fileName: "20261115_070000.osf" };
  await new HttpDevice(app.node.httpPort, token).contact("UPLOAD", "not a measurement", broken);
  const notes = encodeURIComponent("notes.txt");
  expectOk(await admin.post(`/api/devices/${id}/data-files?name=${notes}&tag=notes`, "bearing replaced"));
  expectOk(await admin.post(`/api/devices/${id}/request-files`, request));
}
