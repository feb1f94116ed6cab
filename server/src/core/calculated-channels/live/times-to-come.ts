import type { PointBatch } from "../../telemetry/index.ts";

/** Points that are stored and are still to be looked at, by key: what follows from them is told when it is their turn. */
export class TimesToCome {
  readonly #byKey = new Map<string, Set<number>>();

  add(points: PointBatch): void {
    for (const { key, ts } of points) {
      const known = this.#byKey.get(key);
      if (known) known.add(ts);
      else this.#byKey.set(key, new Set([ts]));
    }
  }

  has(key: string, ts: number): boolean {
    return this.#byKey.get(key)?.has(ts) ?? false;
  }
}
