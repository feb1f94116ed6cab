import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { AppError } from "../../../server/src/kernel/errors.ts";
import { startBareMqtt } from "../../support/bare-mqtt.ts";
import { publishPacket, RawMqtt } from "../../support/raw-mqtt.ts";

const nothingForMs = 100;

test("[MQ2] nothing is acknowledged before it is stored, and then in the order of arrival, refusals too", async () => {
  await using bare = await startBareMqtt();
  const stores = new Map<string, PromiseWithResolvers<number>>();
  bare.gateway.onTelemetry = (payload) => {
    const store = Promise.withResolvers<number>();
    stores.set(payload, store);
    return store.promise;
  };
  await using raw = await RawMqtt.connected(bare.port, "a", 5);
  raw.send(
    publishPacket(1, "one"),
    publishPacket(2, "two"),
    publishPacket(3, "three", { topic: "nobody/serves/this" }),
  );
  raw.send(publishPacket(4, "four"), { cmd: "pingreq" });
  await raw.next("pingresp");

  stores.get("four")?.resolve(1);
  stores.get("two")?.reject(new AppError("X", "invalid", "not like this"));
  await sleep(nothingForMs);
  expect(raw.packets).toEqual([]);
  stores.get("one")?.resolve(1);

  const acks = [await raw.next("puback"), await raw.next("puback"), await raw.next("puback"), await raw.next("puback")];
  expect(acks.map(({ messageId, reasonCode }) => [messageId, reasonCode])).toEqual([
    [1, 0],
    [2, 0x99],
    [3, 0x90],
    [4, 0],
  ]);
  expect(acks[1]?.properties?.reasonString).toBe("not like this");
});

test("[MQ4] version 3 gets an acknowledgement for what is refused, and the refusal is on record", async () => {
  await using bare = await startBareMqtt();
  bare.gateway.onTelemetry = () => Promise.reject(new AppError("X", "invalid", "not like this"));
  await using raw = await RawMqtt.connected(bare.port, "a", 4);

  raw.send(publishPacket(1), publishPacket(2, "{}", { topic: "nobody/serves/this" }));

  expect([(await raw.next("puback")).messageId, (await raw.next("puback")).messageId]).toEqual([1, 2]);
  const rejected = bare.gateway.remarks.filter(({ kind }) => kind === "MESSAGE_REJECTED");
  expect(rejected.map(({ error }) => error)).toEqual(["not like this", "nobody serves this topic"]);
});

test("[MQ2] a store that cannot take it now ends the connection without an acknowledgement", async () => {
  await using bare = await startBareMqtt();
  bare.gateway.onTelemetry = () => Promise.reject(new AppError("DISK_FULL", "busy", "the disk is full"));
  const raw = await RawMqtt.connected(bare.port, "a", 5);

  raw.send(publishPacket(1));

  expect((await raw.next("disconnect")).reasonCode).toBe(0x89);
  await raw.closed;
});

const full = () => Promise.reject(new AppError("TENANT_SERIES_FULL", "no-room", "no further series"));

test.for([1, 2] as const)("[QTA1] version 5 is told with 0x97 that there is no room, QoS %i", async (qos) => {
  await using bare = await startBareMqtt();
  bare.gateway.onTelemetry = full;
  await using raw = await RawMqtt.connected(bare.port, "a", 5);

  raw.send(publishPacket(1, "{}", { qos }));

  expect((await raw.next(qos === 1 ? "puback" : "pubrec")).reasonCode).toBe(0x97);
});

test.for([1, 2] as const)("[QTA1] before version 5 what has no room is never acknowledged, QoS %i", async (qos) => {
  await using bare = await startBareMqtt();
  bare.gateway.onTelemetry = (payload) => (payload === "new" ? full() : Promise.resolve(1));
  const raw = await RawMqtt.connected(bare.port, "a", 4);

  raw.send(publishPacket(1, "known"), publishPacket(2, "new", { qos }), publishPacket(3, "new", { qos }));
  await raw.closed;

  expect(raw.packets.map(({ cmd, messageId }) => [cmd, messageId])).toEqual([["puback", 1]]);
  expect(bare.gateway.remarks.map(({ error }) => error)).toContain("no further series");
});

test("[MQ2] a QoS 2 message is stored once however often it is sent, until it is released [MQTT-4.3.3-2]", async () => {
  await using bare = await startBareMqtt();
  await using raw = await RawMqtt.connected(bare.port, "a", 4);
  const message = publishPacket(7, "once", { qos: 2 });

  raw.send(message);
  await raw.next("pubrec");
  raw.send(publishPacket(7, "once", { qos: 2, dup: true }));
  await raw.next("pubrec");
  raw.send({ cmd: "pubrel", messageId: 7 });
  await raw.next("pubcomp");
  raw.send(message);
  await raw.next("pubrec");

  expect(bare.gateway.stored).toEqual(["once", "once"]);
});

