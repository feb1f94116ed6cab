import { shardCount, shardOf } from "../../../core/cluster/index.ts";
import type { DeviceId } from "../../../kernel/ids.ts";
import { notHere } from "../errors.ts";

/** Which shards this member of a cluster serves, as the main thread sees it. A node that is alone has none of this. */
export class ShardsHere {
  readonly #held = new Set<number>();

  get ids(): number[] {
    return [...this.#held].sort((a, b) => a - b);
  }

  has(shard: number): boolean {
    return this.#held.has(shard);
  }

  /** Of which shard the device is; throws when that is another's. */
  require(device: DeviceId): number {
    const shard = shardOf(device);
    if (!this.#held.has(shard)) throw notHere();
    return shard;
  }

  /** New series of a shard have numbers that tell it. */
  readonly classes = { count: shardCount, of: (device: string): number => shardOf(device) };

  add(shards: readonly number[]): void {
    for (const shard of shards) this.#held.add(shard);
  }

  remove(shards: readonly number[]): void {
    for (const shard of shards) this.#held.delete(shard);
  }
}
