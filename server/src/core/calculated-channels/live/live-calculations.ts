import { setImmediate as immediate, setTimeout as sleep } from "node:timers/promises";
import { AppError } from "../../../kernel/errors.ts";
import type { CalculatedChannelId, DeviceId } from "../../../kernel/ids.ts";
import { ownContext } from "../../../kernel/own-context.ts";
import { type Clock, type EpochMs, epochMs } from "../../../kernel/time.ts";
import type {
  LogFollower,
  LoggedBatch,
  LoggedCommit,
  PointBatch,
  PointLog,
  TelemetryStore,
} from "../../telemetry/index.ts";
import { type CalculationParts, DeviceCalculations } from "./device-calculations.ts";
import { graceMs, type Late } from "./interval-calculation.ts";
import { IntervalCalculations, type SharedIntervals } from "./interval-calculations.ts";
import type { LiveCalculationStore } from "./live-calculation-store.ts";
import type { Came } from "./messages-in.ts";
import { OneAtATime } from "./one-at-a-time.ts";
import { ReadyChannels } from "./ready-channels.ts";
import { ResultWriter, type WriterParts } from "./result-writer.ts";

export interface LiveCalculationParts {
  readonly store: LiveCalculationStore;
  readonly log: PointLog;
  readonly points: Pick<TelemetryStore, "scan" | "latest" | "append" | "delete">;
  readonly audience: WriterParts["audience"];
  readonly hops: CalculationParts["hops"];
  readonly clock: Clock;
  readonly shared?: SharedIntervals | undefined;
  readonly onRefused: WriterParts["onRefused"];
  readonly onFailure: (error: unknown, of?: CalculatedChannelId) => void;
}

/** Commits that are looked at in one go, and devices that are calculated beside each other. */
const commitsAtOnce = 256;
const devicesAtOnce = 64;
/** Commits behind them in which late points look for what is still to come. */
const commitsLookedAhead = 1_024;
const notePositionMs = 1_000;
const tickMs = 250;
const retryMs = 500;
/** What is neither done nor known to pass by itself is left out after so many: a job can fill it in. */
const attemptsAtMost = 20;

/** Longer than nobody has a device after its node has died. */
const madeUpAfterTakeOverMs = 60_000;

type Behind = (device: DeviceId) => readonly PointBatch[];

/**
 * Calculates channels behind the commits of points. Results are a function of what is stored, and how far it is noted after they are
 * durable: whatever is looked at again after a kill comes to the same [RUL7].
 */