test("[MQ2] a QoS 2 message repeated while it is being stored is stored once", async () => {
  await using bare = await startBareMqtt();
  const store = Promise.withResolvers<number>();
  bare.gateway.onTelemetry = () => store.promise;
  await using raw = await RawMqtt.connected(bare.port, "a", 4);

  raw.send(publishPacket(7, "once", { qos: 2 }), publishPacket(7, "once", { qos: 2, dup: true }), { cmd: "pingreq" });
  await raw.next("pingresp");
  store.resolve(1);
  await raw.next("pubrec");

  expect(bare.gateway.stored).toEqual(["once"]);
});

test("[MQ8] version 5 that has more in flight than it was told is disconnected with 0x93", async () => {
  await using bare = await startBareMqtt({ limits: { receiveMaximum: 3 } });
  bare.gateway.onTelemetry = () => new Promise(() => undefined);
  const raw = await RawMqtt.connected(bare.port, "a", 5);

  raw.send(...[1, 2, 3, 4].map((id) => publishPacket(id)));

  expect((await raw.next("disconnect")).reasonCode).toBe(0x93);
});

test("[REL2] while the store hangs, memory and what is read stay bounded, others connect, and then everything is stored", async () => {
  await using bare = await startBareMqtt({ limits: { receiveMaximum: 50, inFlightBytes: 1_048_576 } });
  const hanging: (() => void)[] = [];
  let hangs = true;
  bare.gateway.onTelemetry = () =>
    hangs ? new Promise((resolve) => hanging.push(() => resolve(1))) : Promise.resolve(1);
  const clients = await Promise.all(Array.from({ length: 10 }, (_, n) => RawMqtt.connected(bare.port, `d${n}`)));
  const payload = "x".repeat(8_000);
  const each = 500;

  for (const raw of clients) for (let id = 1; id <= each; id++) raw.send(publishPacket(id, payload));
  await sleep(500);
  const taken = bare.gateway.stored.length;
  await using late = await RawMqtt.connected(bare.port, "late");
  expect(await late.isServed()).toBe(true);

  // 1 MiB in all, and each connection may have read one message beyond it.
  expect(taken).toBeLessThanOrEqual(1_048_576 / payload.length + clients.length);
  expect(clients.every(({ packets }) => packets.length === 0)).toBe(true);
  hangs = false;
  for (const release of hanging) release();
  for (const raw of clients) {
    for (let id = 1; id <= each; id++) expect((await raw.next("puback")).messageId).toBe(id);
    await raw[Symbol.asyncDispose]();
  }
  expect(bare.gateway.stored.length).toBe(clients.length * each);
});

test("[REL2] many tiny messages count for the memory they take, not for their payloads", async () => {
  await using bare = await startBareMqtt({ limits: { inFlightBytes: 65_536 } });
  bare.gateway.onTelemetry = () => new Promise(() => undefined);
  const clients = await Promise.all(Array.from({ length: 4 }, (_, n) => RawMqtt.connected(bare.port, `d${n}`)));

  for (const raw of clients) raw.send(...Array.from({ length: 500 }, (_, n) => publishPacket(n + 1, "{}")));
  for (let before = -1; before !== bare.gateway.stored.length; await sleep(100)) before = bare.gateway.stored.length;

  expect(bare.gateway.stored.length).toBeLessThanOrEqual(65_536 / 1_024 + clients.length);
  for (const raw of clients) await raw[Symbol.asyncDispose]();
});

test("[REL2] a QoS 2 message repeated many times at once is answered, but not each time", async () => {
  await using bare = await startBareMqtt();
  await using raw = await RawMqtt.connected(bare.port, "a", 4);
  raw.send(publishPacket(7, "once", { qos: 2 }));
  await raw.next("pubrec");

  raw.send(...Array.from({ length: 1_000 }, () => publishPacket(7, "once", { qos: 2, dup: true })));
  await raw.next("pubrec");
  raw.send({ cmd: "pubrel", messageId: 7 });
  while (raw.packets.every(({ cmd }) => cmd !== "pubcomp")) await sleep(5);

  expect(raw.packets.filter(({ cmd }) => cmd === "pubrec").length).toBeLessThan(100);
  expect(bare.gateway.stored).toEqual(["once"]);
});

test("[MQ2] a device that comes back while its QoS 2 message is being stored does not store it twice", async () => {
  await using bare = await startBareMqtt();
  const store = Promise.withResolvers<number>();
  bare.gateway.onTelemetry = () => store.promise;
  const kept = { clean: false, clientId: "kept" };
  const first = await RawMqtt.connected(bare.port, "a", 4, kept);
  first.send(publishPacket(7, "once", { qos: 2 }));
  while (bare.gateway.stored.length === 0) await sleep(5);

  await first[Symbol.asyncDispose]();
  const connecting = RawMqtt.connected(bare.port, "a", 4, kept);
  await sleep(nothingForMs);
  store.resolve(1);
  await using second = await connecting;
  second.send(publishPacket(7, "once", { qos: 2, dup: true }));
  await second.next("pubrec");

  expect(bare.gateway.stored).toEqual(["once"]);
});

