import { expect, test } from "vitest";
import { startBareMqtt } from "../../support/bare-mqtt.ts";
import { codeOf, connectPacket, RawMqtt } from "../../support/raw-mqtt.ts";

/** The beginning of a CONNECT that says how long it will be. */
const unfinishedConnect = (length: number): number[] => [
  0x10,
  0x80 | (length & 0x7f),
  0x80 | ((length >> 7) & 0x7f),
  length >> 14,
];

const connackOf = async (raw: RawMqtt, more: object = {}) => {
  raw.send(connectPacket("a token", 4, more));
  return codeOf(await raw.next("connack"));
};

test("[MQ8] a CONNECT of more than 16 KiB is not waited for", async () => {
  await using mqtt = await startBareMqtt();
  await using raw = await RawMqtt.open(mqtt.port);

  raw.bytes(unfinishedConnect(16_384));

  await raw.closed;
});

test("[MQ8] a CONNECT of almost 16 KiB is served, and larger packets behind it are", async () => {
  await using mqtt = await startBareMqtt();
  await using raw = await RawMqtt.open(mqtt.port);
  const will = { topic: "v1/devices/me/attributes", payload: Buffer.alloc(16_000, " "), qos: 0, retain: false };

  expect(await connackOf(raw, { will })).toBe(0);
  raw.send({
    ...{ cmd: "publish", topic: "v1/devices/me/telemetry", qos: 1, messageId: 1, dup: false, retain: false },
    payload: JSON.stringify({ a: "x".repeat(200_000) }),
  });
  expect((await raw.next("puback")).messageId).toBe(1);
});

test("[MQ8] a CONNECT that is not complete in time is closed", async () => {
  await using mqtt = await startBareMqtt({ limits: { connectTimeoutMs: 500 } });
  await using raw = await RawMqtt.open(mqtt.port);

  raw.bytes(unfinishedConnect(100));

  await raw.closed;
  expect(await mqtt.registry.metrics()).toMatch(/connections_refused_total{reason="no-connect"} 1/);
});

test("[API10] bare connections of one address take each other's places; a device gets in, and stays", async () => {
  await using mqtt = await startBareMqtt({ unauthenticated: { perNetwork: 10 } });
  await using device = await RawMqtt.connected(mqtt.port, "known before");
  const bare = [];
  for (let n = 0; n < 30; n++) bare.push(await RawMqtt.open(mqtt.port));

  await using late = await RawMqtt.open(mqtt.port);

  expect(await connackOf(late)).toBe(0);
  expect(await device.isServed()).toBe(true);
  await Promise.all(bare.slice(0, 20).map((raw) => raw.closed));
  expect(await mqtt.registry.metrics()).toMatch(/connections_refused_total{reason="no-room"} 2[01]/);
  for (const raw of bare) await raw[Symbol.asyncDispose]();
});

test("[API10] bytes of unfinished CONNECTs are bounded for an address; whole ones go on", async () => {
  await using mqtt = await startBareMqtt({ unauthenticated: { bytesPerNetwork: 30_000 } });
  const started = [];
  for (let n = 0; n < 4; n++) {
    const raw = await RawMqtt.open(mqtt.port);
    raw.bytes([...unfinishedConnect(14_000), ...Buffer.alloc(12_000)]);
    started.push(raw);
  }

  await Promise.race(started.map((raw) => raw.closed));
  await using device = await RawMqtt.open(mqtt.port);

  expect(await connackOf(device)).toBe(0);
  for (const raw of started) await raw[Symbol.asyncDispose]();
});

test("[MQ7] while the platform cannot answer, CONNECT is closed without a CONNACK; later it is served", async () => {
  await using mqtt = await startBareMqtt();
  const { findDevice } = mqtt.gateway;
  mqtt.gateway.findDevice = () => Promise.reject(new Error("no database"));
  for (const version of [4, 5] as const) {
    await using raw = await RawMqtt.open(mqtt.port, version);
    raw.send(connectPacket("a token", version));

    await raw.closed;
    expect(raw.packets).toEqual([]);
  }

  mqtt.gateway.findDevice = findDevice;
  await using raw = await RawMqtt.open(mqtt.port);
  expect(await connackOf(raw)).toBe(0);
});
