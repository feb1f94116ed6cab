import type {
  LogFollower,
  LoggedBatch,
  LoggedCommit,
  PointBatch,
  PointLog,
  Sample,
  TimeRange,
} from "../../server/src/core/telemetry/index.ts";
import type { DeviceId } from "../../server/src/kernel/ids.ts";
import { type EpochMs, epochMs } from "../../server/src/kernel/time.ts";

/** Points that can be written by those who follow them, with a clock that is set by hand: what outlives a node. */
export class WritablePoints implements PointLog {
  now: number;
  readonly #commits: LoggedCommit[] = [];
  readonly #series = new Map<string, Map<number, Sample>>();
  #follower: LogFollower | undefined;
  /** Whoever wants to write from now on is as good as dead. */
  isDead = false;
  writes = 0;

  constructor(now: number) {
    this.now = now;
  }

  readonly clock = (): EpochMs => epochMs(this.now);

  async append(device: DeviceId, points: PointBatch): Promise<void> {
    if (this.isDead) return new Promise(() => undefined);
    this.writes += points.length;
    this.send(device, points);
  }

  send(device: DeviceId, points: PointBatch): void {
    for (const { key, ts, value } of points) this.#seriesOf(device, key).set(ts, { ts, value });
    const commit = { position: this.#commits.length + 1, arrival: this.clock(), batches: [{ device, points }] };
    this.#commits.push(commit);
    this.#follower?.committed(commit);
  }

  async delete(device: DeviceId, keys: "all" | { readonly only: readonly string[] }, range: TimeRange): Promise<void> {
    if (this.isDead) return new Promise(() => undefined);
    for (const key of keys === "all" ? [] : keys.only) {
      const series = this.#seriesOf(device, key);
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

  async follow(follower: LogFollower, after: number | undefined): Promise<number> {
    const from = after ?? this.#commits.length;
    for (const commit of this.#commits) if (commit.position > from) follower.committed(copyOf(commit));
    this.#follower = follower;
    return from;
  }

  passed(): void {}
  toldUpTo = (): EpochMs => this.clock();
  underWay = (): readonly LoggedBatch[] => [];

  async unfollow(): Promise<void> {
    this.#follower = undefined;
  }

  async *scan(device: DeviceId, key: string, { from, to }: TimeRange, order = "ASC", limit = Number.POSITIVE_INFINITY) {
    const samples = this.samples(device, key).filter(({ ts }) => ts >= from && ts < to);
    yield (order === "ASC" ? samples : samples.toReversed()).slice(0, limit);
  }

  /** By time. */
  samples(device: DeviceId, key: string): readonly Sample[] {
    return [...this.#seriesOf(device, key).values()].toSorted((a, b) => a.ts - b.ts);
  }

  #seriesOf(device: DeviceId, key: string): Map<number, Sample> {
    const name = `${device} ${key}`;
    const series = this.#series.get(name) ?? new Map<number, Sample>();
    this.#series.set(name, series);
    return series;
  }
}

/** As it is read again from the disk: nobody knows its own any more. */
const copyOf = (commit: LoggedCommit): LoggedCommit => ({
  ...commit,
  batches: commit.batches.map(({ device, points }) => ({ device, points: [...points] })),
});
