import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Device } from "../../../server/src/core/devices/index.ts";
import type { DeviceCall } from "../../../server/src/transports/mqtt/device-gateway.ts";
import { startBareMqtt } from "../../support/bare-mqtt.ts";
import { RawMqtt } from "../../support/raw-mqtt.ts";

const requests = "v1/devices/me/rpc/request/+";

test.each([0, 1] as const)("[CMD2] a call taken while the connection ended was not delivered (QoS %i)", async (qos) => {
  await using bare = await startBareMqtt();
  const told: (string | undefined)[] = [];
  const asked = Promise.withResolvers<void>();
  const taken = Promise.withResolvers<readonly DeviceCall[]>();
  Object.assign(bare.gateway, {
    takeCalls: () => {
      asked.resolve();
      return taken.promise;
    },
    delivered: (_: Device, __: number, problem?: string) => told.push(problem),
  });
  const raw = await RawMqtt.connected(bare.port, "a");
  raw.send({ cmd: "subscribe", messageId: 1, subscriptions: [{ topic: requests, qos }] });
  await asked.promise;

  await raw[Symbol.asyncDispose]();
  while (bare.gateway.remarks.every(({ kind }) => kind !== "DISCONNECT")) await sleep(5);
  taken.resolve([{ messageId: 1, payload: "{}" }]);
  while (told.length === 0) await sleep(5);

  expect(told).toEqual(["the connection ended before the call could be sent"]);
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
