import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startApp, type TestApp, type TestTenant } from "../../support/app.ts";
import { mqttDevice } from "../../support/mqtt-device.ts";
import { connectPacket, publishPacket, RawMqtt, type Version } from "../../support/raw-mqtt.ts";
import { sharedApp } from "../../support/shared-app.ts";

let app: TestApp;
let tenant: TestTenant;
beforeAll(async () => {
  app = await sharedApp();
  tenant = await app.tenant();
});
afterAll(() => app[Symbol.asyncDispose]());

const push = "v1/devices/me/attributes";
const setShared = (id: string, values: object) =>
  tenant.admin.post(`/api/plugins/telemetry/DEVICE/${id}/attributes/SHARED_SCOPE`, values);
const kept = (version: Version) => ({
  clean: false,
  clientId: "kept",
  ...(version === 5 && { properties: { sessionExpiryInterval: 3_600 } }),
});

async function open(token: string, version: Version, more: object = {}): Promise<{ raw: RawMqtt; present: boolean }> {
  const raw = await RawMqtt.open(app.node.mqttPort, version);
  raw.send(connectPacket(token, version, { ...kept(version), ...more }));
  return { raw, present: (await raw.next("connack")).sessionPresent };
}

const subscribed = async (token: string, version: Version): Promise<RawMqtt> => {
  const { raw } = await open(token, version);
  raw.send({ cmd: "subscribe", messageId: 1, subscriptions: [{ topic: push, qos: 1 }] });
  await raw.next("suback");
  return raw;
};

const leave = async (raw: RawMqtt): Promise<void> => {
  raw.send({ cmd: "disconnect" });
  await raw.closed;
};

describe.each([4, 5] as const)("level %i", (version) => {
  test("[MQ7] pushes wait for an absent device, come in order, and session-present tells the truth", async () => {
    const { id, token } = await mqttDevice(app, tenant);
    await leave(await subscribed(token, version));
    for (const a of [1, 2, 3]) await setShared(id, { a });

    const { raw, present } = await open(token, version);

    expect(present).toBe(true);
    const pushes = [await raw.next("publish"), await raw.next("publish"), await raw.next("publish")];
    expect(pushes.map(({ payload, dup }) => [String(payload), dup])).toEqual([
      ['{"a":1}', false],
      ['{"a":2}', false],
      ['{"a":3}', false],
    ]);
    await leave(raw);
  });

  test("[MQTT-4.4.0-1] what was not acknowledged comes again under its identifier, marked as a repetition", async () => {
    const { id, token } = await mqttDevice(app, tenant);
    const first = await subscribed(token, version);
    await setShared(id, { a: 1 });
    await setShared(id, { a: 2 });
    const [one, two] = [await first.next("publish"), await first.next("publish")];
    first.send({ cmd: "puback", messageId: one.messageId ?? 0 });
    expect(await first.isServed()).toBe(true);
    await leave(first);

    const { raw } = await open(token, version);

    const again = await raw.next("publish");
    expect([again.messageId, String(again.payload), again.dup]).toEqual([two.messageId, '{"a":2}', true]);
    raw.send({ cmd: "puback", messageId: again.messageId ?? 0 });
    expect(await raw.isServed()).toBe(true);
    await leave(raw);
    await setShared(id, { a: 3 });
    const third = await open(token, version);
    expect(String((await third.raw.next("publish")).payload)).toBe('{"a":3}');
  });

  test("[MQTT-3.1.2-6] a clean start forgets the session", async () => {
    const { id, token } = await mqttDevice(app, tenant);
    await leave(await subscribed(token, version));
    await setShared(id, { a: 1 });

    const clean = await open(token, version, { clean: true, properties: {} });
    await leave(clean.raw);
    const after = await open(token, version);
    after.raw.send({ cmd: "subscribe", messageId: 1, subscriptions: [{ topic: push, qos: 1 }] });
    await after.raw.next("suback");
    await setShared(id, { a: 2 });

    expect([clean.present, after.present]).toEqual([false, false]);
    expect(String((await after.raw.next("publish")).payload)).toBe('{"a":2}');
  });

  test("[MQTT-4.3.3-2] a QoS 2 message that was stored is not stored again after a reconnect", async () => {
    const { id, token } = await mqttDevice(app, tenant);
    const { raw } = await open(token, version);
    raw.send(publishPacket(9, '{"ts":1000,"values":{"n":1}}', { qos: 2 }));
    await raw.next("pubrec");
    await leave(raw);

    const { raw: again } = await open(token, version);
    again.send(publishPacket(9, '{"ts":2000,"values":{"n":2}}', { qos: 2, dup: true }));
    await again.next("pubrec");
    again.send({ cmd: "pubrel", messageId: 9 });
    await again.next("pubcomp");

    const read = await tenant.admin.get(
      `/api/plugins/telemetry/DEVICE/${id}/values/timeseries?keys=n&startTs=0&endTs=9000`,
    );
    expect(read.json<Record<string, unknown[]>>()["n"]).toEqual([{ ts: 1000, value: "1" }]);
  });
});

test("[MQ7] the same client id on another device is another session", async () => {
  const [a, b] = [await mqttDevice(app, tenant), await mqttDevice(app, tenant)];
  await leave(await subscribed(a.token, 4));

  expect((await open(b.token, 4)).present).toBe(false);
});

