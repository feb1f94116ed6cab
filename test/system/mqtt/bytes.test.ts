import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { generate } from "mqtt-packet";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type BareMqtt, startBareMqtt } from "../../support/bare-mqtt.ts";
import { connectPacket, publishPacket, RawMqtt, type Version } from "../../support/raw-mqtt.ts";
import { isLongRun } from "../../switches.ts";

let bare: BareMqtt;
beforeAll(async () => {
  bare = await startBareMqtt();
});
afterAll(() => bare[Symbol.asyncDispose]());

const dialogue = (version: Version): Buffer =>
  Buffer.concat(
    [
      connectPacket("split", version),
      publishPacket(1, '{"first":1}'),
      {
        cmd: "subscribe" as const,
        messageId: 2,
        subscriptions: [{ topic: "v1/devices/me/attributes", qos: 1 as const }],
      },
      publishPacket(3, `{"${"long ".repeat(60)}":2}`),
      { cmd: "pingreq" as const },
      { cmd: "unsubscribe" as const, messageId: 4, unsubscriptions: ["v1/devices/me/attributes"] },
    ].map((packet) => generate(packet, { protocolVersion: version })),
  );

/** From one cut to the next; the parts between are long texts. */
const step = isLongRun() ? 1 : 3;

const expected = ["connack", "puback", "suback", "puback", "pingresp", "unsuback"].sort();

async function answers(version: Version, parts: readonly Buffer[], pause: boolean): Promise<string[]> {
  await using raw = await RawMqtt.open(bare.port, version);
  const seen: string[] = [];
  for (const part of parts) {
    raw.socket.write(part);
    if (pause) await sleep(0);
  }
  for (let n = 0; n < expected.length; n++) {
    while (raw.packets.length === 0) await sleep(1);
    seen.push(raw.packets.shift()?.cmd ?? "");
  }
  return seen.sort();
}

test.each([4, 5] as const)(
  "packets cut at every boundary are read as if they had come whole (level %i)",
  async (version) => {
    const bytes = dialogue(version);
    for (let at = 1; at < bytes.length; at += step) {
      const parts = [bytes.subarray(0, at), bytes.subarray(at)];
      expect(await answers(version, parts, true), `cut at ${at}`).toEqual(expected);
    }
  },
);

test.each([4, 5] as const)("packets that come byte by byte are read (level %i)", async (version) => {
  const bytes = dialogue(version);

  expect(
    await answers(
      version,
      Array.from(bytes, (byte) => Buffer.from([byte])),
      true,
    ),
  ).toEqual(expected);
});

test.each([4, 5] as const)("packets that come all at once are read (level %i)", async (version) => {
  expect(await answers(version, [dialogue(version)], false)).toEqual(expected);
});

test("[MQ8] a packet of exactly the limit is taken, one byte more is not, before it is buffered", async () => {
  await using small = await startBareMqtt({ limits: { maxPacketSize: 1_024 } });
  const frame = (length: number) => {
    const empty = generate(publishPacket(1, ""), { protocolVersion: 5 }).length + 1; // a length field of two bytes
    return generate(publishPacket(1, `"${"x".repeat(length - empty - 2)}"`), { protocolVersion: 5 });
  };
  const raw = await RawMqtt.connected(small.port, "a", 5);

  raw.socket.write(frame(1_024));
  expect((await raw.next("puback")).messageId).toBe(1);
  raw.socket.write(frame(1_025).subarray(0, 3)); // its header only

  expect((await raw.next("disconnect")).reasonCode).toBe(0x95);
  await raw.closed;
});

test("[MQ8] a connection that drips bytes without a CONNECT is closed in time, others are served meanwhile", async () => {
  await using quick = await startBareMqtt({ limits: { connectTimeoutMs: 2_000 } });
  const socket = connect({ port: quick.port, host: "127.0.0.1" });
  await once(socket, "connect");
  socket.on("error", () => undefined);
  const closed = once(socket, "close");
  const bytes = generate(connectPacket("slow", 4, { clientId: "x".repeat(200) }));
  let at = 0;
  const drip = setInterval(() => socket.write(bytes.subarray(at, ++at)), 200);

  await using other = await RawMqtt.connected(quick.port, "quick");
  expect(await other.isServed()).toBe(true);
  socket.resume();
  await closed;
  clearInterval(drip);

  expect(at).toBeLessThan(bytes.length);
});

test("[MQTT-3.1.2-24] a device that drips bytes but completes no packet is closed by its keep-alive", async () => {
  const raw = await RawMqtt.connected(bare.port, "dripping", 5, { keepalive: 1 });
  const bytes = generate(publishPacket(1, "x".repeat(1_000)), { protocolVersion: 5 });
  let at = 0;
  const drip = setInterval(() => raw.socket.write(bytes.subarray(at, ++at)), 100);

  expect((await raw.next("disconnect")).reasonCode).toBe(0x8d);
  clearInterval(drip);
  await raw.closed;
});
