import type { DeviceId } from "../../../kernel/ids.ts";
import type { PointBatch } from "../../telemetry/index.ts";

/** Points that rules wrote and that were not looked at yet; the oldest are forgotten, and the limit per hour is left. */
const rememberedAtMost = 10_000;

const nameOf = (device: DeviceId, key: string, ts: number): string => `${device} ${ts} ${key}`;

/** How many rules led to a point: rules that write what others look at have an end [RUL4]. */
export class HopMarks {
  readonly #hops = new Map<string, number>();

  mark(device: DeviceId, key: string, ts: number, hops: number): void {
    const [oldest] = this.#hops.keys();
    if (oldest !== undefined && this.#hops.size >= rememberedAtMost) this.#hops.delete(oldest);
    this.#hops.set(nameOf(device, key, ts), hops);
  }

  /** Of the one that most rules led to; each is asked for once. */
  take(device: DeviceId, points: PointBatch): number {
    if (this.#hops.size === 0) return 0;
    let most = 0;
    for (const { key, ts } of points) {
      const name = nameOf(device, key, ts);
      most = Math.max(most, this.#hops.get(name) ?? 0);
      this.#hops.delete(name);
    }
    return most;
  }
}