test("[5: 3.14.2.2.2] DISCONNECT can end the session", async () => {
  const { token } = await mqttDevice(app, tenant);
  const raw = await subscribed(token, 5);
  raw.send({ cmd: "disconnect", reasonCode: 0, properties: { sessionExpiryInterval: 0 } });
  await raw.closed;
  await sleep(50);

  expect((await open(token, 5)).present).toBe(false);
});

test("[MQ7] a window of the client is honoured: no more pushes than it takes are in flight [MQTT-3.3.4-7]", async () => {
  const { id, token } = await mqttDevice(app, tenant);
  await leave(await subscribed(token, 5));
  for (let a = 1; a <= 5; a++) await setShared(id, { a });

  const { raw } = await open(token, 5, { properties: { sessionExpiryInterval: 3_600, receiveMaximum: 2 } });
  const first = [await raw.next("publish"), await raw.next("publish")];
  expect(await raw.isServed()).toBe(true);
  for (const { messageId } of first) raw.send({ cmd: "puback", messageId: messageId ?? 0 });

  expect(String((await raw.next("publish")).payload)).toBe('{"a":3}');
});

test("[5: MQTT-3.1.2-25] a push larger than the client takes is left out", async () => {
  const { id, token } = await mqttDevice(app, tenant);
  await using raw = await RawMqtt.connected(app.node.mqttPort, token, 5, { properties: { maximumPacketSize: 100 } });
  raw.send({ cmd: "subscribe", messageId: 1, subscriptions: [{ topic: push, qos: 1 }] });
  await raw.next("suback");
  await setShared(id, { a: "x".repeat(200) });
  await setShared(id, { a: "short" });

  expect(String((await raw.next("publish")).payload)).toBe('{"a":"short"}');
});

test("[REL1] sessions and their queue survive a restart of the node", async () => {
  await using folder = await (await import("../../support/temp-folder.ts")).tempFolder();
  const first = await startApp({ HELIO_DATA_DIR: folder.path });
  const owner = await first.firstTenant();
  const { id, token } = await mqttDevice(first, owner);
  const raw = await RawMqtt.connected(first.node.mqttPort, token, 4, kept(4));
  raw.send({ cmd: "subscribe", messageId: 1, subscriptions: [{ topic: push, qos: 1 }] });
  await raw.next("suback");
  await leave(raw);
  await owner.admin.post(`/api/plugins/telemetry/DEVICE/${id}/attributes/SHARED_SCOPE`, { a: 1 });
  await first[Symbol.asyncDispose]();

  await using second = await startApp({ HELIO_DATA_DIR: folder.path });
  const back = await RawMqtt.open(second.node.mqttPort, 4);
  back.send(connectPacket(token, 4, kept(4)));

  expect((await back.next("connack")).sessionPresent).toBe(true);
  expect(String((await back.next("publish")).payload)).toBe('{"a":1}');
});

describe("wills", () => {
  const latest = async (id: string) =>
    (await tenant.admin.get(`/api/plugins/telemetry/DEVICE/${id}/values/timeseries`)).json<Record<string, unknown>>();
  const will = { topic: "v1/devices/me/telemetry", payload: Buffer.from('{"gone":1}'), qos: 1, retain: false };
  const willsWaiting = async () =>
    Number(/heliograph_mqtt_wills_waiting (\d+)/.exec(await app.platform.registry.metrics())?.[1]);

  test("[MQTT-3.1.2-8] the will is published when the connection breaks", async () => {
    const { id, token } = await mqttDevice(app, tenant);
    const raw = await RawMqtt.connected(app.node.mqttPort, token, 4, { will });

    raw.socket.resetAndDestroy();

    await expect.poll(() => latest(id)).toHaveProperty("gone");
  });

  test("[MQTT-3.14.4-3] DISCONNECT discards the will; in version 5 it may ask for it with 0x04", async () => {
    const [quiet, loud] = [await mqttDevice(app, tenant), await mqttDevice(app, tenant)];
    const first = await RawMqtt.connected(app.node.mqttPort, quiet.token, 5, { will });
    const second = await RawMqtt.connected(app.node.mqttPort, loud.token, 5, { will });

    first.send({ cmd: "disconnect", reasonCode: 0 });
    second.send({ cmd: "disconnect", reasonCode: 4 });

    await expect.poll(() => latest(loud.id)).toHaveProperty("gone");
    expect(await latest(quiet.id)).toEqual({});
  });

  test("[5: MQTT-3.1.3-9] a delayed will is not published when the device is back before", async () => {
    const { id, token } = await mqttDevice(app, tenant);
    const delayed = { ...will, properties: { willDelayInterval: 600 } };
    const { raw } = await open(token, 5, { will: delayed });
    raw.socket.resetAndDestroy();
    await expect.poll(willsWaiting).toBe(1);

    const { raw: back } = await open(token, 5);

    expect(await willsWaiting()).toBe(0);
    expect(await latest(id)).toEqual({});
    expect(await back.isServed()).toBe(true);
  });

  test("[DEV3] a delayed will goes with its device", async () => {
    const { id, token } = await mqttDevice(app, tenant);
    const { raw } = await open(token, 5, { will: { ...will, properties: { willDelayInterval: 600 } } });
    raw.socket.resetAndDestroy();
    await expect.poll(willsWaiting).toBe(1);

    await tenant.admin.delete(`/api/device/${id}`);

    expect(await willsWaiting()).toBe(0);
  });
});
