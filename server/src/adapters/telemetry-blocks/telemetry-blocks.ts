import { setTimeout as sleep } from "node:timers/promises";
import type { Transferable } from "node:worker_threads";
import { shardOf } from "../../core/cluster/index.ts";
import {
  type AggregateFunction,
  type AppendTerms,
  type Arrived,
  type BucketEdges,
  type DeleteTerms,
  type KeySelection,
  type LogFollower,
  type LoggedBatch,
  maxAbsoluteTs,
  type NewestPoints,
  type PointBatch,
  type PointLog,
  type Receipt,
  type ReceiptLog,
  type Sample,
  type SeriesName,
  type SeriesOwnership,
  type TelemetryStore,
  type TimeRange,
} from "../../core/telemetry/index.ts";
import type { DeviceId, MqttSessionId, TenantId } from "../../kernel/ids.ts";
import { type EpochMs, epochMs } from "../../kernel/time.ts";
import type { Direction, Span } from "./blocks/point-cursor.ts";
import { type Columns, sampleIfAny, samplesInTurns, samplesOf } from "./columns.ts";
import type { CommitCounts, CommitQueue } from "./commit/commit-queue.ts";
import { tellPast } from "./commit/past-commits.ts";
import type { WriterRequest } from "./commit/writer-requests.ts";
import { storeStopping } from "./errors.ts";
import type { LatestCache } from "./heads/latest-cache.ts";
import { LatestSearch } from "./latest-search.ts";
import {
  closeTimeoutMs,
  directoryPage,
  newestPerRead,
  scanChunkPoints,
  scanChunkTextBytes,
  seriesPerRemoval,
} from "./limits.ts";
import type { ReaderRequest } from "./read/reader-requests.ts";
import { type ChunkSize, scanChunks } from "./read/scan-chunks.ts";
import type { DeviceKeys, SeriesDirectory } from "./series/series-directory.ts";
import type { SeriesLimits } from "./series/series-quota.ts";
import type { SeriesDefinition } from "./storage/series-definition.ts";
import type { ReaderThreads } from "./threads/reader-threads.ts";
import type { TelemetryThread } from "./threads/telemetry-thread.ts";

/** Stands before a storage that may be away: refuses meanwhile, and lets go of whoever waits for it [CLU4]. */
export interface StorageGate {
  during<Result>(begin: () => Promise<Result>): Promise<Result>;
  /** As far as is known. */
  readonly isOpen: boolean;
}

const alwaysOpen: StorageGate = { during: (begin) => begin(), isOpen: true };

export interface TelemetryBlocksParts {
  readonly place: "file" | "postgres";
  readonly writer: TelemetryThread<WriterRequest>;
  readonly readers: ReaderThreads;
  readonly directory: SeriesDirectory;
  readonly latest: LatestCache;
  readonly queue: CommitQueue;
}

const scanChunk: ChunkSize = { points: scanChunkPoints, text: scanChunkTextBytes };

/** The store: the main thread's view of a writer and some reader threads. docs/telemetry-engine.md */
export class TelemetryBlocks implements TelemetryStore, NewestPoints, SeriesOwnership, ReceiptLog, PointLog {
  readonly #parts: TelemetryBlocksParts;
  /** Which devices have a newest value of a kind. */
  readonly search: LatestSearch;
  #isClosed = false;
  #appended = 0;
  #requireRoom: () => void = () => undefined;
  #gate: StorageGate = alwaysOpen;

