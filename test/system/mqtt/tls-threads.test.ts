import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { connect } from "node:tls";
import mqtt, { type MqttClient } from "mqtt";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectOk, startApp, type TestApp, type TestTenant } from "../../support/app.ts";
import { selfSignedCertificate } from "../../support/certificate.ts";
import { mqttDevice } from "../../support/mqtt-device.ts";
import { type TempFolder, tempFolder } from "../../support/temp-folder.ts";

/** The threads share the port: so many connections meet both. */
const meetsBothThreads = 12;

let [folder, others]: TempFolder[] = [];
let app: TestApp;
let home: TestTenant;
beforeAll(async () => {
  [folder, others] = [await tempFolder(), await tempFolder()];
  const { cert, key } = selfSignedCertificate(folder.path);
  selfSignedCertificate(others.path);
  const tls = { HELIO_TLS_CERT: cert, HELIO_TLS_KEY: key, HELIO_TLS_RELOAD: "100ms" };
  app = await startApp({ ...tls, HELIO_MQTT_THREADS: "2" });
  home = await app.firstTenant();
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await folder?.[Symbol.asyncDispose]();
  await others?.[Symbol.asyncDispose]();
});

async function serialOf(port: number | undefined): Promise<string> {
  const socket = connect({ host: "127.0.0.1", port: port ?? 0, rejectUnauthorized: false });
  await once(socket, "secureConnect");
  const { serialNumber } = socket.getPeerCertificate();
  socket.destroy();
  return serialNumber;
}

/** Of every door and every thread behind it. */
const serials = async (): Promise<ReadonlySet<string>> => {
  const { httpsPort, mqttTlsPort } = app.node;
  const ports = [httpsPort, ...Array.from({ length: meetsBothThreads }, () => mqttTlsPort)];
  return new Set(await Promise.all(ports.map(serialOf)));
};

const urls = () => [`wss://127.0.0.1:${app.node.httpsPort}/mqtt`, `mqtts://127.0.0.1:${app.node.mqttTlsPort}`];

async function timesOf(device: string): Promise<number[]> {
  const query = "keys=n&startTs=0&endTs=100&orderBy=ASC";
  const stored = await home.admin.get(`/api/plugins/telemetry/DEVICE/${device}/values/timeseries?${query}`);
  return expectOk(stored)
    .json<{ n: { ts: number }[] }>()
    .n.map(({ ts }) => ts);
}

/** A connection of mqtt.js that is never made twice. */
const connected = (url: string, token: string): Promise<MqttClient> =>
  mqtt.connectAsync(url, {
    username: token,
    clientId: `test-${randomUUID()}`,
    reconnectPeriod: 0,
    rejectUnauthorized: false,
  });

test("[RUN13] with transport threads a new certificate is seen over TLS and WebSockets; who is connected stays so", async () => {
  const [device, another] = [await mqttDevice(app, home), await mqttDevice(app, home)]; // one may have five connections
  const before = await serials();
  const old = await Promise.all(urls().flatMap((url) => [connected(url, device.token), connected(url, device.token)]));
  const closed: string[] = [];
  for (const client of old) client.once("close", () => closed.push(client.options.protocol ?? ""));

  for (const file of ["cert.pem", "key.pem"])
    copyFileSync(join(others?.path ?? "", file), join(folder?.path ?? "", file));
  await expect.poll(async () => [...(await serials())].filter((one) => before.has(one))).toEqual([]);
  const fresh = await Promise.all(urls().map((url) => connected(url, another.token)));

  expect(before.size).toBe(1);
  expect((await serials()).size).toBe(1);
  const all = [...old, ...fresh];
  for (const [n, client] of all.entries()) {
    await client.publishAsync("v1/devices/me/telemetry", JSON.stringify({ ts: n + 1, values: { n } }), { qos: 1 });
  }
  expect(closed).toEqual([]);
  expect([await timesOf(device.id), await timesOf(another.id)]).toEqual([
    [1, 2, 3, 4],
    [5, 6],
  ]);
  for (const client of all) await client.endAsync(true);
});
