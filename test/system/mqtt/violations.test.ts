// Every "MUST close" and "MUST respond" of the two standards that a client can provoke, with its clause. Clauses are
// those of 3.1.1; "5:" marks those of version 5.
import type { Packet } from "mqtt-packet";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestApp } from "../../support/app.ts";
import { type MqttDevice, mqttDevice } from "../../support/mqtt-device.ts";
import { codeOf, connectPacket, publishPacket, RawMqtt, type Version } from "../../support/raw-mqtt.ts";
import { sharedApp } from "../../support/shared-app.ts";

let app: TestApp;
let device: MqttDevice;
let witness: RawMqtt;

beforeAll(async () => {
  app = await sharedApp();
  const tenant = await app.tenant();
  device = await mqttDevice(app, tenant);
  witness = await RawMqtt.connected(app.node.mqttPort, (await mqttDevice(app, tenant)).token);
});
afterAll(async () => {
  expect(await witness.isServed()).toBe(true); // one bad client never disturbs another
  await witness[Symbol.asyncDispose]();
  await app[Symbol.asyncDispose]();
});

const text = (value: string | Buffer): number[] => {
  const bytes = Buffer.from(value as string);
  return [bytes.length >> 8, bytes.length & 0xff, ...bytes];
};
const topic = text("v1/devices/me/telemetry");
const framed = (first: number, body: readonly number[]): number[] => [first, body.length, ...body];
const illFormed = Buffer.from([0x61, 0xff, 0x62]);

const connectBytes = (change: { name?: string; level?: number; flags?: number; id?: number[]; rest?: number[] }) => {
  const { name = "MQTT", level = 4, flags = 0x82, id = text("x"), rest = text(device.token) } = change;
  return framed(0x10, [...text(name), level, flags, 0, 0, ...(level === 5 ? [0] : []), ...id, ...rest]);
};

const connectFive = (properties: number[]) =>
  framed(0x10, [
    ...text("MQTT"),
    5,
    0x82,
    ...[0, 0],
    properties.length,
    ...properties,
    ...text("x"),
    ...text(device.token),
  ]);
const willFive = (properties: number[]) =>
  framed(0x10, [
    ...text("MQTT"),
    5,
    0x86,
    ...[0, 0, 0],
    ...text("x"),
    properties.length,
    ...properties,
    ...text("t"),
    ...text("p"),
    ...text(device.token),
  ]);
/** The same packet, its length in two bytes where one is enough. */
const padded = ([first = 0, length = 0, ...body]: readonly number[]): number[] => [first, length | 0x80, 0, ...body];

