import { duplexPair } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { generate, type ISubscribePacket } from "mqtt-packet";
import { expect, test } from "vitest";
import { LocalBus } from "../../../server/src/adapters/bus-local/local-bus.ts";
import { SqlCommandStore } from "../../../server/src/adapters/sql/stores/command-store.ts";
import { Commands } from "../../../server/src/core/commands/index.ts";
import type { Device } from "../../../server/src/core/devices/index.ts";
import { systemClock } from "../../../server/src/kernel/time.ts";
import type { DeviceCall } from "../../../server/src/transports/device-gateway.ts";
import { type BareMqtt, startBareMqtt } from "../../support/bare-mqtt.ts";
import { noAudit } from "../../support/no-audit.ts";
import { connectPacket, RawMqtt } from "../../support/raw-mqtt.ts";

const requests = "v1/devices/me/rpc/request/+";

/** The device's queue is a real one; `beforeHandingOut` is when a call is taken and not with the transport yet. */
async function withQueue(bare: BareMqtt, token: string, beforeHandingOut: () => Promise<void>) {
  const device = await bare.gateway.findDevice(token);
  const limits = { answerTimeoutMs: 60_000, waitingPerDevice: 100 };
  const commands = new Commands(
    {
      store: new SqlCommandStore(bare.database),
      events: new LocalBus((error) => bare.failures.push({ error })),
      audit: noAudit,
      clock: systemClock,
    },
    limits,
  );
  Object.assign(bare.gateway, {
    takeCalls: async (_: Device, limit: number): Promise<readonly DeviceCall[]> => {
      const taken = await commands.take(device.id, ["RPC"], limit);
      await beforeHandingOut();
      return taken.map(({ messageId }) => ({ messageId, payload: "{}" }));
    },
    delivered: (_: Device, messageId: number, problem?: string) =>
      problem ? commands.undeliverable(device.id, messageId, problem) : commands.delivered(device.id, messageId),
    putBack: (_: Device, messageIds: readonly number[]) => commands.putBack(device, messageIds),
  });
  const everything = { deviceId: device.id, status: undefined, type: undefined };
  return {
    queue: () =>
      commands.queue(device, { type: "RPC", method: "m", params: "{}", oneway: true }, { createdBy: "somebody" }),
    statuses: async () => (await commands.list(everything, { limit: 100, page: 0 })).data.map(({ status }) => status),
  };
}

const subscribe = (qos: 0 | 1): ISubscribePacket => ({
  cmd: "subscribe",
  messageId: 1,
  subscriptions: [{ topic: requests, qos }],
});

async function receivedCalls(port: number, qos: 0 | 1): Promise<string[]> {
  await using raw = await RawMqtt.connected(port, "a");
  raw.send(subscribe(qos));
  await raw.next("suback");
  const { topic, messageId } = await raw.next("publish");
  if (messageId !== undefined) raw.send({ cmd: "puback", messageId });
  await raw.isServed();
  return [topic, ...raw.packets.flatMap((packet) => (packet.cmd === "publish" ? [packet.topic] : []))];
}

test.each([0, 1] as const)(
  "[CMD2] a call taken while the connection ended goes out once at the next contact (QoS %i)",
  async (qos) => {
    await using bare = await startBareMqtt();
    const [taken, handOut] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const device = await withQueue(bare, "a", async () => {
      taken.resolve();
      await handOut.promise;
    });
    await device.queue();
    const raw = await RawMqtt.connected(bare.port, "a");
    raw.send(subscribe(qos));
    await taken.promise;

    await raw[Symbol.asyncDispose]();
    while (bare.gateway.remarks.every(({ kind }) => kind !== "DISCONNECT")) await sleep(5);
    handOut.resolve();

    expect(await receivedCalls(bare.port, qos)).toEqual(["v1/devices/me/rpc/request/1"]);
    await expect.poll(device.statuses).toEqual(["DONE"]);
  },
);

test.each([0, 1] as const)(
  "[CMD2] a call that was about to be written when the socket broke goes out once at the next contact (QoS %i)",
  async (qos) => {
    await using bare = await startBareMqtt();
    const handOut = Promise.withResolvers<void>();
    const taken = Promise.withResolvers<void>();
    const device = await withQueue(bare, "a", async () => {
      taken.resolve();
      await handOut.promise;
    });
    await device.queue();
    const [ours, theirs] = duplexPair();
    theirs.resume();
    bare.server.accept(theirs, { address: "here", via: "TCP" });
    for (const packet of [connectPacket("a", 4), subscribe(qos)]) ours.write(generate(packet));
    await taken.promise;

    handOut.resolve();
    for (let turn = 0; turn < 20; turn++) await Promise.resolve(); // the call is with the connection, which writes later
    theirs.destroy();

    expect(await receivedCalls(bare.port, qos)).toEqual(["v1/devices/me/rpc/request/1"]);
    await expect.poll(device.statuses).toEqual(["DONE"]);
  },
);

test("[CMD2] a call taken while the device unsubscribed waits until it listens again", async () => {
  await using bare = await startBareMqtt();
  const [taken, handOut] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const device = await withQueue(bare, "a", async () => {
    taken.resolve();
    await handOut.promise;
  });
  await device.queue();
  await using raw = await RawMqtt.connected(bare.port, "a");
  raw.send(subscribe(1));
  await taken.promise;

  raw.send({ cmd: "unsubscribe", messageId: 2, unsubscriptions: [requests] });
  await raw.next("suback");
  await raw.next("unsuback");
  handOut.resolve();
  await expect.poll(device.statuses).toEqual(["QUEUED"]);
  raw.send(subscribe(1));
  await raw.next("suback");

  expect((await raw.next("publish")).topic).toBe("v1/devices/me/rpc/request/1");
});

test("[CMD2] a device that does not read its calls is handed no more than it can be sent", async () => {
  await using bare = await startBareMqtt();
  const payload = JSON.stringify({ method: "m", params: "x".repeat(100_000) });
  const count = 300;
  let handedOut = 0;
  Object.assign(bare.gateway, {
    takeCalls: async (_: Device, limit: number) =>
      Array.from({ length: Math.min(limit, count - handedOut) }, () => ({ messageId: ++handedOut, payload })),
  });
  await using raw = await RawMqtt.connected(bare.port, "a");
  raw.send({ cmd: "subscribe", messageId: 1, subscriptions: [{ topic: requests, qos: 0 }] });
  await raw.next("suback");
  raw.socket.pause();

  for (let before = -1; before !== handedOut; await sleep(200)) before = handedOut;
  expect(handedOut).toBeLessThan(count);
  raw.socket.resume();
  const topics = [];
  while (topics.length < count) topics.push((await raw.next("publish")).topic);

  expect(new Set(topics).size).toBe(count);
});
