import { shardOf } from "../../core/cluster/index.ts";
import { type KeySelection, maxAbsoluteTs, type TimeRange } from "../../core/telemetry/index.ts";
import type { DeviceId } from "../../kernel/ids.ts";
import { type EpochMs, epochMs } from "../../kernel/time.ts";
import type { CommitQueue } from "./commit/commit-queue.ts";
import type { LatestCache } from "./heads/latest-cache.ts";
import { seriesPerRemoval } from "./limits.ts";
import type { DeviceKeys, SeriesDirectory } from "./series/series-directory.ts";

interface RemovalParts {
  readonly directory: SeriesDirectory;
  readonly latest: LatestCache;
  readonly queue: CommitQueue;
  /** Refuses while the store stops or its storage is away. */
  readonly during: <Result>(begin: () => Promise<Result>) => Promise<Result>;
}

/** What is removed of the devices that are here. Each is seen through once it has begun, whoever waits: memory follows what became of it. */
export class StoredRemovals {
  readonly #parts: RemovalParts;

  constructor(parts: RemovalParts) {
    this.#parts = parts;
  }

  async delete(device: DeviceId, keys: KeySelection, range: TimeRange, isFollowers = false): Promise<void> {
    const { directory } = this.#parts;
    const series = [...directory.selected(device, keys)].map(([, id]) => id);
    await this.#remove(series, directory.shardsOf(device), range, isFollowers);
  }

  async forget(device: DeviceId): Promise<void> {
    const { directory, latest, queue } = this.#parts;
    const shards = directory.shardsOf(device);
    let keys: DeviceKeys = new Map();
    let series = new Uint32Array();
    try {
      await queue.enqueue(() => {
        keys = directory.forget(device); // what is appended from here on belongs to a new device
        series = Uint32Array.from(keys.values());
        return { type: "forget", device, series, shards };
      });
    } catch (error) {
      directory.restore(device, keys);
      throw error;
    }
    for (const id of series) latest.forget(id);
    queue.followed.whenPassed(() => directory.release(series)); // the log may know these by their numbers still
  }

  async applyRetention(devices: AsyncIterable<DeviceId> | Iterable<DeviceId>, before: EpochMs): Promise<void> {
    const { directory } = this.#parts;
    const range = { from: epochMs(-maxAbsoluteTs), to: before };
    let series: number[] = [];
    const shards = new Set<number>();
    const remove = async (): Promise<void> => {
      const removed = [series, [...shards]] as const;
      series = [];
      shards.clear();
      await this.#remove(...removed, range);
    };
    for await (const device of devices) {
      if (directory.here?.has(shardOf(device)) === false) continue; // its own node does that
      for (const shard of directory.shardsOf(device)) shards.add(shard);
      series.push(...directory.keysOf(device).values());
      if (series.length >= seriesPerRemoval) await remove();
    }
    await remove();
  }

  async #remove(
    series: readonly number[],
    shards: readonly number[],
    range: TimeRange,
    isFollowers = false,
  ): Promise<void> {
    if (range.from >= range.to) return;
    for (let i = 0; i < series.length; i += seriesPerRemoval) {
      const ids = Uint32Array.from(series.slice(i, i + seriesPerRemoval));
      await this.#parts.during(() => this.#removeFrom(ids, shards, range, isFollowers));
    }
  }

  async #removeFrom(series: Uint32Array, shards: readonly number[], range: TimeRange, isFollowers: boolean) {
    const { from, to } = range;
    const { latest, queue } = this.#parts;
    await queue.enqueue(() => ({ type: "remove", series, from, to, shards }), isFollowers);
    for (const id of series) latest.forget(id);
  }
}