test("[MQ9] a device above its rate is read more slowly, nothing is lost, and the log names the limit", async () => {
  await using bare = await startBareMqtt({ rates: { deviceMessages: 50 } });
  await using raw = await RawMqtt.connected(bare.port, "a", 5);

  const isNamed = () => bare.gateway.remarks.some(({ error }) => error?.includes("50 per second (deviceMessages)"));
  while (!isNamed()) {
    // Where the machine keeps the node waiting, a burst may be within the rate: there is another one.
    raw.send(...Array.from({ length: 80 }, (_, n) => publishPacket(n + 1)));
    for (let id = 1; id <= 80; id++) expect((await raw.next("puback")).reasonCode).toBe(0);
  }

  expect(await raw.isServed()).toBe(true);
});

const telemetry = "v1/devices/me/telemetry";

/** Stays far above any rate, however slowly either side gets its turn: the next burst follows the last one's answers. */
async function burstsUntilClosed(raw: RawMqtt, burst = 200): Promise<void> {
  for (let sent = 0; !raw.socket.destroyed; sent += burst) {
    raw.send(...Array.from({ length: burst }, (_, n) => publishPacket(n + 131)));
    while (!raw.socket.destroyed && raw.packets.length < sent + burst) await sleep(2);
  }
}

test.each([4, 5] as const)(
  "[MQ9] a device that stays above its rate is disconnected, version 5 with 0x96, and the log says why (level %i)",
  async (version) => {
    await using bare = await startBareMqtt({ rates: { deviceMessages: 100 }, limits: { rateToleranceMs: 100 } });
    const raw = await RawMqtt.connected(bare.port, "a", version);

    raw.send(
      ...Array.from({ length: 130 }, (_, n) => publishPacket(n + 1, "{}", { topic: n < 100 ? telemetry : "x" })),
    );
    await burstsUntilClosed(raw); // read when the first have been waited off
    while (bare.gateway.remarks.every(({ kind }) => kind !== "DISCONNECT")) await sleep(5);

    const goodbye = raw.packets.find(({ cmd }) => cmd === "disconnect");
    expect(goodbye && "reasonCode" in goodbye ? goodbye.reasonCode : undefined).toBe(version === 5 ? 0x96 : undefined);
    const last = bare.gateway.remarks.findLast(({ kind }) => kind === "DISCONNECT");
    expect(last?.error).toContain("100 per second (deviceMessages)");
  },
);

test("[REL2] a device that does not read its pushes is disconnected before they fill the memory", async () => {
  await using bare = await startBareMqtt();
  const raw = await RawMqtt.connected(bare.port, "a");
  raw.send({ cmd: "subscribe", messageId: 1, subscriptions: [{ topic: "v1/devices/me/attributes", qos: 0 }] });
  await raw.next("suback");
  raw.socket.pause();
  const { id } = await bare.gateway.findDevice("a");
  const payload = JSON.stringify({ text: "x".repeat(65_536) });

  let pushes = 0;
  for (; pushes < 1_000 && bare.gateway.remarks.every(({ kind }) => kind !== "DISCONNECT"); pushes++) {
    for (const seat of bare.roster.of(id)) seat.pushAttributes(payload);
    await sleep(1);
  }
  raw.socket.destroy();
  while (bare.gateway.remarks.every(({ kind }) => kind !== "DISCONNECT")) await sleep(10);

  expect(bare.gateway.remarks.at(-1)?.error).toBe("the device does not read what it is sent");
});

test("[DEV3] the will of a deleted device is not published", async () => {
  await using bare = await startBareMqtt();
  const will = { topic: "v1/devices/me/telemetry", payload: Buffer.from("gone"), qos: 0 as const, retain: false };
  const [deleted, rotated] = [
    await RawMqtt.connected(bare.port, "deleted", 4, { will }),
    await RawMqtt.connected(bare.port, "rotated", 4, { will: { ...will, payload: Buffer.from("still there") } }),
  ];

  for (const seat of bare.roster.of((await bare.gateway.findDevice("deleted")).id)) seat.forget();
  for (const seat of bare.roster.of((await bare.gateway.findDevice("rotated")).id)) seat.close("token-revoked");
  await Promise.all([deleted.closed, rotated.closed]);
  while (bare.gateway.stored.length === 0) await sleep(10);

  expect(bare.gateway.stored).toEqual(["still there"]);
});

test("metrics tell connections, messages, bytes, refusals and the delay of acknowledgements", async () => {
  await using bare = await startBareMqtt();
  await using raw = await RawMqtt.connected(bare.port, "a");
  raw.send(publishPacket(1), publishPacket(2, "{}", { topic: "nobody/serves/this" }));
  await raw.next("puback");
  await raw.next("puback");

  const text = await bare.registry.metrics();

  expect(text).toContain("heliograph_mqtt_connections 1");
  expect(text).toContain("heliograph_mqtt_messages_in_total 2");
  expect(text).toMatch(/heliograph_mqtt_bytes_out_total [1-9]/);
  expect(text).toContain('heliograph_mqtt_messages_rejected_total{reason="topic-unknown"} 1');
  expect(text).toMatch(/heliograph_mqtt_ack_delay_seconds_count [1-9]/);
});
