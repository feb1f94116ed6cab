import { setTimeout as sleep } from "node:timers/promises";
import type { CommandRecord } from "@heliograph/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectOk, type OwnTenant, type TestApp } from "../../support/app.ts";
import { connectMqttJs, type MqttDevice, mqttDevice } from "../../support/mqtt-device.ts";
import { publishPacket, RawMqtt } from "../../support/raw-mqtt.ts";
import { sharedApp } from "../../support/shared-app.ts";

let app: TestApp;
let tenant: OwnTenant;
let device: MqttDevice;

beforeAll(async () => {
  app = await sharedApp();
  tenant = await app.tenant();
  device = await mqttDevice(app, tenant);
});
afterAll(() => app[Symbol.asyncDispose]());

const requests = "v1/devices/me/rpc/request/+";
const idOf = (topic: string): string => topic.split("/").at(-1) ?? "";
const call = (way: "oneway" | "twoway", body: object, id = device.id) =>
  tenant.admin.post(`/api/rpc/${way}/${id}`, body);
const commands = async (id = device.id) =>
  expectOk(await tenant.admin.get(`/api/devices/${id}/commands?limit=1000`)).json<{ data: CommandRecord[] }>().data;

test("[MQ6] a two-way call reaches the device and its answer comes back as it was sent", async () => {
  await using connection = await connectMqttJs(app, device.token);
  await connection.client.subscribeAsync(requests, { qos: 1 });
  const answered = call("twoway", { method: "setRelay", params: { on: true }, timeout: 20_000 });

  const { topic, payload } = await connection.next();
  await connection.client.publishAsync(`v1/devices/me/rpc/response/${idOf(topic)}`, '{"ok":12345678901234567890}', {
    qos: 1,
  });

  expect(JSON.parse(payload)).toEqual({ method: "setRelay", params: { on: true } });
  expect(idOf(topic)).toMatch(/^[1-9]\d{0,9}$/);
  expect((await answered).text).toBe('{"ok":12345678901234567890}');
  const [newest] = await commands();
  expect(newest).toMatchObject({ type: "RPC", status: "DONE", createdBy: tenant.username, attempts: 1 });
});

test.each([0, 1] as const)("[MQ6] a one-way call is answered when the device has it (QoS %i)", async (qos) => {
  await using connection = await connectMqttJs(app, device.token);
  await connection.client.subscribeAsync(requests, { qos });

  const answer = await call("oneway", { method: "blink", timeout: 20_000 });

  expect(answer.status).toBe(200);
  expect(JSON.parse((await connection.next()).payload)).toEqual({ method: "blink", params: {} });
});

test("[API2] a device that is away or does not answer is a 504, and the call is over", async () => {
  const own = await mqttDevice(app, tenant);
  const away = await call("twoway", { method: "m", timeout: 200 }, own.id);
  await using connection = await connectMqttJs(app, own.token);
  await connection.client.subscribeAsync(requests, { qos: 1 });
  const silent = await call("twoway", { method: "m", timeout: 3_000 }, own.id);

  expect([away.status, silent.status]).toEqual([504, 504]);
  await expect.poll(async () => (await commands(own.id)).map(({ status }) => status)).toEqual(["FAILED", "EXPIRED"]);
  expect(connection.received).toHaveLength(1);
});

test("[CMD2] a persistent call waits for the device, goes out once, and its answer is kept", async () => {
  const own = await mqttDevice(app, tenant);
  const { rpcId } = (await call("twoway", { method: "later", persistent: true }, own.id)).json<{ rpcId: string }>();
  await using connection = await connectMqttJs(app, own.token);
  await connection.client.subscribeAsync("v1/devices/me/#", { qos: 1 });

  const { topic } = await connection.next();
  await connection.client.publishAsync(`v1/devices/me/rpc/response/${idOf(topic)}`, "not even JSON", { qos: 1 });

  const [command] = await commands(own.id);
  expect(command).toMatchObject({ id: { id: rpcId }, status: "DONE", answer: "not even JSON" });
});

