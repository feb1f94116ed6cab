import { expect, test } from "vitest";
import { WritablePoints } from "../../../../../test/support/calculated-points.ts";
import { type CalculatedChannelId, type DeviceId, newId, type TenantId } from "../../../kernel/ids.ts";
import { epochMs } from "../../../kernel/time.ts";
import { HopMarks } from "../../rules/index.ts";
import type { CalculatedChannel } from "../calculated-channel.ts";
import type { Late } from "./interval-calculation.ts";
import { LiveCalculations } from "./live-calculations.ts";

const noon = Date.UTC(2026, 10, 20, 12);
const everyMs = 10_000;
const [member, target] = [newId<DeviceId>(), newId<DeviceId>()];
const summed = { kind: "PROJECT" as const, name: "sum", key: "power", function: "SUM" as const, maxAgeMs: 1_000 };
const channel: CalculatedChannel = {
  ...{ id: newId<CalculatedChannelId>(), tenantId: newId<TenantId>(), version: 1 },
  definition: { scope: { kind: "DEVICE", deviceId: target }, key: "all", inputs: [summed], expression: "sum", everyMs },
  ...{ createdTime: epochMs(0), updatedTime: epochMs(0) },
};

/** One of two nodes on the same points. */
function node(points: WritablePoints, has: Set<DeviceId>, told: Late[]) {
  const failed = (error: unknown): never => {
    throw error;
  };
  const store = {
    channels: async () => [channel],
    devices: async () => [],
    members: async () => [member],
    progress: async () => ({ time: epochMs(noon) }),
    ...{ seen: async () => undefined, note: async () => undefined },
  };
  const shared = {
    isOurs: (device: DeviceId) => has.has(device),
    tellLate: async (_target: DeviceId, _channel: CalculatedChannelId, late: readonly Late[]) =>
      void told.push(...late),
  };
  const outcome = { onFailure: failed, onRefused: failed, audience: { offer: () => undefined }, hops: new HopMarks() };
  return new LiveCalculations({ store, log: points, points, clock: points.clock, shared, ...outcome }, 10);
}

const sumsIn = (points: WritablePoints) =>
  points.samples(target, "all").map(({ ts, value }) => [(ts - noon) / everyMs, value]);

test("[RUL7, CLU2] intervals are calculated by the node that has the channel's device; another one tells it of late points, and takes up what ended when the device comes", async () => {
  const points = new WritablePoints(noon);
  const [has, told]: [Set<DeviceId>, Late[]] = [new Set(), []];
  const live = node(points, has, told);
  await live.start();
  points.send(member, [{ key: "power", ts: epochMs(noon + everyMs - 500), value: 5 }]);
  points.now = noon + 2 * everyMs;
  await live.settled();
  expect([sumsIn(points), told]).toEqual([[], []]); // another node's

  points.send(member, [{ key: "power", ts: epochMs(noon + everyMs - 400), value: 7 }]);
  points.now = noon + 2 * everyMs + 1_500;
  await live.settled();
  expect([sumsIn(points), told.length]).toEqual([[], 1]);

  has.add(target);
  live.tookOver((device) => device === target);
  await live.settled();
  expect(sumsIn(points)).toEqual([[1, 7]]);
  points.send(member, [{ key: "power", ts: epochMs(noon + everyMs - 300), value: 9 }]);
  points.now = noon + 2 * everyMs + 3_000;
  await live.settled();
  expect([sumsIn(points), told.length]).toEqual([[[1, 9]], 1]);
  await live.stop();
});
