import { expect, test } from "vitest";
import type { DeviceId } from "../../../kernel/ids.ts";
import { epochMs } from "../../../kernel/time.ts";
import type { LoggedBatch } from "../../telemetry/index.ts";
import { unseenAmong, unseenCounts } from "./unseen-points.ts";

const [pump, fan] = ["pump" as DeviceId, "fan" as DeviceId];
const batch = (device: DeviceId, key: string, ...times: number[]): LoggedBatch => ({
  device,
  points: times.map((ts) => ({ key, ts: epochMs(ts), value: 1 })),
});
const samples = (...times: number[]) => times.map((ts) => ({ ts: epochMs(ts), value: 1 }));

test("[RUL3] of what was read, that which nobody looked at is told, by series", () => {
  const batches = [batch(pump, "t", 10, 20, 30), batch(pump, "p", 20), batch(fan, "t", 20, 40)];
  const read = [
    { device: pump, key: "t", samples: samples(30, 25, 20) },
    { device: fan, key: "t", samples: samples(50) },
  ];

  const unseen = unseenAmong(read, batches);

  expect(unseen.get(pump)).toEqual(new Map([["t", new Set([20, 30])]]));
  expect(unseen.get(fan)).toBeUndefined();
});

test("nothing that was read is unseen where nothing was read", () => {
  const read = [{ device: pump, key: "t", samples: [] }];

  expect(unseenAmong(read, [batch(pump, "t", 1)]).size).toBe(0);
});

test("counted are the points of the series that are asked for", () => {
  const batches = [batch(pump, "t", 1, 2), batch(pump, "p", 1), batch(pump, "t", 2), batch(fan, "t", 1)];

  const countOf = unseenCounts([{ device: pump, key: "t" }], batches);

  expect([pump, fan].map((device) => countOf({ device, key: "t" }))).toEqual([3, 0]);
});