test("[CMD2] more calls than a device acknowledges at once wait in the queue, and each arrives once", async () => {
  const own = await mqttDevice(app, tenant);
  const count = 300;
  for (let n = 0; n < count; n++) await call("oneway", { method: `m${n}`, persistent: true }, own.id);
  await using raw = await RawMqtt.connected(app.node.mqttPort, own.token);
  raw.send({ cmd: "subscribe", messageId: 1, subscriptions: [{ topic: requests, qos: 1 }] });
  await raw.next("suback");

  const first = await raw.next("publish");
  const queued = async () => (await commands(own.id)).filter(({ status }) => status === "QUEUED").length;
  await expect.poll(queued).toBe(count - 32); // the window
  await sleep(200);
  expect(await queued()).toBe(count - 32); // and no more
  const methods = [];
  for (let packet = first; methods.length < count; ) {
    methods.push(JSON.parse(packet.payload.toString()).method);
    raw.send({ cmd: "puback", messageId: packet.messageId ?? 0 });
    if (methods.length < count) packet = await raw.next("publish");
  }

  expect(methods).toEqual(Array.from({ length: count }, (_, n) => `m${n}`));
  await expect.poll(async () => (await commands(own.id)).every(({ status }) => status === "DONE")).toBe(true);
});

test.each([0, 1] as const)("[CMD2] a one-way call larger than the device takes has failed (QoS %i)", async (qos) => {
  const own = await mqttDevice(app, tenant);
  await using raw = await RawMqtt.connected(app.node.mqttPort, own.token, 5, {
    properties: { maximumPacketSize: 200 },
  });
  raw.send({ cmd: "subscribe", messageId: 1, subscriptions: [{ topic: requests, qos }] });
  await raw.next("suback");

  const refused = await call("oneway", { method: "m", params: "x".repeat(300), timeout: 20_000 }, own.id);

  expect(refused.status).toBe(504);
  expect(refused.text).toContain("larger than the packets the device takes");
  expect((await commands(own.id))[0]).toMatchObject({
    status: "FAILED",
    error: "the call is larger than the packets the device takes",
    answer: null,
    answeredTime: null,
  });
});

test("[CMD2] a call can be queued as a command and cancelled before the device comes", async () => {
  const own = await mqttDevice(app, tenant);
  const path = `/api/devices/${own.id}/commands`;
  const queued = await tenant.admin.post(path, { type: "RPC", method: "never", params: [1] });
  const { id } = queued.json<CommandRecord>();

  const cancelled = await tenant.admin.delete(`${path}/${id.id}`);
  const again = await tenant.admin.delete(`${path}/${id.id}`);
  await using connection = await connectMqttJs(app, own.token);
  await connection.client.subscribeAsync(requests, { qos: 1 });
  await call("oneway", { method: "now", timeout: 20_000 }, own.id);

  expect(queued.status).toBe(202);
  expect(cancelled.json<CommandRecord>()).toMatchObject({
    status: "CANCELLED",
    parameters: { method: "never", params: [1] },
  });
  expect(again.status).toBe(409);
  expect(JSON.parse((await connection.next()).payload)).toMatchObject({ method: "now" });
});

test("[CMD2] scripts and SCPI wait for device HTTP: MQTT does not deliver them", async () => {
  const own = await mqttDevice(app, tenant);
  const path = `/api/devices/${own.id}/commands`;
  await tenant.admin.post(path, { type: "SCPI", text: "*IDN?", target: "app" });
  await tenant.admin.post(path, { type: "SCRIPT", text: "uptime" });
  await using connection = await connectMqttJs(app, own.token);
  await connection.client.subscribeAsync(requests, { qos: 1 });
  await call("oneway", { method: "now", timeout: 20_000 }, own.id);

  expect(JSON.parse((await connection.next()).payload)).toMatchObject({ method: "now" });
  const filtered = await tenant.admin.get(`${path}?status=QUEUED&type=SCPI`);
  expect(filtered.json<{ data: CommandRecord[] }>().data.map(({ parameters }) => parameters)).toEqual([
    { target: "app", text: "*IDN?" },
  ]);
});

