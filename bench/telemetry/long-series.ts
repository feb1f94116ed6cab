import type { Point } from "../../server/src/core/telemetry/index.ts";
import type { DeviceId } from "../../server/src/kernel/ids.ts";
import { epochMs } from "../../server/src/kernel/time.ts";
import { keys, randomNumbers, startTs } from "./stream.ts";

/** One series beside the stream, for the long reads: a slow float, every second. */
export const longDevice = "long" as DeviceId;
export const longKey = keys[0];
const intervalMs = 1_000;
const batchPoints = 1_000;

export const longRange = (points: number) => ({ from: epochMs(startTs), to: epochMs(startTs + points * intervalMs) });

export function* longStream(points: number): Generator<Point[]> {
  const random = randomNumbers(7);
  let value = 20;
  for (let i = 0; i < points; i += batchPoints) {
    yield Array.from({ length: batchPoints }, (_, n) => {
      value = Math.round((value + (random() - 0.5) * 0.2) * 100) / 100;
      return { key: longKey, ts: epochMs(startTs + (i + n) * intervalMs), value };
    });
  }
}