describe("before CONNECT is accepted", () => {
  const cases: readonly (readonly [clause: string, what: string, bytes: () => readonly number[]])[] = [
    ["MQTT-3.1.0-1", "another packet first", () => [0xc0, 0x00]],
    ["MQTT-3.1.0-1", "PUBLISH first", () => framed(0x30, [...topic, 0x7b, 0x7d])],
    ["MQTT-3.1.2-1", "another protocol name", () => connectBytes({ name: "HTTP" })],
    ["MQTT-3.1.2-3", "the reserved flag", () => connectBytes({ flags: 0x83 })],
    ["MQTT-3.1.2-13", "a will QoS without a will", () => connectBytes({ flags: 0x8a })],
    [
      "MQTT-3.1.2-14",
      "a will QoS of 3",
      () => connectBytes({ flags: 0x9e, rest: [...text("t"), ...text("p"), ...text(device.token)] }),
    ],
    ["MQTT-3.1.2-15", "will retain without a will", () => connectBytes({ flags: 0xa2 })],
    ["MQTT-3.1.2-22", "a password without a user name", () => connectBytes({ flags: 0x42, rest: text("secret") })],
    ["MQTT-2.2.2-2", "reserved bits of the fixed header", () => [0x11, ...connectBytes({}).slice(1)]],
    ["MQTT-1.5.3-1", "a client id that is not UTF-8", () => connectBytes({ id: text(illFormed) })],
    ["MQTT-1.5.3-2", "a client id with U+0000", () => connectBytes({ id: text("a\0b") })],
    ["MQTT-3.1.3-1", "fields that are missing", () => connectBytes({ rest: [] })],
    ["3.1.1 2.2.3", "a length field of five bytes", () => [0x10, 0x80, 0x80, 0x80, 0x80, 0x01]],
    ["MQTT-3.1.2-9", "a will flag without a will", () => connectBytes({ flags: 0x86 })],
    ["MQTT-3.1.3-11", "a user name that is not UTF-8", () => connectBytes({ rest: text(illFormed) })],
    [
      "MQTT-3.1.3-10",
      "a will topic that is not UTF-8",
      () => connectBytes({ flags: 0x86, rest: [...text(illFormed), ...text("p"), ...text(device.token)] }),
    ],
    [
      "MQTT-3.3.2-2",
      "a will topic with a wildcard",
      () => connectBytes({ flags: 0x86, rest: [...text("a/#"), ...text("p"), ...text(device.token)] }),
    ],
    ["5: MQTT-3.1.2-3", "the reserved flag in version 5", () => connectBytes({ level: 5, flags: 0x83 })],
    ["5: MQTT-3.1.2-11", "a will QoS without a will in version 5", () => connectBytes({ level: 5, flags: 0x8a })],
    ["5: MQTT-3.1.2-13", "will retain without a will in version 5", () => connectBytes({ level: 5, flags: 0xa2 })],
    ["5: 3.1.2.11.3", "a maximum packet size of 0", () => connectFive([0x27, 0, 0, 0, 0])],
    ["5: 3.1.2.11.2", "a session expiry of 0 twice", () => connectFive([0x11, 0, 0, 0, 0, 0x11, 0, 0, 0, 0])],
    ["5: 3.1.2.11.6", "request response information of 2", () => connectFive([0x19, 2])],
    ["5: 3.1.2.11.7", "request problem information of 2", () => connectFive([0x17, 2])],
    ["5: 3.1.2.11.10", "authentication data without a method", () => connectFive([0x16, 0, 1, 0x61])],
    ["5: 2.2.2.2", "a property nobody knows", () => connectFive([0x7e, 0])],
    ["5: 2.2.2.2", "a property cut off by the end of its list", () => connectFive([0x11, 0, 0])],
    [
      "5: MQTT-1.5.4-1",
      "a user property that is not UTF-8",
      () => connectFive([0x26, ...text("a"), ...text(illFormed)]),
    ],
    ["5: MQTT-1.5.4-2", "a user property with U+0000", () => connectFive([0x26, ...text("a\0"), ...text("b")])],
    ["5: MQTT-1.5.5-1", "a length field with a byte too many", () => padded(connectBytes({ level: 5 }))],
    [
      "5: MQTT-1.5.5-1",
      "a property length with a byte too many",
      () => framed(0x10, [...text("MQTT"), 5, 0x82, 0, 0, 0x80, 0, ...text("x"), ...text(device.token)]),
    ],
    ["5: 3.1.3.2", "a property of the will that is none", () => willFive([0x21, 0, 1])],
    ["5: MQTT-3.3.2-14", "a response topic of the will with a wildcard", () => willFive([0x08, ...text("a/+")])],
    [
      "5: 3.1.2.11.4",
      "a receive maximum of 0",
      () => framed(0x10, [...text("MQTT"), 5, 0x82, 0, 0, 3, 0x21, 0, 0, ...text("x"), ...text(device.token)]),
    ],
    [
      "5: 2.2.2.2",
      "a property that CONNECT does not have",
      () => framed(0x10, [...text("MQTT"), 5, 0x82, 0, 0, 3, 0x23, 0, 1, ...text("x"), ...text(device.token)]),
    ],
    [
      "5: 3.1.2.11.3",
      "a property twice",
      () =>
        framed(0x10, [...text("MQTT"), 5, 0x82, 0, 0, 6, 0x21, 0, 9, 0x21, 0, 9, ...text("x"), ...text(device.token)]),
    ],
  ];

  test.each(cases)("[%s] %s closes the connection", async (_, __, bytes) => {
    const raw = await RawMqtt.open(app.node.mqttPort);

    raw.bytes(bytes());

    await raw.closed;
    expect(raw.packets).toEqual([]);
  });

  test.each([
    ["MQTT", 3],
    ["MQTT", 6],
    ["MQIsdp", 4],
  ])("[MQTT-3.1.2-2] %s with level %i is answered with 1, then closed", async (name, level) => {
    const raw = await RawMqtt.open(app.node.mqttPort);

    raw.bytes(connectBytes({ name, level }));

    expect(codeOf(await raw.next("connack"))).toBe(1);
    await raw.closed;
  });

  test("[5: MQTT-4.12.0-1] an authentication method is answered with 0x8C", async () => {
    const raw = await RawMqtt.open(app.node.mqttPort, 5);

    raw.send(connectPacket(device.token, 5, { properties: { authenticationMethod: "SCRAM-SHA-1" } }));

    expect(codeOf(await raw.next("connack"))).toBe(0x8c);
    await raw.closed;
  });
});

