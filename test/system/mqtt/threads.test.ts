import mqtt from "mqtt";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectOk, startApp, type TestApp, type TestTenant } from "../../support/app.ts";
import { MqttJs, mqttDevice } from "../../support/mqtt-device.ts";
import { codeOf, connectPacket, publishPacket, RawMqtt } from "../../support/raw-mqtt.ts";

// The system shares connections out between the threads as it likes: what has to hold across threads is tried so often
// that it would be a miracle if all attempts had met the same thread.
const attempts = 12;

let app: TestApp;
let tenant: TestTenant;
let port: number;
beforeAll(async () => {
  app = await startApp({ HELIO_MQTT_THREADS: "2" });
  tenant = await app.firstTenant();
  port = app.node.mqttPort;
});
afterAll(() => app[Symbol.asyncDispose]());

const sessions = { clean: false, clientId: "kept", properties: { sessionExpiryInterval: 3_600 } };
const attributesTopic = "v1/devices/me/attributes";
const setShared = (id: string, values: object) =>
  tenant.admin.post(`/api/plugins/telemetry/DEVICE/${id}/attributes/SHARED_SCOPE`, values);

test("[MQ7] the newest connection wins whichever thread the old one is on", async () => {
  const { token } = await mqttDevice(app, tenant);
  const own = { clientId: "same" };
  let old = await RawMqtt.connected(port, token, 5, own);

  for (let attempt = 0; attempt < attempts; attempt++) {
    const newer = await RawMqtt.connected(port, token, 5, own);
    expect((await old.next("disconnect")).reasonCode).toBe(0x8e);
    old = newer;
  }

  expect(await old.isServed()).toBe(true);
  old.socket.destroy();
});

test("[MQ7] connections of one client that come all at once leave exactly one", async () => {
  const { token } = await mqttDevice(app, tenant);
  const raws = await Promise.all(Array.from({ length: attempts }, () => RawMqtt.open(port, 5)));

  for (const raw of raws) raw.send(connectPacket(token, 5, sessions));
  const left = () => raws.filter(({ socket }) => !socket.readableEnded && !socket.destroyed);
  await expect.poll(() => left().length).toBe(1);

  for (const raw of left()) {
    expect(codeOf(await raw.next("connack"))).toBe(0);
    expect(await raw.isServed()).toBe(true);
  }
  for (const { socket } of raws) socket.destroy();
});

test("[MQ7] a session and its queue follow the device from thread to thread", async () => {
  const { id, token } = await mqttDevice(app, tenant);
  const first = await RawMqtt.connected(port, token, 5, sessions);
  first.send({ cmd: "subscribe", messageId: 1, subscriptions: [{ topic: attributesTopic, qos: 1 }] });
  await first.next("suback");
  first.socket.resetAndDestroy();
  await first.closed;

  for (let n = 0; n < attempts; n++) {
    await setShared(id, { n });
    const raw = await RawMqtt.open(port, 5);
    raw.send(connectPacket(token, 5, sessions));
    expect((await raw.next("connack")).sessionPresent).toBe(true);
    const push = await raw.next("publish");
    expect(String(push.payload)).toBe(`{"n":${n}}`);
    raw.send({ cmd: "puback", messageId: push.messageId ?? 0 }, { cmd: "disconnect" });
    await raw.closed;
  }
});

test("[5: MQTT-3.1.3-9] a delayed will is held back when the device is back on another thread", async () => {
  const { id, token } = await mqttDevice(app, tenant);
  const will = { topic: "v1/devices/me/telemetry", payload: Buffer.from('{"gone":1}'), qos: 0 as const, retain: false };
  const delayed = { ...sessions, will: { ...will, properties: { willDelayInterval: 600 } } };

  for (let attempt = 0; attempt < attempts; attempt++) {
    const raw = await RawMqtt.connected(port, token, 5, delayed);
    raw.socket.resetAndDestroy();
    await raw.closed;
  }
  const atLast = await RawMqtt.connected(port, token, 5, delayed);
  atLast.socket.resetAndDestroy();
  await expect.poll(() => metric("wills_waiting")).toBe(1);
  await using back = await RawMqtt.connected(port, token, 5, sessions);

  expect(await metric("wills_waiting")).toBe(0);
  expect(await back.isServed()).toBe(true);
  const path = `/api/plugins/telemetry/DEVICE/${id}/values/timeseries`;
  expect((await tenant.admin.get(path)).json()).toEqual({});
});