  constructor(parts: TelemetryBlocksParts) {
    this.#parts = parts;
    this.search = new LatestSearch({ ...parts, read: (series) => this.#readLatest(series) });
  }

  append(device: DeviceId, batch: PointBatch, terms?: AppendTerms): Promise<void> {
    if (this.#isClosed) return Promise.reject(storeStopping());
    try {
      this.#requireRoom();
    } catch (error) {
      return Promise.reject(error);
    }
    this.#appended++;
    if (batch.length === 0) return Promise.resolve();
    return this.#gate.during(() => this.#append(device, batch, terms));
  }

  #append(device: DeviceId, batch: PointBatch, terms: AppendTerms | undefined): Promise<void> {
    const { queue } = this.#parts;
    const stored = queue.append(device, batch, terms);
    return terms?.receipt ? queue.receipts.underWay(terms.receipt.session, stored) : stored;
  }

  get place(): "file" | "postgres" {
    return this.#parts.place;
  }

  /** How much of what was taken is not durable yet, and what became of the rest. */
  get commits(): CommitCounts {
    return this.#parts.queue.counts;
  }

  /** Whether the storage answers, as far as is known. */
  get isReachable(): boolean {
    return this.#gate.isOpen;
  }

  /** Whether points that are brought now are stored, as far as is known; what a full disk refuses is for others to say. */
  get isTaking(): boolean {
    return this.isReachable && this.#parts.queue.isTaking;
  }

  /** Before everything that needs the storage, from now on. */
  guardWith(gate: StorageGate): void {
    this.#gate = gate;
  }

  /** The server of the storage is silent: connections are given up, and made anew when they are needed. */
  hangUp(): void {
    for (const thread of [this.#parts.writer, ...this.#parts.readers.started])
      thread.request({ type: "hang-up" }).catch(() => undefined); // one that is gone has no connection
  }

  expectQuestions(): void {
    if (!this.#isClosed) this.#parts.readers.expectQuestions();
  }

  ownedBy(devices: readonly DeviceId[], owner: TenantId): void {
    this.#parts.directory.ownedBy(devices, owner);
  }

  /** Asked before points are taken: throws when there is no room for them [REL6]. */
  guardRoom(requireRoom: () => void): void {
    this.#requireRoom = requireRoom;
  }

  /** Told of every commit that failed [RUN11]. */
  onWriteFailure(hear: (error: unknown) => void): void {
    this.#parts.queue.onWriteFailure = hear;
  }

  /** From now on; tenants that have more keep them. */
  limitSeries(limits: SeriesLimits): void {
    this.#parts.directory.quota.limits = limits;
  }

  /** How many series the devices of a tenant have. */
  seriesOf(tenant: TenantId): number {
    return this.#parts.directory.quota.countOf(tenant);
  }

  /** Counts up whenever points are brought. */
  get appended(): number {
    return this.#appended;
  }

  /** Writes into the store whose points these are, and how often it was marked; durable once resolved [RUN10, REL5]. */
  async mark(installation: string, beat: number): Promise<void> {
    await this.#gate.during(() => this.#parts.writer.request({ type: "mark", installation, beat }));
  }

  /** Behind the gate even where memory knows it: a node that was replaced must not tell what is old [CLU3]. */
  latest(device: DeviceId, keys: KeySelection): Promise<ReadonlyMap<string, Sample>> {
    return this.#gate.during(() => this.#latest(device, keys));
  }

  async #latest(device: DeviceId, keys: KeySelection): Promise<ReadonlyMap<string, Sample>> {
    this.#shardsOf(device);
    const found = new Map<string, Sample>();
    const unknown: [string, number][] = [];
    for (const [key, series] of this.#selected(device, keys)) {
      const sample = this.#parts.latest.get(series);
      if (sample === undefined) unknown.push([key, series]);
      else if (sample !== "none") found.set(key, sample);
    }
    if (unknown.length > 0) await this.#askForLatest(unknown, found);
    return found;
  }

  async #askForLatest(unknown: readonly (readonly [string, number])[], found: Map<string, Sample>): Promise<void> {
    const samples = await this.#readLatest(unknown.map(([, id]) => id));
    for (const [i, [key]] of unknown.entries()) {
      const sample = samples[i];
      if (sample) found.set(key, sample);
    }
  }

  newest(asked: readonly SeriesName[]): Promise<readonly (Sample | undefined)[]> {
    return this.#gate.during(() => this.#newest(asked));
  }

  /** As `latest`, of many devices; those that memory does not know are asked for by the hundred. */
  async #newest(asked: readonly SeriesName[]): Promise<readonly (Sample | undefined)[]> {
    const { latest } = this.#parts;
    const series = asked.map(({ device, key }) => this.#keysHere(device).get(key));
    const known = series.map((id) => (id === undefined ? "none" : latest.get(id)));
    const unknown = series.filter((id, at) => id !== undefined && known[at] === undefined) as number[];
    const slices = Array.from({ length: Math.ceil(unknown.length / newestPerRead) }, (_, at) =>
      this.#readLatest(unknown.slice(at * newestPerRead, (at + 1) * newestPerRead)),
    );
    const read = (await Promise.all(slices)).flat();
    let next = 0;
    return known.map((sample) => (sample === undefined ? read[next++] : sample === "none" ? undefined : sample));
  }

  async #readLatest(series: readonly number[]): Promise<readonly (Sample | undefined)[]> {
    const { latest } = this.#parts;
    const stamps = series.map((id) => latest.stampOf(id));
    const newest = (await this.#read({ type: "latest", series })) as Columns;
    for (const [i, id] of series.entries()) latest.fill(id, stamps[i] as number, newest, i);
    return series.map((_, i) => sampleIfAny(newest, i));
  }

  async aggregate(
    device: DeviceId,
    key: string,
    edges: BucketEdges,
    by: AggregateFunction,
  ): Promise<readonly Sample[]> {
    const series = this.#keysHere(device).get(key);
    if (series === undefined || edges.length < 2) return [];
    const request = { type: "aggregate", series, edges: new Float64Array(edges), by } as const;
    return samplesInTurns((await this.#read(request, [request.edges.buffer])) as Columns);
  }

  async keys(device: DeviceId): Promise<readonly string[]> {
    return [...(await this.latest(device, "all")).keys()].sort();
  }

  async *scan(
    device: DeviceId,
    key: string,
    range: TimeRange,
    order: Direction = "ASC",
    limit = Number.POSITIVE_INFINITY,
  ): AsyncGenerator<readonly Sample[]> {
    const read = async (left: Span, most: number): Promise<Columns | undefined> => {
      const series = this.#keysHere(device).get(key); // again: the device may be gone meanwhile
      return series === undefined ? undefined : this.#readChunk(series, left, order, most);
    };
    for await (const chunk of scanChunks(range, order, limit, scanChunk, read)) yield samplesOf(chunk);
  }

  async delete(device: DeviceId, keys: KeySelection, range: TimeRange, terms: DeleteTerms = {}): Promise<void> {
    const series = [...this.#selected(device, keys)].map(([, id]) => id);
    await this.#remove(series, this.#shardsOf(device), range, terms.isFollowers);
  }

  async forget(device: DeviceId): Promise<void> {
    if (this.#isClosed) throw storeStopping();
    await this.#gate.during(() => this.#forget(device));
  }

  /** Seen through once it has begun, whoever waits: memory follows what became of it. */
  async #forget(device: DeviceId): Promise<void> {
    const { directory, latest, queue } = this.#parts;
    const shards = this.#shardsOf(device);
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
      if (!this.#isHere(device)) continue; // its own node does that
      for (const shard of this.#shardsOf(device)) shards.add(shard);
      series.push(...this.#parts.directory.keysOf(device).values());
      if (series.length >= seriesPerRemoval) await remove();
    }
    await remove();
  }

  /** Where a member has some of the shards only: the one of the device. Throws when that is another's. */
  #shardsOf(device: DeviceId): readonly number[] {
    const { here } = this.#parts.directory;
    return here ? [here.require(device)] : [];
  }

  /** Throws when the device is another node's. */
  requireHere(device: DeviceId): void {
    this.#shardsOf(device);
  }

  /** Whether the device is this node's. */
  hasHere(device: DeviceId): boolean {
    return this.#isHere(device);
  }

  #isHere(device: DeviceId): boolean {
    const { here } = this.#parts.directory;
    return here === undefined || here.has(shardOf(device));
  }

  #keysHere(device: DeviceId): DeviceKeys {
    this.#shardsOf(device);
    return this.#parts.directory.keysOf(device);
  }

  /** The shards whose devices are served here; a node that is alone has them all, and none. */
  get held(): readonly number[] {
    return this.#parts.directory.here?.ids ?? [];
  }

  /** Takes shards that are free; from here on their devices are served. Their series are known first [CLU2]. */
  async take(wanted: readonly number[], beforeServed?: () => Promise<void>): Promise<void> {
    const { writer, directory } = this.#parts;
    const shards = (await writer.request({ type: "take-shards", shards: wanted })) as readonly number[];
    if (shards.length === 0) return;
    const numbers = (await writer.request({ type: "numbers-in", shards })) as readonly number[];
    directory.takeIn(shards, await this.#seriesIn(shards), numbers);
    await beforeServed?.();
    directory.here?.add(shards);
  }

  async #seriesIn(shards: readonly number[]): Promise<SeriesDefinition[]> {
    const found: SeriesDefinition[] = [];
    for (;;) {
      const request = { type: "series-in", shards, after: found.at(-1)?.id ?? 0, limit: directoryPage } as const;
      const page = (await this.#parts.writer.request(request)) as readonly SeriesDefinition[];
      if (page.length === 0) return found;
      for (const definition of page) found.push(definition);
    }
  }

  /** Takes nothing more for these shards, turns all of them into blocks and frees them. What is being read is read to its end. */
  async give(shards: readonly number[], beforeFreed?: () => Promise<void>): Promise<void> {
    const { queue, directory, latest } = this.#parts;
    directory.here?.remove(shards);
    if (beforeFreed) {
      await this.startAfter(0); // behind everything that was taken before
      await beforeFreed();
    }
    await queue.enqueue(() => {
      for (const id of directory.letGo(shards)) latest.forget(id);
      return { type: "give-shards", shards };
    });
  }

  /** Turns everything into blocks and finishes background work; for tests, benchmarks and before a copy of the file. */
  flush(): Promise<void> {
    return this.#enqueue({ type: "flush" });
  }

  async arrived(session: MqttSessionId): Promise<Arrived> {
    const { receipts } = this.#parts.queue;
    const underWay = receipts.settled(session);
    await underWay;
    return { wasUnderWay: underWay !== undefined, receipts: receipts.unsaved({ session }) };
  }

  unsaved(which: Parameters<ReceiptLog["unsaved"]>[0]): readonly Readonly<Receipt>[] {
    return this.#parts.queue.receipts.unsaved(which);
  }

  saved(session: MqttSessionId, position: number): void {
    this.#parts.queue.receipts.saved(session, position);
  }

  startAfter(position: number): Promise<void> {
    return this.#enqueue({ type: "start-after", position });
  }

  async follow(follower: LogFollower, after: number | undefined, known = after): Promise<number> {
    const { writer, queue, directory } = this.#parts;
    if (known !== undefined) await this.startAfter(known);
    const from = (await writer.request({ type: "follow", after })) as number;
    await tellPast(writer, directory, follower, from);
    queue.follow(follower, from);
    return from;
  }

  passed(position: number): void {
    this.#parts.queue.followed.passed(position);
  }

  /** The follower has passed everything that was committed so far, or there is none. */
  whenPassed(): Promise<void> {
    return new Promise((resolve) => this.#parts.queue.followed.whenPassed(resolve));
  }

  underWay(): readonly LoggedBatch[] {
    return this.#parts.queue.followed.underWay();
  }

  toldUpTo(): EpochMs {
    return this.#parts.queue.followed.toldUpTo();
  }

  async unfollow(): Promise<void> {
    this.#parts.queue.followed.end();
    await this.#enqueue({ type: "unfollow" });
  }

  /** Refuses new points, answers what it took, and lets go of the file. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    const { queue, readers, writer } = this.#parts;
    if (await this.#isDrained(queue)) {
      const readersClosed = Promise.allSettled(readers.started.map((reader) => reader.last({ type: "close" })));
      await Promise.race([readersClosed, sleep(closeTimeoutMs, undefined, { ref: false })]);
      await this.#boundedIfFar(writer.last({ type: "close" }));
    }
    await Promise.all([...readers.started, writer].map((worker) => worker.terminate()));
  }

  /** A file answers; a server that is away may not do so for hours: nothing that was acknowledged waits for it. */
  async #boundedIfFar(work: Promise<unknown>): Promise<boolean> {
    const isDone = work.then(() => true);
    return this.place === "file" ? isDone : Promise.race([isDone, sleep(closeTimeoutMs, false, { ref: false })]);
  }

  /** What is not was not acknowledged either. Nobody waits for a server that is known to be away. */
  async #isDrained(queue: CommitQueue): Promise<boolean> {
    return this.isReachable && this.#boundedIfFar(queue.drain());
  }

  #selected(device: DeviceId, keys: KeySelection): Iterable<readonly [string, number]> {
    const known = this.#parts.directory.keysOf(device);
    if (keys === "all") return known;
    return [...new Set(keys.only)].flatMap((key) => {
      const series = known.get(key);
      return series === undefined ? [] : [[key, series] as const];
    });
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
      if (this.#isClosed) throw storeStopping();
      await this.#gate.during(() => this.#removeFrom(ids, shards, range, isFollowers));
    }
  }

  /** Seen through, as `#forget`. */
  async #removeFrom(series: Uint32Array, shards: readonly number[], range: TimeRange, isFollowers: boolean) {
    const { from, to } = range;
    const { latest, queue } = this.#parts;
    await queue.enqueue(() => ({ type: "remove", series, from, to, shards }), isFollowers);
    for (const id of series) latest.forget(id);
  }

  #enqueue(request: WriterRequest): Promise<void> {
    if (this.#isClosed) return Promise.reject(storeStopping());
    return this.#gate.during(() => this.#parts.queue.enqueue(() => request));
  }

  async #readChunk(series: number, { from, to }: Span, order: Direction, limit: number): Promise<Columns> {
    const request = { type: "read", series, from, to, order, limit, maxText: scanChunk.text } as const;
    return (await this.#read(request)) as Columns;
  }

  /** Asks the reader with the least to do. */
  #read(request: ReaderRequest, transfer: readonly Transferable[] = []): Promise<unknown> {
    if (this.#isClosed) return Promise.reject(storeStopping());
    const { readers } = this.#parts;
    return this.#gate.during(() => readers.leastBusy.request(request, transfer));
  }
}