describe("of a connected client", () => {
  const malformed = 0x81;
  const protocolError = 0x82;
  type Case = readonly [clause: string, what: string, bytes: readonly number[], reason: number];
  const both: readonly Case[] = [
    ["MQTT-3.1.0-2", "a second CONNECT", connectBytes({ rest: text("t") }), protocolError],
    ["MQTT-3.3.1-4", "PUBLISH with both QoS bits", framed(0x36, [...topic, 0, 1, 0, 0x7b, 0x7d]), malformed],
    ["MQTT-3.3.1-2", "DUP with QoS 0", framed(0x38, [...topic, 0, 0x7b, 0x7d]), protocolError],
    [
      "MQTT-3.3.2-2",
      "a wildcard in the topic of PUBLISH",
      framed(0x30, [...text("v1/devices/me/+"), 0, 0x7b]),
      protocolError,
    ],
    ["MQTT-1.5.3-1", "a topic that is not UTF-8", framed(0x30, [...text(illFormed), 0, 0x7b]), malformed],
    ["MQTT-4.7.3-2", "a topic with U+0000", framed(0x30, [...text("a\0b"), 0, 0x7b]), malformed],
    ["MQTT-4.7.3-1", "an empty topic", framed(0x30, [...text(""), 0, 0x7b]), protocolError],
    ["MQTT-2.3.1-1", "PUBLISH with identifier 0", framed(0x32, [...topic, 0, 0, 0, 0x7b]), protocolError],
    ["MQTT-2.2.2-2", "SUBSCRIBE with flags other than 2", framed(0x80, [0, 1, 0, ...text("a"), 0]), malformed],
    ["MQTT-2.2.2-2", "PUBREL with flags other than 2", [0x60, 2, 0, 1], malformed],
    ["MQTT-2.2.2-2", "PINGREQ with flags", [0xc1, 0], malformed],
    ["3.1.1 2.2.1", "the reserved packet type 0", [0x00, 0], malformed],
    ["3.1.1 3.2", "a packet only servers send", [0xd0, 0], protocolError],
    ["MQTT-3.8.3-3", "SUBSCRIBE without a filter", framed(0x82, [0, 1, 0]), protocolError],
    ["MQTT-3.8.3-4", "a subscription with QoS 3", framed(0x82, [0, 1, 0, ...text("v1/devices/me/x"), 3]), malformed],
    [
      "MQTT-2.3.1-1",
      "SUBSCRIBE with identifier 0",
      framed(0x82, [0, 0, 0, ...text("v1/devices/me/x"), 0]),
      protocolError,
    ],
    ["MQTT-4.7.1-2", "a filter with # in the middle", framed(0x82, [0, 1, 0, ...text("v1/#/x"), 0]), protocolError],
    ["MQTT-4.7.1-3", "a filter with + in a word", framed(0x82, [0, 1, 0, ...text("v1/a+/x"), 0]), protocolError],
    ["MQTT-3.10.3-2", "UNSUBSCRIBE without a filter", framed(0xa2, [0, 1, 0]), protocolError],
    ["MQ8", "a packet over the limit, by its length alone", [0x30, 0xff, 0xff, 0x7f], 0x95],
    ["3.1.1 2.2.3", "a length field of five bytes", [0x30, 0x80, 0x80, 0x80, 0x80, 0x01], malformed],
    ["3.1.1 3.3.2", "PUBLISH shorter than its topic", framed(0x30, [0, 200, 0x61]), malformed],
    ["3.1.1 3.3.2", "PUBLISH without room for its identifier", framed(0x32, [...topic, 0]), malformed],
    ["MQTT-2.2.2-2", "PUBACK with flags", [0x41, 2, 0, 1], malformed],
    ["MQTT-2.2.2-2", "PUBREC with flags", [0x51, 2, 0, 1], malformed],
    ["MQTT-3.6.1-1", "PUBREL without its flags", [0x60, 2, 0, 1], malformed],
    ["MQTT-2.2.2-2", "PUBCOMP with flags", [0x71, 2, 0, 1], malformed],
    ["MQTT-3.14.1-1", "DISCONNECT with flags", [0xe1, 0], malformed],
    ["MQTT-3.10.1-1", "UNSUBSCRIBE with flags other than 2", framed(0xa0, [0, 1, 0, ...text("a")]), malformed],
    ["MQTT-2.3.1-1", "UNSUBSCRIBE with identifier 0", framed(0xa2, [0, 0, 0, ...text("a")]), protocolError],
    ["MQTT-2.3.1-1", "PUBREL with identifier 0", [0x62, 2, 0, 0], protocolError],
    ["3.1.1 3.4", "PUBACK without an identifier", [0x40, 0], malformed],
    ["MQTT-3.8.3-1", "a filter that is not UTF-8", framed(0x82, [0, 1, 0, ...text(illFormed), 0]), malformed],
    ["MQTT-1.5.3-2", "a filter with U+0000", framed(0x82, [0, 1, 0, ...text("a\0"), 0]), malformed],
    ["MQTT-4.7.3-1", "an empty filter", framed(0x82, [0, 1, 0, ...text(""), 0]), protocolError],
    ["3.1.1 3.8.3", "a filter without its options", framed(0x82, [0, 1, 0, ...text("a")]), malformed],
    ["MQTT-3.8.3-4", "reserved bits in the options", framed(0x82, [0, 1, 0, ...text("a"), 0xc0]), malformed],
    [
      "MQTT-3.10.3-1",
      "UNSUBSCRIBE with a filter that is not UTF-8",
      framed(0xa2, [0, 1, 0, ...text(illFormed)]),
      malformed,
    ],
    ["MQTT-4.7.3-1", "UNSUBSCRIBE with an empty filter", framed(0xa2, [0, 1, 0, ...text("")]), protocolError],
    ["3.1.1 2.2.1", "CONNACK from a client", [0x20, 2, 0, 0], protocolError],
    ["3.1.1 2.2.1", "SUBACK from a client", framed(0x90, [0, 1, 0, 0]), protocolError],
    ["3.1.1 2.2.1", "UNSUBACK from a client", framed(0xb0, [0, 1, 0, 0]), protocolError],
  ];
  /** Where version 5 has a (here empty) list of properties, version 3 has nothing. */
  const withoutProperties = ([clause, what, bytes, reason]: Case): Case => {
    const first = bytes[0] ?? 0;
    const list: Record<number, number> = { 128: 2, 130: 2, 160: 2, 162: 2, 50: topic.length + 2, 54: topic.length + 2 };
    const at = list[first];
    if (at === undefined || bytes[1] !== bytes.length - 2) return [clause, what, bytes, reason];
    const body = bytes.slice(2);
    return [clause, what, framed(first, [...body.slice(0, at), ...body.slice(at + 1)]), reason];
  };

  test.each(both.map(withoutProperties))("[%s] %s closes a connection of version 3.1.1", async (_, __, bytes) => {
    const raw = await RawMqtt.connected(app.node.mqttPort, device.token, 4);

    raw.bytes(bytes);

    await raw.closed;
    expect(raw.packets).toEqual([]);
  });

  test.each(both)("[%s] %s ends a connection of version 5 with its reason", async (_, __, bytes, reason) => {
    const raw = await RawMqtt.connected(app.node.mqttPort, device.token, 5);

    raw.bytes(bytes);

    expect((await raw.next("disconnect")).reasonCode).toBe(reason);
    await raw.closed;
  });

  const onlyFive: readonly (readonly [clause: string, what: string, packets: readonly Packet[], reason: number])[] = [
    [
      "5: 3.15",
      "AUTH without a method",
      [{ cmd: "auth", reasonCode: 0x18, properties: { authenticationMethod: "x" } }],
      protocolError,
    ],
    [
      "5: 3.3.2.3.4",
      "a topic alias above the maximum",
      [publishPacket(1, "{}", { properties: { topicAlias: 33 } })],
      0x94,
    ],
    [
      "5: MQTT-3.3.2-8",
      "an alias nobody introduced",
      [publishPacket(1, "{}", { topic: "", properties: { topicAlias: 3 } })],
      protocolError,
    ],
    [
      "5: MQTT-3.3.4-6",
      "a subscription identifier from a client",
      [publishPacket(1, "{}", { properties: { subscriptionIdentifier: 3 } })],
      malformed,
    ],
    [
      "5: MQTT-3.8.3-4",
      "no local on a shared subscription",
      [{ cmd: "subscribe", messageId: 1, subscriptions: [{ topic: "$share/a/v1/devices/me/x", qos: 0, nl: true }] }],
      protocolError,
    ],
    [
      "5: MQTT-4.8.2-1",
      "a shared subscription without a filter",
      [{ cmd: "subscribe", messageId: 1, subscriptions: [{ topic: "$share/a/", qos: 0 }] }],
      protocolError,
    ],
    [
      "5: MQTT-4.8.2-2",
      "a shared subscription with a wildcard as its name",
      [{ cmd: "subscribe", messageId: 1, subscriptions: [{ topic: "$share/+/x", qos: 0 }] }],
      protocolError,
    ],
    [
      "5: MQTT-3.3.2-14",
      "a response topic with a wildcard",
      [publishPacket(1, "{}", { properties: { responseTopic: "a/#" } })],
      protocolError,
    ],
    [
      "5: 3.14.2.2.2",
      "a session expiry on DISCONNECT where there was none",
      [{ cmd: "disconnect", reasonCode: 0, properties: { sessionExpiryInterval: 9 } }],
      protocolError,
    ],
  ];

  test.each(onlyFive)("[%s] %s", async (_, __, packets, reason) => {
    const raw = await RawMqtt.connected(app.node.mqttPort, device.token, 5);

    raw.send(...packets);

    expect((await raw.next("disconnect")).reasonCode).toBe(reason);
    await raw.closed;
  });

  const bytesOfFive: readonly Case[] = [
    [
      "5: MQTT-1.5.5-1",
      "a length field with a byte too many",
      padded(framed(0x30, [...topic, 0, 0x7b, 0x7d])),
      malformed,
    ],
    ["5: MQTT-1.5.5-1", "SUBSCRIBE with a padded length", padded(framed(0x82, [0, 1, 0, ...text("a"), 0])), malformed],
    ["5: 2.2.2", "PUBLISH without a list of properties", framed(0x30, topic), malformed],
    ["5: 2.2.2", "PUBLISH whose properties reach beyond it", framed(0x30, [...topic, 9, 1]), malformed],
    ["5: MQTT-3.3.2-8", "a topic alias of 0", framed(0x30, [...topic, 3, 0x23, 0, 0]), protocolError],
    ["5: 3.3.2.3.2", "a payload format of 2", framed(0x30, [...topic, 2, 0x01, 2]), protocolError],
    ["5: 3.3.2.3.3", "an expiry of 0 twice", framed(0x30, [...topic, 10, 2, 0, 0, 0, 0, 2, 0, 0, 0, 0]), protocolError],
    [
      "5: MQTT-3.3.2-19",
      "a content type that is not UTF-8",
      framed(0x30, [...topic, 6, 3, ...text(illFormed)]),
      malformed,
    ],
    [
      "5: 3.8.2.1.2",
      "a subscription identifier of 0",
      framed(0x82, [0, 1, 2, 0x0b, 0, ...text("a"), 0]),
      protocolError,
    ],
    ["5: 3.8.3.1", "a retain handling of 3", framed(0x82, [0, 1, 0, ...text("a"), 0x30]), malformed],
    [
      "5: 3.10.2.1",
      "UNSUBSCRIBE with a property it does not have",
      framed(0xa2, [0, 1, 2, 0x0b, 1, ...text("a")]),
      malformed,
    ],
    ["5: 3.4.2.1", "PUBACK with a reason nobody knows", framed(0x40, [0, 1, 0x55]), malformed],
    ["5: MQTT-3.14.2-1", "DISCONNECT with a reason nobody knows", framed(0xe0, [0x55]), malformed],
    [
      "5: 3.14.2.2.3",
      "DISCONNECT with two reason strings",
      framed(0xe0, [0, 6, 0x1f, 0, 0, 0x1f, 0, 0]),
      protocolError,
    ],
    ["5: MQTT-4.12.0-7", "AUTH without an authentication", framed(0xf0, [0x18, 4, 0x15, ...text("x")]), protocolError],
  ];

  test.each(bytesOfFive)("[%s] %s", async (_, __, bytes, reason) => {
    const raw = await RawMqtt.connected(app.node.mqttPort, device.token, 5);

    raw.bytes(bytes);

    expect((await raw.next("disconnect")).reasonCode).toBe(reason);
    await raw.closed;
  });

  test.each([4, 5] as const)(
    "[5: MQTT-3.6.2] PUBREL for a message nobody knows is completed (level %i)",
    async (version: Version) => {
      await using raw = await RawMqtt.connected(app.node.mqttPort, device.token, version);

      raw.send({ cmd: "pubrel", messageId: 77 });

      const { reasonCode } = await raw.next("pubcomp");
      expect(reasonCode).toBe(version === 5 ? 0x92 : undefined);
    },
  );

  test("[MQTT-3.12.4-1] PINGREQ is answered", async () => {
    await using raw = await RawMqtt.connected(app.node.mqttPort, device.token);

    expect(await raw.isServed()).toBe(true);
  });

  test("a confirmation nobody waits for is passed over", async () => {
    await using raw = await RawMqtt.connected(app.node.mqttPort, device.token, 5);

    raw.send({ cmd: "puback", messageId: 9 }, { cmd: "pubcomp", messageId: 9 });

    expect(await raw.isServed()).toBe(true);
  });
});