test("[MQ6] a change reaches a device wherever it is connected; one before its subscription does not", async () => {
  for (let n = 0; n < attempts; n++) {
    const { id, token } = await mqttDevice(app, tenant);
    await using raw = await RawMqtt.connected(port, token);
    await setShared(id, { before: n });
    raw.send({ cmd: "subscribe", messageId: 1, subscriptions: [{ topic: attributesTopic, qos: 0 }] });
    await raw.next("suback");

    await setShared(id, { n });

    expect(String((await raw.next("publish")).payload)).toBe(`{"n":${n}}`);
  }
});

test("[MQ8] a rotated token closes the connection on any thread, and is refused on all", async () => {
  for (let attempt = 0; attempt < 2; attempt++) {
    const { id, token } = await mqttDevice(app, tenant);
    const raw = await RawMqtt.connected(port, token, 5);

    await tenant.admin.post("/api/device/credentials", { deviceId: { id }, credentialsId: `new-${token}` });

    expect((await raw.next("disconnect")).reasonCode).toBe(0x98);
    for (let again = 0; again < 2; again++) {
      await using refused = await RawMqtt.open(port, 5);
      refused.send(connectPacket(token, 5));
      expect(codeOf(await refused.next("connack"))).toBe(0x86);
    }
  }
});

test("[MQ9] the limit of a tenant holds over all threads: who is in debt by one device's doing, all are", async () => {
  const owner = await app.tenant();
  expectOk(await (await app.systemAdministrator()).put(`/api/tenants/${owner.id}/limits`, { tenantPoints: 1 }));
  const [first, ...others] = await Promise.all(Array.from({ length: attempts }, () => mqttDevice(app, owner)));
  if (!first) throw new Error("no device");
  const send = async ({ token }: { token: string }, points: number) => {
    const payload = JSON.stringify(Object.fromEntries(Array.from({ length: points }, (_, n) => [`k${n}`, n])));
    await using raw = await RawMqtt.connected(port, token, 5);
    raw.send(publishPacket(1, payload));
    await raw.next("puback");
  };
  const slowedDown =
    ({ id }: { id: string }) =>
    async () => {
      const range = "startTime=0&endTime=9999999999999&page=0&limit=10&kind=MESSAGE_REJECTED";
      return (await owner.admin.get(`/api/devices/${id}/communication/data?${range}`)).text;
    };
  const named = "more than 1 per second (tenantPoints)";

  await send(first, 1_000); // a quarter of an hour of debt
  await expect.poll(slowedDown(first)).toContain(named);

  for (const device of others) {
    await send(device, 1); // alone, it would be within the limit
    await expect.poll(slowedDown(device)).toContain(named);
  }
});

test("[MQ4] a bad message between good ones is refused alone, and acknowledgements keep their order", async () => {
  const { token } = await mqttDevice(app, tenant);
  await using raw = await RawMqtt.connected(port, token, 5);

  raw.send(publishPacket(1), publishPacket(2, "no json"), publishPacket(3), publishPacket(4, "{}", { topic: "x" }));

  const acks = [];
  for (let n = 0; n < 4; n++) acks.push(await raw.next("puback"));
  expect(acks.map(({ messageId, reasonCode }) => [messageId, reasonCode])).toEqual([
    [1, 0],
    [2, 0x99],
    [3, 0],
    [4, 0x90],
  ]);
});

test("metrics add up over the threads and the WebSockets of the HTTP port", async () => {
  const before = await metric("messages_in_total");
  const devices = await Promise.all(Array.from({ length: attempts }, () => mqttDevice(app, tenant)));
  for (const { token } of devices) {
    await using raw = await RawMqtt.connected(port, token);
    raw.send(publishPacket(1));
    await raw.next("puback");
  }
  const options = { username: devices[0]?.token ?? "", reconnectPeriod: 0 };
  await using webSocket = new MqttJs(await mqtt.connectAsync(`ws://127.0.0.1:${app.node.httpPort}/mqtt`, options));
  await webSocket.client.publishAsync("v1/devices/me/telemetry", '{"a":1}', { qos: 1 });

  expect((await metric("messages_in_total")) - before).toBe(attempts + 1);
});

const metric = async (name: string): Promise<number> => {
  const text = await app.platform.registry.metrics();
  return Number(new RegExp(`heliograph_mqtt_${name} (\\d+)`).exec(text)?.[1]);
};
