import { randomInt } from "node:crypto";
import { type Duplex, duplexPair } from "node:stream";
import { setImmediate as turn } from "node:timers/promises";
import { generate, type Packet } from "mqtt-packet";
import { expect, test } from "vitest";
import { startBareMqtt } from "../../support/bare-mqtt.ts";
import { connectPacket, publishPacket, RawMqtt, type Version } from "../../support/raw-mqtt.ts";
import { limitOf, sizeOf } from "../../switches.ts";

const packets = sizeOf("HELIO_TEST_FUZZ");
const packetsPerConnection = 10;
const connectionsAtOnce = 50;

const will = { topic: "v1/devices/me/telemetry", payload: Buffer.from("{}"), qos: 1 as const, retain: false };
const kinds: readonly Packet[] = [
  publishPacket(1),
  publishPacket(2, "x".repeat(300), { qos: 2 }),
  publishPacket(3, "{}", {
    topic: "v1/devices/me/attributes/request/7",
    properties: { topicAlias: 3, contentType: "a" },
  }),
  publishPacket(4, "{}", { qos: 0, messageId: undefined, topic: "v1/devices/me/rpc/request/1" }),
  {
    cmd: "subscribe",
    messageId: 5,
    subscriptions: [
      { topic: "v1/devices/me/#", qos: 1 },
      { topic: "#", qos: 2 },
    ],
    properties: { subscriptionIdentifier: 9 },
  },
  {
    cmd: "unsubscribe",
    messageId: 6,
    unsubscriptions: ["v1/devices/me/#", "x"],
    properties: { userProperties: { a: ["b", "c"] } },
  },
  { cmd: "pubrel", messageId: 2, reasonCode: 0 },
  { cmd: "puback", messageId: 1, reasonCode: 0, properties: { reasonString: "because" } },
  { cmd: "pubrec", messageId: 1, reasonCode: 0 },
  { cmd: "pingreq" },
  { cmd: "disconnect", reasonCode: 4, properties: { reasonString: "bye" } },
  { cmd: "auth", reasonCode: 0x18, properties: { authenticationMethod: "m", authenticationData: Buffer.from([1, 2]) } },
  connectPacket("fuzz", 5, { will: { ...will, properties: { willDelayInterval: 3, userProperties: { x: "y" } } } }),
];

const versions = [3, 4, 5] as const;
const encoded = new Map(
  versions.map((version) => [
    version,
    kinds
      .filter((kind) => version === 5 || kind.cmd !== "auth")
      .map((kind) => generate(kind, { protocolVersion: version })),
  ]),
);
const pick = <T>(list: readonly T[]): T => list[randomInt(list.length)] as T;

/** One to four changes: a bit, a byte, a cut, a repetition, bytes of another packet. */
function mutated(seed: Buffer, others: readonly Buffer[]): Buffer {
  let bytes = Buffer.from(seed);
  for (let changes = randomInt(1, 5); changes > 0 && bytes.length > 0; changes--) {
    const at = randomInt(bytes.length);
    const rest = bytes.subarray(at);
    const change = randomInt(5);
    if (change === 0) bytes[at] = (bytes[at] ?? 0) ^ (1 << randomInt(8));
    else if (change === 1) bytes[at] = pick([0, 1, 0x7f, 0x80, 0xff, randomInt(256)]);
    else if (change === 2) bytes = Buffer.concat([bytes.subarray(0, at), rest.subarray(randomInt(rest.length + 1))]);
    else if (change === 3) bytes = Buffer.concat([bytes.subarray(0, at), rest, rest]);
    else bytes = Buffer.concat([bytes.subarray(0, at), pick(others), rest]);
  }
  return bytes;
}

/** Resolves to whether the first that comes from the other side is a CONNACK that lets us in. */
const letIn = (stream: Duplex): Promise<boolean> =>
  new Promise((resolve) => {
    stream.once("data", (bytes: Buffer) => resolve(bytes[0] === 0x20 && bytes[3] === 0));
    stream.once("close", () => resolve(false));
  });

/** Resolves when the other side has read the bytes, or will never read them. */
const taken = (stream: Duplex, bytes: Buffer): Promise<void> =>
  new Promise((resolve) => stream.write(bytes, () => resolve()));

test(`[REL3] ${packets} mutated packets: every one is served or refused in our words, and others are served`, {
  timeout: limitOf("HELIO_TEST_FUZZ", 900_000),
}, async () => {
  await using bare = await startBareMqtt({ connectionsPerDevice: 1_000_000 });
  await using witness = await RawMqtt.connected(bare.port, "witness");
  let sessions = 0;

  const attack = async (version: Version, number: number): Promise<void> => {
    const seeds = encoded.get(version) ?? [];
    const [ours, theirs] = duplexPair();
    const closed = new Promise((resolve) => ours.once("close", resolve));
    ours.on("error", () => undefined);
    const isLetIn = letIn(ours);
    bare.server.accept(theirs, { address: "fuzz", via: "TCP" });
    const connect = generate(connectPacket(`fuzz ${number % 100}`, version), { protocolVersion: version });
    const isMutated = number % 10 === 0;
    ours.write(isMutated ? mutated(connect, seeds) : connect);
    if (isMutated)
      await turn(); // it may never be answered
    else if (await isLetIn) sessions++;
    const attacks = Array.from({ length: packetsPerConnection }, () => mutated(pick(seeds), seeds));
    if (isMutated) for (const bytes of attacks) ours.write(bytes);
    else await Promise.all(attacks.map((bytes) => taken(ours, bytes)));
    await turn();
    ours.destroy();
    theirs.destroy();
    await closed;
  };

  for (let sent = 0, number = 0; sent < packets; ) {
    const round = Array.from({ length: connectionsAtOnce }, () => attack(pick(versions), number++));
    await Promise.all(round);
    sent += connectionsAtOnce * packetsPerConnection;
    if (number % 5_000 === 0) expect(await witness.isServed()).toBe(true);
  }

  expect(await witness.isServed()).toBe(true);
  expect(bare.failures).toEqual([]);
  const metrics = await bare.registry.metrics();
  expect(metrics).toContain("heliograph_mqtt_in_flight_bytes 0");
  // The packets were looked at and not thrown away unread.
  const messages = Number(/heliograph_mqtt_messages_in_total (\d+)/.exec(metrics)?.[1]);
  expect(sessions).toBeGreaterThan((packets / packetsPerConnection) * 0.8);
  expect(messages).toBeGreaterThan(packets * 0.005);
});
