import type { FileRecord } from "@heliograph/contract";
import { HttpLogger, recordMeasurement, SimulatedDevice } from "@heliograph/device";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectOk, startApp, type TestApp, type TestTenant } from "../support/app.ts";

let app: TestApp;
let home: TestTenant;
beforeAll(async () => {
  app = await startApp();
  home = await app.firstTenant();
});
afterAll(() => app[Symbol.asyncDispose]());

async function arrange() {
  const { id } = (await app.device(home)).id;
  const { credentialsId } = (await home.admin.get(`/api/device/${id}/credentials`)).json<{ credentialsId: string }>();
  const files = async () =>
    (await home.admin.get(`/api/devices/${id}/data-files/original?includeRemote=true`)).json<{ data: FileRecord[] }>()
      .data;
  return { id, token: credentialsId, base: `http://127.0.0.1:${app.node.httpPort}`, files };
}

test("a logger of the library announces, lists and delivers real measurement files", async () => {
  const { id, token, base, files } = await arrange();
  const logger = new HttpLogger({ base: `${base}/my/prefix`, token, info: { serialNumber: "0042" } });
  const file = await recordMeasurement(new Date(Date.UTC(2026, 10, 15, 12)), 5);

  await logger.store(file);
  expect(await files()).toMatchObject([{ name: file.name, tag: "preview", storageStatus: 0 }]);
  const range = { startTime: "2026-11-15T00:00:00Z", endTime: "2026-11-16T00:00:00Z" };
  expectOk(await home.admin.post(`/api/devices/${id}/request-list`, range));
  expectOk(await home.admin.post(`/api/devices/${id}/request-files`, { names: [file.name] }));
  await logger.ping();

  expect(await files()).toMatchObject([{ name: file.name, storageStatus: 3, size: file.content.length }]);
  const commands = (await home.admin.get(`/api/devices/${id}/commands`)).json<{ data: { status: string }[] }>().data;
  expect(commands.map(({ status }) => status)).toEqual(["DONE", "DONE"]);
});

test("[RUN7] a simulated device is alive on both transports", async () => {
  const { id, token, base, files } = await arrange();
  const errors: unknown[] = [];
  const device = new SimulatedDevice({
    httpBase: base,
    mqttUrl: `mqtt://127.0.0.1:${app.node.mqttPort}`,
    token,
    serial: "7",
    everyMs: 10,
    fileAfter: 2,
    offlineChance: 0,
    onError: (error) => errors.push(error),
  });

  await device.start();
  while ((await files()).length < 2) await new Promise((resolve) => setTimeout(resolve, 50));
  await device.stop();

  expect(errors).toEqual([]);
  const latest = (await home.admin.get(`/api/plugins/telemetry/DEVICE/${id}/values/timeseries`)).json<object>();
  expect(Object.keys(latest)).toEqual(expect.arrayContaining(["speed", "temperature", "running"]));
});
