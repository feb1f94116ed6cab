import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestApp, TestTenant } from "../../support/app.ts";
import { connectMqttJs, type MqttDevice, mqttDevice } from "../../support/mqtt-device.ts";
import { RawMqtt } from "../../support/raw-mqtt.ts";
import { sharedApp } from "../../support/shared-app.ts";

let app: TestApp;
let tenant: TestTenant;
let device: MqttDevice;

beforeAll(async () => {
  app = await sharedApp();
  tenant = await app.tenant();
  device = await mqttDevice(app, tenant);
  await setShared({ limit: 5, name: "ä", big: 1 });
});
afterAll(() => app[Symbol.asyncDispose]());

const path = (scope: string, id = device.id) => `/api/plugins/telemetry/DEVICE/${id}/attributes/${scope}`;
const setShared = (values: object | string, id = device.id) => tenant.admin.post(path("SHARED_SCOPE", id), values);
const push = "v1/devices/me/attributes";
const request = "v1/devices/me/attributes/request/";
const response = "v1/devices/me/attributes/response/";

test("[TEL6] attributes a device publishes are its client attributes, readable when acknowledged", async () => {
  await using connection = await connectMqttJs(app, device.token);

  await connection.client.publishAsync(push, '{"firmware":"2.1","nested":{"a":[1]}}', { qos: 1 });

  const read = await tenant.admin.get(`/api/plugins/telemetry/DEVICE/${device.id}/values/attributes/CLIENT_SCOPE`);
  expect(read.json<{ key: string; value: unknown }[]>().map(({ key, value }) => [key, value])).toEqual([
    ["firmware", "2.1"],
    ["nested", { a: [1] }],
  ]);
});

test.each([
  ["all of both scopes", "{}", { client: { mine: 1 }, shared: { limit: 5, name: "ä", big: 1 } }],
  ["an empty payload, too", "", { client: { mine: 1 }, shared: { limit: 5, name: "ä", big: 1 } }],
  [
    "named keys",
    '{"clientKeys":"mine,unknown","sharedKeys":"limit, name"}',
    { client: { mine: 1 }, shared: { limit: 5, name: "ä" } },
  ],
  ["one scope only", '{"sharedKeys":"limit"}', { shared: { limit: 5 } }],
  ["nothing found", '{"clientKeys":"unknown"}', {}],
])("[MQ5] an attribute request is answered on its own topic: %s", async (_, payload, answer) => {
  const own = await mqttDevice(app, tenant);
  await setShared({ limit: 5, name: "ä", big: 1 }, own.id);
  await using connection = await connectMqttJs(app, own.token);
  await connection.client.publishAsync(push, '{"mine":1}', { qos: 1 });
  await connection.client.subscribeAsync(`${response}+`, { qos: 1 });

  await connection.client.publishAsync(`${request}any-Segment 7`, payload, { qos: 1 });

  const reply = await connection.next();
  expect(reply.topic).toBe(`${response}any-Segment 7`);
  expect(JSON.parse(reply.payload)).toEqual(answer);
});

test("[MQ5] the answer comes even without a subscription", async () => {
  await using raw = await RawMqtt.connected(app.node.mqttPort, device.token);

  raw.send({
    cmd: "publish",
    topic: `${request}1`,
    payload: '{"sharedKeys":"limit"}',
    qos: 0,
    dup: false,
    retain: false,
  });

  const reply = await raw.next("publish");
  expect([reply.topic, String(reply.payload)]).toEqual([`${response}1`, '{"shared":{"limit":5}}']);
});

test("[MQ4] an attribute request that is no object is refused, in version 5 with 0x99", async () => {
  await using raw = await RawMqtt.connected(app.node.mqttPort, device.token, 5);

  raw.send({ cmd: "publish", topic: `${request}1`, payload: "[]", qos: 1, messageId: 1, dup: false, retain: false });

  expect((await raw.next("puback")).reasonCode).toBe(0x99);
});

