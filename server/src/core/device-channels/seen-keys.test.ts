import { expect, test } from "vitest";
import { type DeviceId, newId } from "../../kernel/ids.ts";
import { lookedAtMost, seenKeys } from "./seen-keys.ts";

const devices = [newId<DeviceId>(), newId<DeviceId>()];
const keysOf = (count: number) => Array.from({ length: count }, (_, n) => `k${n}`);
const telemetryOf = (keys: readonly string[]) => ({ keys: async () => keys, latest: async () => new Map() });

function work(): undefined {
  const end = performance.now() + 1;
  while (performance.now() < end); // as long as ten thousand patterns take
}

test("[API11] looking for keys nobody described lets others in between", async () => {
  let [turnsOfOthers, isOver] = [0, false];
  const count = () => {
    turnsOfOthers++;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);

  await seenKeys(telemetryOf(keysOf(100)), devices, work, String);
  isOver = true;

  expect(turnsOfOthers).toBeGreaterThan(3);
});

test("[API11] each key is compared once, however many devices send it, and no more than so many", async () => {
  const asked: string[] = [];
  const channelOf = (key: string) => (asked.push(key) % 2 === 0 ? undefined : key);

  const seen = await seenKeys(telemetryOf(keysOf(lookedAtMost + 5_000)), devices, channelOf, String);

  expect(new Set(asked).size).toBe(lookedAtMost);
  expect(asked).toHaveLength(lookedAtMost);
  expect(seen.total).toBe(lookedAtMost / 2);
});

test("[TYP2] a channel is seen on a device once, however many of its keys a pattern describes", async () => {
  const channelOf = (key: string) => (key === "k0" ? undefined : "k*");

  const seen = await seenKeys(telemetryOf(keysOf(3)), devices, channelOf, String);

  expect(seen).toMatchObject({ devices: 2, total: 1, described: [{ key: "k*", devices: 2 }] });
});