test.each([
  ["no method", { params: 1 }],
  ["a timeout of nothing", { method: "m", timeout: 0 }],
  ["an expiration in the past", { method: "m", persistent: true, expirationTime: 5 }],
])("[API7] a call with %s is a 400", async (_, body) => {
  expect((await call("twoway", body)).status).toBe(400);
});

test("[API3] another tenant's device cannot be called, nor its commands seen", async () => {
  const stranger = await app.tenant();

  expect((await stranger.admin.post(`/api/rpc/oneway/${device.id}`, { method: "m" })).status).toBe(404);
  expect((await stranger.admin.get(`/api/devices/${device.id}/commands`)).status).toBe(404);
  expect((await stranger.admin.post(`/api/devices/${device.id}/commands`, { type: "SCRIPT", text: "x" })).status).toBe(
    404,
  );
});

test("[MQ6] getSessionLimits is answered, other methods of devices with an error", async () => {
  await using connection = await connectMqttJs(app, device.token);
  await connection.client.subscribeAsync("v1/devices/me/rpc/response/+", { qos: 1 });

  await connection.client.publishAsync("v1/devices/me/rpc/request/5", '{"method":"getSessionLimits","params":{}}', {
    qos: 1,
  });
  await connection.client.publishAsync("v1/devices/me/rpc/request/6", '{"method":"fly"}', { qos: 1 });

  const [limits, other] = [await connection.next(), await connection.next()];
  expect(limits.topic).toBe("v1/devices/me/rpc/response/5");
  expect(JSON.parse(limits.payload)).toEqual({ maxPayloadSize: 262113, maxInflightMessages: 1000, rateLimits: {} });
  expect(JSON.parse(other.payload)).toHaveProperty("error");
});

test.each([4, 5] as const)("[MQ6] the promised payload fits, one byte more does not (level %i)", async (version) => {
  const own = await mqttDevice(app, tenant);
  await using raw = await RawMqtt.connected(app.node.mqttPort, own.token, version);
  raw.send(publishPacket(1, '{"method":"getSessionLimits"}', { topic: "v1/devices/me/rpc/request/1", qos: 0 }));
  const { maxPayloadSize } = JSON.parse(String((await raw.next("publish")).payload));
  const payloadOf = (bytes: number) => `{"a":1${" ".repeat(bytes - '{"a":1}'.length)}}`;

  raw.send(publishPacket(1, payloadOf(maxPayloadSize)));
  expect((await raw.next("puback")).messageId).toBe(1);
  raw.send(publishPacket(2, payloadOf(maxPayloadSize + 1)));

  if (version === 5) expect((await raw.next("disconnect")).reasonCode).toBe(0x95);
  await raw.closed;
});

test("[MQ6] getSessionLimits tells what the device's tenant may send, as it is now", async () => {
  const limited = await app.tenant();
  const { token } = await mqttDevice(app, limited);
  await using connection = await connectMqttJs(app, token);
  await connection.client.subscribeAsync("v1/devices/me/rpc/response/+", { qos: 1 });
  const limits = { deviceMessages: 900, tenantMessages: 500, devicePoints: 7_000 };
  expectOk(await (await app.systemAdministrator()).put(`/api/tenants/${limited.id}/limits`, limits));

  await connection.client.publishAsync("v1/devices/me/rpc/request/1", '{"method":"getSessionLimits"}', { qos: 1 });

  expect(JSON.parse((await connection.next()).payload)).toMatchObject({
    rateLimits: { messages: "500:1", telemetryMessages: "500:1", telemetryDataPoints: "7000:1" },
  });
});

test("[MQ4] an answer to a call nobody made is acknowledged and on record", async () => {
  const own = await mqttDevice(app, tenant);
  await using connection = await connectMqttJs(app, own.token);

  await connection.client.publishAsync("v1/devices/me/rpc/response/4711", "{}", { qos: 1 });

  const log = await tenant.admin.get(
    `/api/devices/${own.id}/communication/data?startTime=0&endTime=9999999999999&limit=-1&page=0&kind=MESSAGE_REJECTED`,
  );
  expect(log.json<{ data: { error: string }[] }>().data[0]?.error).toContain("No call 4711");
});
