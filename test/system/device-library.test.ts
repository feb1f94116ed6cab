import type { FileRecord } from "@heliograph/contract";
import { badNetwork, connectMqttDevice, HttpLogger, recordMeasurement, SimulatedDevice } from "@heliograph/device";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectOk, startApp, type TestApp, type TestTenant } from "../support/app.ts";
import { sizeOf } from "../switches.ts";

let app: TestApp;
let home: TestTenant;
beforeAll(async () => {
  app = await startApp({ HELIO_COMMAND_TIMEOUT: "1s" });
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

/** Always the same sequence, so that a failure can be repeated. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const networks = Array.from({ length: sizeOf("HELIO_TEST_BAD_NETWORKS") }, (_, n) => n + 1);

test.each(networks)(
  "[CMD2, FILE6] over a network that drops and doubles, every file arrives once (run %i)",
  async (seed) => {
    const { id, token, base, files } = await arrange();
    const faults = { loseRequest: 0.25, loseAnswer: 0.25, duplicate: 0.25, delayMs: 5, random: randomFrom(seed) };
    let lost = 0;
    const logger = new HttpLogger({ base, token, send: badNetwork(faults) });
    const untilItWorks = async (work: () => Promise<void>) => {
      for (;;) {
        try {
          return await work();
        } catch (error) {
          expect(error).toMatchObject({ name: "NetworkFault" }); // the platform refused nothing
          lost++;
        }
      }
    };
    const recorded = await Promise.all(
      [0, 1, 2, 3].map((hour) => recordMeasurement(new Date(Date.UTC(2026, 10, 15, hour)), 1)),
    );

    for (const file of recorded) await untilItWorks(() => logger.store(file));
    const missing = async () => (await files()).filter(({ storageStatus }) => storageStatus !== 3);
    for (let left = await missing(); left.length > 0; left = await missing()) {
      // At first all of them; later those that were asked for five times in vain, as a user would.
      const names = left.filter(({ storageStatus }) => storageStatus === 0).map(({ name }) => name);
      if (names.length > 0) expectOk(await home.admin.post(`/api/devices/${id}/request-files`, { names }));
      await untilItWorks(() => logger.ping());
      await new Promise((resolve) => setTimeout(resolve, 20));
    }

    expect(lost).toBeGreaterThan(0);
    const held = new Map((await files()).map(({ name, size }) => [name, size]));
    expect(held).toEqual(new Map(recorded.map(({ name, content }) => [name, content.length])));
    const commands = (await home.admin.get(`/api/devices/${id}/commands?status=DONE`)).json<{
      totalElements: number;
    }>();
    expect(commands.totalElements).toBeGreaterThanOrEqual(recorded.length); // a late answer closes an older one, too
  },
);

test("[RUN7] what a simulated device measured while it was offline comes when it is back", async () => {
  const { id, token, base } = await arrange();
  const errors: unknown[] = [];
  const device = new SimulatedDevice({
    httpBase: base,
    mqttUrl: `mqtt://127.0.0.1:${app.node.mqttPort}`,
    token,
    serial: "8",
    everyMs: 5,
    fileAfter: 1_000,
    offlineChance: 1, // after every reading that it could send
    onError: (error) => errors.push(error),
  });
  const log = `/api/devices/${id}/communication/data?startTime=0&endTime=9000000000000&limit=100&page=0&kind=CONNECT`;
  const connects = async () => (await home.admin.get(log)).json<{ totalElements: number }>().totalElements;

  await device.start();
  await expect.poll(connects).toBeGreaterThan(3);
  await device.stop();

  expect(errors).toEqual([]);
  const history = `/api/plugins/telemetry/DEVICE/${id}/values/timeseries?keys=speed&startTs=0&endTs=9000000000000&limit=10000`;
  const points = (await home.admin.get(history)).json<{ speed: unknown[] }>().speed;
  expect(points.length).toBeGreaterThan(2 * 10); // each time offline has ten readings; with none of them there are four
});

test("the library hears of shared attributes, and answers calls", async () => {
  const { id, token } = await arrange();
  const heard: unknown[] = [];
  const device = await connectMqttDevice({
    url: `mqtt://127.0.0.1:${app.node.mqttPort}`,
    token,
    onCall: (method, params) => ({ method, params }),
    onAttributes: (changed) => heard.push(changed),
  });

  expectOk(await home.admin.post(`/api/plugins/telemetry/DEVICE/${id}/attributes/SHARED_SCOPE`, { interval: 5 }));
  const answer = await home.admin.post(`/api/rpc/twoway/${id}`, { method: "ping", params: { a: 1 } });
  await expect.poll(() => heard).toEqual([{ interval: 5 }]);
  const asked = await device.requestAttributes([], ["interval"]);
  await device.disconnect();

  expect(answer.json()).toEqual({ method: "ping", params: { a: 1 } });
  expect(asked).toEqual({ shared: { interval: 5 } });
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

test("[RUN6] a simulated device whose device was deleted ends when it is told to", async () => {
  const { id, token, base } = await arrange();
  const measured: number[] = [];
  const device = new SimulatedDevice({
    ...{ httpBase: base, mqttUrl: `mqtt://127.0.0.1:${app.node.mqttPort}`, token, serial: "SIM-9", everyMs: 20 },
    ...{ fileAfter: 0, offlineChance: 0, onError: () => undefined },
    reading: (seconds) => {
      measured.push(seconds);
      return { n: measured.length };
    },
  });
  await device.start();
  await expect.poll(() => measured.length).toBeGreaterThan(1);

  expectOk(await home.admin.delete(`/api/device/${id}`));
  await stillness(measured); // it waits for an acknowledgement that never comes
  const stopped = device.stop().then(() => "stopped");

  expect(await Promise.race([stopped, givenUp()])).toBe("stopped");
});

const givenUp = () => new Promise((resolve) => setTimeout(resolve, 30_000, "waits forever").unref());

/** Until nothing is measured any more for a while. */
async function stillness(measured: readonly number[]): Promise<void> {
  for (let before = -1; before !== measured.length; await new Promise((resolve) => setTimeout(resolve, 300)))
    before = measured.length;
}