export class LiveCalculations implements LogFollower {
  readonly #outside = ownContext();
  readonly #parts: LiveCalculationParts;
  readonly #channels = new ReadyChannels();
  readonly #intervals: IntervalCalculations;
  /** Who writes at a device has it for itself: filling in the past waits for its turn as well. */
  readonly byDevice = new OneAtATime<DeviceId>();
  readonly results: ResultWriter;
  readonly #devices = new Map<DeviceId, DeviceCalculations | undefined>();
  #waiting: LoggedCommit[] = [];
  #mustLoad = true;
  #told = 0;
  #done = 0;
  #noted = 0;
  #notedAt = 0;
  #workedAt: EpochMs;
  #isAwaited = false;
  readonly #stopping = new AbortController();
  #isStarting = false;
  #work: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: LiveCalculationParts, devicesAtMost: number) {
    this.#parts = parts;
    this.#workedAt = parts.clock();
    const { points, audience, hops, onRefused, store, clock, shared, onFailure } = parts;
    this.results = new ResultWriter({ store: points, audience, onRefused });
    const { results, byDevice } = this;
    const own = { points, results, hops, store, clock, byDevice, shared };
    const onRemoved = this.removedResults.bind(this);
    this.#intervals = new IntervalCalculations({ ...own, devicesAtMost, onFailure, onRemoved });
  }

  /** Before anything is appended: looks at what was committed and not looked at. */
  async start(): Promise<void> {
    const { store, log, clock } = this.#parts;
    this.#isStarting = true;
    const progress = await store.progress();
    this.#workedAt = progress?.time ?? clock();
    this.#done = await log.follow(this, progress?.position);
    this.#told = this.#waiting.at(-1)?.position ?? this.#done;
    this.#isStarting = false;
    this.#timer = setInterval(() => this.#wake(), tickMs).unref();
    this.#wake();
  }

  committed(commit: LoggedCommit): void {
    this.#told = commit.position;
    if (this.#isIdle && !commit.unseen) this.#pass(commit.position);
    else this.#waiting.push(commit);
    this.#wake();
  }

  /** Nothing is calculated: points pass without a trace. */
  get #isIdle(): boolean {
    const isBusy = this.#isStarting || this.#mustLoad || this.#waiting.length > 0 || this.#work !== undefined;
    return !isBusy && this.#channels.isEmpty;
  }

  #pass(position: number): void {
    this.#done = position;
    this.#noted = position;
    this.#parts.log.passed(position);
  }

  /** What was told so far: a channel that is made now is for what comes after. */
  get position(): number {
    return this.#told;
  }

  /** Channels are others from here on. */
  changed(): void {
    this.#mustLoad = true;
    this.#wake();
  }

  /** Somebody changed channels at this node; other nodes may have to hear of it. */
  edited: () => void = () => this.changed();

  /** They are new, elsewhere, of another type or gone. */
  devicesChanged(devices: readonly DeviceId[]): void {
    for (const device of devices) this.#devices.delete(device);
    this.#intervals.forgetMembers();
  }

  /** With it its channels are gone. */
  deviceRemoved(device: DeviceId): void {
    this.devicesChanged([device]);
    if (this.#channels.hasOwn(device)) this.changed();
  }

  /** Points of it were removed. */
  forget(device: DeviceId): void {
    this.#devices.get(device)?.forget();
  }

  /** Another node has points that came too late for intervals of a channel of this one. */
  takeLate(channel: CalculatedChannelId, late: readonly Late[]): void {
    this.#intervals.takeLate(channel, late);
    this.#wake();
  }

  /** While somebody waits for it, how far everything is calculated is noted at once. */
  awaited(isAwaited: boolean): void {
    this.#isAwaited = isAwaited;
    if (isAwaited) this.#wake();
  }

  /** Devices of another node are this one's: intervals that ended meanwhile are calculated. */
  tookOver(isTaken: (device: DeviceId) => boolean): void {
    this.#intervals.reopen(isTaken, this.#parts.clock() - madeUpAfterTakeOverMs);
    this.#wake();
  }

  /** Results of a channel that are none any more: what is calculated from them is so again. */
  async removedResults(device: DeviceId, key: string, times: readonly number[]): Promise<void> {
    if (times.length === 0) return;
    const gone = goneAt(key, times);
    await this.#learn([{ device, points: gone }]);
    const calculations = this.#devices.get(device);
    if (calculations) await this.byDevice.take(device, () => calculations.takeRemoved({ key, times }));
    this.#intervals.notice(device, gone);
  }

  /** Resolves when everything that was committed is calculated and stored, and what its results bring about as well. */
  async settled(): Promise<void> {
    do {
      await this.#settle();
      await immediate();
    } while (this.#hasWork || this.#work !== undefined);
  }

  get #hasWork(): boolean {
    return this.#waiting.length > 0 || this.#mustLoad || !this.#intervals.isSettled;
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#stopping.abort();
    await this.#work;
  }

  get #isStopped(): boolean {
    return this.#stopping.signal.aborted;
  }

  #wake(): void {
    if (this.#work !== undefined || this.#isStopped || this.#isStarting) return;
    if (this.#hasWork || this.#intervals.isDue || this.#isTimeToNote()) void this.#settle();
  }

  #settle(): Promise<void> {
    this.#work ??= this.#outside(() => immediate().then(() => this.#goOn()))
      .catch((error) => this.#parts.onFailure(error))
      .finally(() => {
        this.#work = undefined;
      });
    return this.#work;
  }

  async #goOn(): Promise<void> {
    do {
      if (this.#mustLoad) await this.#insist(() => this.#load());
      await this.#insist(() => this.#intervals.learnMembers());
      await this.#takeSome();
      if (!this.#intervals.isSettled || this.#intervals.isDue) await this.#insist(() => this.#workOnIntervals());
      await this.#note();
    } while (this.#hasWork && !this.#isStopped);
  }

  async #load(): Promise<void> {
    this.#mustLoad = false;
    try {
      this.#channels.load(await this.#parts.store.channels(), this.#parts.onFailure);
    } catch (error) {
      this.#mustLoad = true;
      throw error;
    }
    this.#devices.clear();
    const from = this.#workedAt;
    this.#intervals.load(this.#channels.withIntervals, ({ of }) => Math.max(from, of.updatedTime));
  }

  async #workOnIntervals(): Promise<void> {
    const now = this.#parts.clock();
    await this.#intervals.work();
    this.#workedAt = epochMs(now - graceMs); // what ended since then was left for later
  }

  /** The oldest commits together: nothing of them is done before everything that follows is stored. */
  async #takeSome(): Promise<void> {
    const commits = this.#waiting.slice(0, commitsAtOnce);
    const last = commits.at(-1);
    if (!last) return;
    const batches = this.#channels.isEmpty ? [] : commits.flatMap((commit) => commit.batches);
    await this.#insist(() => this.#learn(batches));
    const byDevice = this.#concerned(batches);
    const behind = this.#batchesBehind(commits.length);
    await this.#insist(() => this.#calculate(byDevice, behind), attemptsAtMost);
    if (this.#isStopped) return;
    for (const { device, points } of batches) this.#intervals.notice(device, points);
    const unseen = commits.flatMap((commit) => commit.unseen?.id ?? []);
    if (unseen.length > 0) await this.#insist(() => this.#parts.store.seen(unseen));
    this.#waiting.splice(0, commits.length);
    this.#done = last.position;
  }

  /** Finds out what is calculated for devices that were not heard of before. */
  async #learn(batches: readonly LoggedBatch[]): Promise<void> {
    const unknown = [...new Set(batches.map(({ device }) => device))].filter((id) => !this.#devices.has(id));
    if (unknown.length === 0) return;
    const found = await this.#parts.store.devices(unknown);
    for (const id of unknown) this.#devices.set(id, undefined);
    const onRemoved = (device: DeviceId, key: string, times: readonly number[]): void =>
      this.#intervals.notice(device, goneAt(key, times));
    const { points, hops } = this.#parts;
    const parts = { points, results: this.results, hops, onRemoved };
    for (const device of found) {
      const channels = this.#channels.channelsOf(device);
      if (channels.length === 0) continue;
      const target = { id: device.id, tenantId: device.tenantId };
      this.#devices.set(device.id, new DeviceCalculations(parts, target, channels));
    }
  }

  /** What came, by device, in order; without what was calculated for the whole device. */
  #concerned(batches: readonly LoggedBatch[]): ReadonlyMap<DeviceId, readonly Came[]> {
    const byDevice = new Map<DeviceId, Came[]>();
    for (const { device, points } of batches) {
      const source = this.results.sourceOf(points);
      if (source === "device" || this.#devices.get(device) === undefined) continue;
      const came = byDevice.get(device) ?? [];
      byDevice.set(device, came);
      came.push({ points, by: source });
    }
    return byDevice;
  }

  /** What waits behind the oldest commits, by device; gathered when somebody asks, which late points alone do. */
  #batchesBehind(oldest: number): Behind {
    let byDevice: ReadonlyMap<DeviceId, readonly LoggedBatch[]> | undefined;
    return (device) => {
      byDevice ??= Map.groupBy(
        this.#waiting.slice(oldest, oldest + commitsLookedAhead).flatMap(({ batches }) => batches),
        (batch) => batch.device,
      );
      const batches = byDevice.get(device) ?? [];
      return batches.map(({ points }) => points).filter((points) => this.results.sourceOf(points) !== "device");
    };
  }

  async #calculate(byDevice: ReadonlyMap<DeviceId, readonly Came[]>, behind: Behind): Promise<void> {
    const all = [...byDevice];
    for (let from = 0; from < all.length; from += devicesAtOnce) {
      await Promise.all(
        all.slice(from, from + devicesAtOnce).map(([device, came]) => this.#calculateOne(device, came, behind)),
      );
    }
  }

  async #calculateOne(device: DeviceId, came: readonly Came[], behind: Behind): Promise<void> {
    const calculations = this.#devices.get(device);
    if (!calculations) return; // gone meanwhile
    await this.byDevice.take(device, () => calculations.take(came, () => behind(device)));
  }

  #isTimeToNote(): boolean {
    const sinceMs = Math.abs(this.#parts.clock() - this.#notedAt); // or a clock that is set back would make the log wait [RUN12]
    return this.#done > this.#noted && (this.#isAwaited || sinceMs >= notePositionMs);
  }

  /** Without channels nothing is written at all. */
  async #note(): Promise<void> {
    if (this.#channels.isEmpty && !this.#isStopped) return this.#pass(this.#done);
    if (!this.#isTimeToNote() || !this.#intervals.isSettled) return;
    const progress = { position: this.#done, time: this.#workedAtLeast() };
    await this.#insist(() => this.#parts.store.note(progress));
    if (this.#isStopped) return;
    this.#notedAt = this.#parts.clock();
    this.#pass(progress.position);
  }

  /** Where nothing has intervals, nothing is to be made up for either. */
  #workedAtLeast(): EpochMs {
    return this.#intervals.isEmpty ? this.#parts.clock() : this.#workedAt;
  }

  /** Until it is done: nothing may be left out. What is broken for good holds up nobody for ever. Undefined when the node stops. */
  async #insist<T>(work: () => Promise<T>, attempts = Number.POSITIVE_INFINITY): Promise<T | undefined> {
    for (let attempt = 1; !this.#isStopped; attempt++) {
      try {
        return await work();
      } catch (error) {
        this.#parts.onFailure(error);
        if (attempt >= attempts && !passes(error)) return undefined;
        await sleep(retryMs, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
      }
    }
    return undefined;
  }
}

/** For those who ask when something changed, not to what. */
const goneAt = (key: string, times: readonly number[]): PointBatch =>
  times.map((ts) => ({ key, ts: epochMs(ts), value: 0 }));

/** A disk that is full, a database that is away. */
const passes = (error: unknown): boolean => error instanceof AppError && error.fault === "busy";