test.each([4, 5] as const)(
  "[MQ6] changes and deletions of shared attributes reach a device that subscribed (level %i)",
  async (protocolVersion) => {
    const own = await mqttDevice(app, tenant);
    await using connection = await connectMqttJs(app, own.token, { protocolVersion });
    await connection.client.subscribeAsync(push, { qos: 1 });

    await setShared('{"a":9223372036854775807,"b":true}', own.id);
    await tenant.admin.post(path("SERVER_SCOPE", own.id), { secret: 1 });
    await tenant.admin.delete(`/api/plugins/telemetry/DEVICE/${own.id}/SHARED_SCOPE?keys=a,unknown`);

    expect((await connection.next()).payload).toBe('{"a":9223372036854775807,"b":true}');
    expect((await connection.next()).payload).toBe('{"deleted":["a"]}');
  },
);

test("[MQ5] pushes need the subscription, and end with it", async () => {
  const own = await mqttDevice(app, tenant);
  await using raw = await RawMqtt.connected(app.node.mqttPort, own.token);
  await setShared({ unheard: 1 }, own.id);
  raw.send({ cmd: "subscribe", messageId: 1, subscriptions: [{ topic: push, qos: 0 }] });
  await raw.next("suback");
  await setShared({ heard: 1 }, own.id);
  expect(String((await raw.next("publish")).payload)).toBe('{"heard":1}');
  raw.send({ cmd: "unsubscribe", messageId: 2, unsubscriptions: [push] });
  await raw.next("unsuback");
  await setShared({ unheard: 2 }, own.id);
  raw.send({ cmd: "subscribe", messageId: 3, subscriptions: [{ topic: push, qos: 0 }] });
  await raw.next("suback");
  await setShared({ heard: 2 }, own.id);

  expect(String((await raw.next("publish")).payload)).toBe('{"heard":2}');
});

test.each([
  ["v1/devices/me/#", 1, 1],
  ["v1/devices/me/+", 0, 0],
  ["v1/devices/me/attributes/response/+", 2, 1],
  ["v1/devices/me/whatever/else", 1, 1],
  ["#", 1, 0x80],
  ["v1/#", 1, 0x80],
  ["+/devices/me/attributes", 1, 0x80],
  ["v1/+/me/attributes", 1, 0x80],
  ["v1/devices/other/attributes", 1, 0x80],
  ["$SYS/#", 1, 0x80],
] as const)("[MQ6] the filter %s with QoS %i is answered with %i", async (topic, qos, granted) => {
  await using old = await RawMqtt.connected(app.node.mqttPort, device.token, 4);
  old.send({ cmd: "subscribe", messageId: 1, subscriptions: [{ topic, qos }] });
  expect((await old.next("suback")).granted).toEqual([granted]);

  await using raw = await RawMqtt.connected(app.node.mqttPort, device.token, 5);
  raw.send({ cmd: "subscribe", messageId: 1, subscriptions: [{ topic, qos, nl: false, rap: false, rh: 0 }] });
  expect((await raw.next("suback")).granted).toEqual([granted === 0x80 ? 0x8f : granted]);
});

test("[5: MQTT-3.3.4-3] a push tells the subscription identifiers it matched, and comes once", async () => {
  const own = await mqttDevice(app, tenant);
  await using raw = await RawMqtt.connected(app.node.mqttPort, own.token, 5);
  const subscribe = (messageId: number, topic: string, subscriptionIdentifier: number) =>
    raw.send({
      cmd: "subscribe",
      messageId,
      subscriptions: [{ topic, qos: 1 }],
      properties: { subscriptionIdentifier },
    });
  subscribe(1, push, 5);
  subscribe(2, "v1/devices/me/#", 6);
  await raw.next("suback");
  await raw.next("suback");

  await setShared({ a: 1 }, own.id);

  expect((await raw.next("publish")).properties?.subscriptionIdentifier).toEqual([5, 6]);
  expect(await raw.isServed()).toBe(true);
});
