import { expect, test } from "vitest";
import { type DeviceId, newId } from "../../kernel/ids.ts";
import { epochMs } from "../../kernel/time.ts";
import { TelemetryFeed } from "./telemetry-feed.ts";
import type { PointBatch } from "./value.ts";

const batch: PointBatch = [{ key: "a", ts: epochMs(1), value: 1 }];

test("points reach those who watch their device, and nobody else", () => {
  const feed = new TelemetryFeed(() => undefined);
  const [mine, other] = [newId<DeviceId>(), newId<DeviceId>()];
  const seen: string[] = [];
  feed.watch(mine, () => seen.push("first"));
  const stop = feed.watch(mine, () => seen.push("second"));
  feed.watch(other, () => seen.push("other"));

  feed.offer(mine, batch);
  stop();
  stop();
  feed.offer(mine, batch);

  expect(seen).toEqual(["first", "second", "first"]);
});

test("a watcher that throws is told about and disturbs nobody", () => {
  const errors: unknown[] = [];
  const feed = new TelemetryFeed((error) => errors.push(error));
  const device = newId<DeviceId>();
  const seen: PointBatch[] = [];
  feed.watch(device, () => {
    throw new Error("broken");
  });
  feed.watch(device, (points) => seen.push(points));

  feed.offer(device, batch);

  expect(seen).toEqual([batch]);
  expect(errors).toHaveLength(1);
});
