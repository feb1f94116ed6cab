import type { PointBatch, Sample, TimeRange } from "../../server/src/core/telemetry/index.ts";
import type { DeviceId } from "../../server/src/kernel/ids.ts";
import { PointsInMemory } from "./points-in-memory.ts";

/** Points that can be written by those who follow them, too. */
export class WritablePoints extends PointsInMemory {
  /** Whoever wants to write from now on is as good as dead. */
  isDead = false;
  writes = 0;

  async append(device: DeviceId, points: PointBatch): Promise<void> {
    if (this.isDead) return new Promise(() => undefined);
    this.writes += points.length;
    this.send(device, points);
  }

  async delete(device: DeviceId, keys: "all" | { readonly only: readonly string[] }, range: TimeRange): Promise<void> {
    if (this.isDead) return new Promise(() => undefined);
    for (const key of keys === "all" ? [] : keys.only) {
      const series = this.seriesOf(device, key);
      for (const ts of [...series.keys()]) if (ts >= range.from && ts < range.to) series.delete(ts);
    }
  }

  async latest(device: DeviceId, keys: "all" | { readonly only: readonly string[] }) {
    const found = new Map<string, Sample>();
    for (const key of keys === "all" ? [] : keys.only) {
      const [newest] = this.samples(device, key).toReversed();
      if (newest) found.set(key, newest);
    }
    return found;
  }
}
