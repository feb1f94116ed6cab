import type {
  LogFollower,
  LoggedBatch,
  LoggedCommit,
  NewestPoints,
  PointBatch,
  PointLog,
  Sample,
  SeriesName,
  TimeRange,
} from "../../server/src/core/telemetry/index.ts";
import type { DeviceId } from "../../server/src/kernel/ids.ts";
import { type EpochMs, epochMs } from "../../server/src/kernel/time.ts";

/** Points and their log, with a clock that is set by hand: what outlives a node, without its threads. */
export class PointsInMemory implements PointLog, NewestPoints {
  now: number;
  readonly #commits: LoggedCommit[] = [];
  readonly #series = new Map<string, Map<number, Sample>>();
  #follower: LogFollower | undefined;

  constructor(now: number) {
    this.now = now;
  }

  readonly clock = (): EpochMs => epochMs(this.now);

  send(device: DeviceId, points: PointBatch): void {
    for (const { key, ts, value } of points) this.seriesOf(device, key).set(ts, { ts, value });
    const commit = { position: this.#commits.length + 1, arrival: this.clock(), batches: [{ device, points }] };
    this.#commits.push(commit);
    this.#follower?.committed(commit);
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

  /** The node is gone: nobody is told any more. */
  async unfollow(): Promise<void> {
    this.#follower = undefined;
  }

  async *scan(device: DeviceId, key: string, { from, to }: TimeRange, order = "ASC", limit = Number.POSITIVE_INFINITY) {
    const samples = this.samples(device, key).filter(({ ts }) => ts >= from && ts < to);
    yield (order === "ASC" ? samples : samples.toReversed()).slice(0, limit);
  }

  async newest(series: readonly SeriesName[]): Promise<readonly (Sample | undefined)[]> {
    return series.map(({ device, key }) => this.samples(device, key).at(-1));
  }

  expectQuestions(): void {}

  /** By time. */
  samples(device: DeviceId, key: string): readonly Sample[] {
    return [...this.seriesOf(device, key).values()].toSorted((a, b) => a.ts - b.ts);
  }

  protected seriesOf(device: DeviceId, key: string): Map<number, Sample> {
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
