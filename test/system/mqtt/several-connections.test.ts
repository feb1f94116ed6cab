import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestApp, TestTenant } from "../../support/app.ts";
import { type MqttDevice, mqttDevice } from "../../support/mqtt-device.ts";
import { codeOf, connectPacket, RawMqtt, type Version } from "../../support/raw-mqtt.ts";
import { sharedApp } from "../../support/shared-app.ts";

let app: TestApp;
let tenant: TestTenant;
beforeAll(async () => {
  app = await sharedApp();
  tenant = await app.tenant();
});
afterAll(() => app[Symbol.asyncDispose]());

const kept = (clientId: string, version: Version = 4) => ({
  clientId,
  clean: false,
  ...(version === 5 && { properties: { sessionExpiryInterval: 3_600 } }),
});

const connected = ({ token }: MqttDevice, clientId: string, version: Version = 4) =>
  RawMqtt.connected(app.node.mqttPort, token, version, kept(clientId, version));

async function subscribed(device: MqttDevice, clientId: string, topic = "v1/devices/me/#"): Promise<RawMqtt> {
  const raw = await connected(device, clientId);
  raw.send({ cmd: "subscribe", messageId: 1, subscriptions: [{ topic, qos: 1 }] });
  await raw.next("suback");
  return raw;
}

const queueCall = ({ id }: MqttDevice, method = "m", oneway = true) =>
  tenant.admin.post(`/api/rpc/${oneway ? "oneway" : "twoway"}/${id}`, { method, persistent: true });

const statuses = async ({ id }: MqttDevice) =>
  (await tenant.admin.get(`/api/devices/${id}/commands`))
    .json<{ data: { status: string }[] }>()
    .data.map(({ status }) => status);

const published = async (raw: RawMqtt) => {
  const { topic, dup, messageId, payload } = await raw.next("publish");
  return { topic, dup, messageId, payload: String(payload) };
};

test("[MQ7] five connections with different client ids live together; the sixth pushes out the oldest", async () => {
  const device = await mqttDevice(app, tenant);
  const first = await connected(device, "1", 5);
  const others = [];
  for (const id of ["2", "3", "4", "5"]) others.push(await connected(device, id));
  expect(await first.isServed()).toBe(true);

  others.push(await connected(device, "6"));

  expect((await first.next("disconnect")).reasonCode).toBe(0x8e);
  for (const raw of others) expect(await raw.isServed()).toBe(true);
  for (const raw of others) await raw[Symbol.asyncDispose]();
});

test("[MQ7] the same client id again: the newest wins, the old one is told 0x8E", async () => {
  const device = await mqttDevice(app, tenant);
  const old = await connected(device, "same", 5);

  await using newer = await connected(device, "same", 5);

  expect((await old.next("disconnect")).reasonCode).toBe(0x8e);
  expect(await newer.isServed()).toBe(true);
});

test("[MQ7] a push goes to every connection that subscribed, a call to the newest subscriber only", async () => {
  const device = await mqttDevice(app, tenant);
  await using one = await subscribed(device, "one");
  await using two = await subscribed(device, "two");
  await using other = await connected(device, "not subscribed");

  await tenant.admin.post(`/api/plugins/telemetry/DEVICE/${device.id}/attributes/SHARED_SCOPE`, { a: 1 });
  expect([(await published(one)).payload, (await published(two)).payload]).toEqual(['{"a":1}', '{"a":1}']);
  await queueCall(device);

  expect((await published(two)).topic).toContain("/rpc/request/");
  expect(await one.isServed()).toBe(true);
  expect(await other.isServed()).toBe(true);
});

test("[MQ7] when the newest subscriber leaves, calls go to the one before", async () => {
  const device = await mqttDevice(app, tenant);
  await using one = await subscribed(device, "one");
  const two = await subscribed(device, "two");
  two.send({ cmd: "unsubscribe", messageId: 2, unsubscriptions: ["v1/devices/me/#"] });
  await two.next("unsuback");

  await queueCall(device);
  expect((await published(one)).topic).toContain("/rpc/request/");
  await two[Symbol.asyncDispose]();
});

test("[MQ7] a call that was not acknowledged comes again with DUP under its identifier: the same sending [CMD2]", async () => {
  const device = await mqttDevice(app, tenant);
  const before = await subscribed(device, "kept");
  await queueCall(device, "first");
  await queueCall(device, "second");
  const [first, second] = [await published(before), await published(before)];
  expect([first.dup, second.dup]).toEqual([false, false]);
  before.send({ cmd: "puback", messageId: second.messageId ?? 0 });
  await before.isServed();
  await before[Symbol.asyncDispose]();

  await using after = await connected(device, "kept");
  const again = await published(after);
  expect(again).toEqual({ ...first, dup: true });
  after.send({ cmd: "puback", messageId: again.messageId ?? 0 });

  await expect.poll(() => statuses(device)).toEqual(["DONE", "DONE"]);
  await queueCall(device, "third");
  expect((await published(after)).dup).toBe(false);
});

test("[MQ7] what was acknowledged does not come again, nor does it in another session", async () => {
  const device = await mqttDevice(app, tenant);
  const before = await subscribed(device, "kept");
  await queueCall(device, "answered later", false);
  const { messageId } = await published(before);
  before.send({ cmd: "puback", messageId: messageId ?? 0 });
  await before.isServed();
  await queueCall(device, "not acknowledged", false);
  const lost = await published(before);
  await before[Symbol.asyncDispose]();

  await using elsewhere = await subscribed(device, "another");
  expect(await elsewhere.isServed()).toBe(true);
  await using after = await connected(device, "kept");

  expect(await published(after)).toEqual({ ...lost, dup: true });
  expect(await after.isServed()).toBe(true);
});

test("[MQ7] a will that waited for a keep-alive is stamped with the last packet: newer data stay the latest", async () => {
  const device = await mqttDevice(app, tenant);
  const will = { topic: "v1/devices/me/telemetry", payload: Buffer.from('{"state":"gone"}'), qos: 1, retain: false };
  const silent = await RawMqtt.connected(app.node.mqttPort, device.token, 4, { clientId: "old", keepalive: 1, will });
  await using newer = await connected(device, "new");
  newer.send({
    ...{ cmd: "publish", topic: "v1/devices/me/telemetry", qos: 1, messageId: 1, dup: false, retain: false },
    payload: '{"state":"here"}',
  });
  await newer.next("puback");

  await silent.closed;
  const history = async () =>
    (
      await tenant.admin.get(
        `/api/plugins/telemetry/DEVICE/${device.id}/values/timeseries?keys=state&startTs=0&endTs=9000000000000`,
      )
    ).json<{ state: { ts: number; value: string }[] }>().state;
  while ((await history()).length < 2) await sleep(20);

  expect((await history()).map(({ value }) => value)).toEqual(["here", "gone"]); // newest first
});

test("[MQ7] CONNACK announces that nothing is retained", async () => {
  const { token } = await mqttDevice(app, tenant);
  await using raw = await RawMqtt.open(app.node.mqttPort, 5);
  raw.send(connectPacket(token, 5));

  const answer = await raw.next("connack");

  expect(codeOf(answer)).toBe(0);
  expect(answer.properties?.retainAvailable).toBe(false);
});
