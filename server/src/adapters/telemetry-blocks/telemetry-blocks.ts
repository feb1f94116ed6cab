import { setTimeout as sleep } from "node:timers/promises";
import type { Transferable } from "node:worker_threads";
import { shardCount, shardOf } from "../../core/cluster/index.ts";
import type {
  AggregateFunction,
  AppendTerms,
  Arrived,
  BucketEdges,
  DeleteTerms,
  KeySelection,
  LogFollower,
  LoggedBatch,
  NewestPoints,
  PointBatch,
  PointLog,
  Receipt,
  ReceiptLog,
  Sample,
  SeriesName,
  SeriesOwnership,
  TelemetryStore,
  TimeRange,
} from "../../core/telemetry/index.ts";
import type { DeviceId, MqttSessionId, TenantId } from "../../kernel/ids.ts";
import type { EpochMs } from "../../kernel/time.ts";
import type { Direction } from "./blocks/point-cursor.ts";
import type { CommitCounts, CommitQueue } from "./commit/commit-queue.ts";
import { MessagesUnderWay } from "./commit/messages-under-way.ts";
import { tellPast } from "./commit/past-commits.ts";
import type { WriterRequest } from "./commit/writer-requests.ts";
import { storeStopping } from "./errors.ts";
import type { LatestCache } from "./heads/latest-cache.ts";
import { KeySearch } from "./key-search.ts";
import { LatestSearch } from "./latest-search.ts";
import { closeTimeoutMs } from "./limits.ts";
import type { ReaderRequest } from "./read/reader-requests.ts";
import type { SeriesDirectory } from "./series/series-directory.ts";
import type { SeriesLimits } from "./series/series-quota.ts";
import { ShardMoves } from "./shard-moves.ts";
import { alwaysOpen, type StorageGate } from "./storage-gate.ts";
import { StoredReads } from "./stored-reads.ts";
import { StoredRemovals } from "./stored-removals.ts";
import type { ReaderThreads } from "./threads/reader-threads.ts";
import type { TelemetryThread } from "./threads/telemetry-thread.ts";

const everyShard = Array.from({ length: shardCount }, (_, id) => id);

export interface TelemetryBlocksParts {
  readonly place: "file" | "postgres";
  readonly writer: TelemetryThread<WriterRequest>;
  readonly readers: ReaderThreads;
  readonly directory: SeriesDirectory;
  readonly latest: LatestCache;
  readonly queue: CommitQueue;
}

/** The store: the main thread's view of a writer and some reader threads. docs/telemetry-engine.md */
export class TelemetryBlocks implements TelemetryStore, NewestPoints, SeriesOwnership, ReceiptLog, PointLog {
  readonly #parts: TelemetryBlocksParts;
  /** Which devices have a newest value of a kind. */
  readonly search: LatestSearch;
  /** Which keys there are, and which devices have them. */
  readonly keySearch: KeySearch;
  readonly #shards: ShardMoves;
  readonly #reads: StoredReads;
  readonly #removals: StoredRemovals;
  readonly #underWay = new MessagesUnderWay();
  #isClosed = false;
  #appended = 0;
  #requireRoom: () => void = () => undefined;
  #gate: StorageGate = alwaysOpen;

  constructor(parts: TelemetryBlocksParts) {
    this.#parts = parts;
    this.#reads = new StoredReads({ ...parts, read: (request, transfer) => this.#read(request, transfer) });
    this.#removals = new StoredRemovals({ ...parts, during: (begin) => this.#during(begin) });
    this.search = new LatestSearch({ ...parts, read: (series) => this.#reads.newestOf(series) });
    this.keySearch = new KeySearch(parts.directory);
    this.#shards = new ShardMoves({ ...parts, drained: () => this.startAfter(0) });
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
    const stored = this.#gate.during(() => this.#parts.queue.append(device, batch, terms));
    return terms?.receipt ? this.#underWay.add(terms.receipt.session, stored) : stored; // also while it waits for the gate
  }

  /** The shards whose devices are served here; a node that is alone has them all, and none. */
  get held(): readonly number[] {
    return this.#shards.held;
  }

  take: ShardMoves["take"] = (wanted, beforeServed) => this.#shards.take(wanted, beforeServed);
  give: ShardMoves["give"] = (shards, beforeFreed) => this.#shards.give(shards, beforeFreed);

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

  /** How many series the devices of a tenant have that are here. */
  seriesOf(tenant: TenantId): number {
    return this.#parts.directory.quota.countOf(tenant);
  }

  /** Limits are of what is here and elsewhere together. */
  countElsewhere(elsewhere: (tenant: TenantId) => number): void {
    this.#parts.directory.quota.elsewhere = elsewhere;
  }

  /** Those who have series here. */
  tenantsHere(): Iterable<TenantId> {
    return this.#parts.directory.quota.tenants();
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
    return this.#gate.during(() => this.#reads.latest(device, keys));
  }

  newest(asked: readonly SeriesName[]): Promise<readonly (Sample | undefined)[]> {
    return this.#gate.during(() => this.#reads.newest(asked));
  }

  aggregate(device: DeviceId, key: string, edges: BucketEdges, by: AggregateFunction): Promise<readonly Sample[]> {
    return this.#reads.aggregate(device, key, edges, by);
  }

  async keys(device: DeviceId): Promise<readonly string[]> {
    return [...(await this.latest(device, "all")).keys()].sort();
  }

  scan(
    device: DeviceId,
    key: string,
    range: TimeRange,
    order: Direction = "ASC",
    limit = Number.POSITIVE_INFINITY,
  ): AsyncGenerator<readonly Sample[]> {
    return this.#reads.scan(device, key, range, order, limit);
  }

  delete(device: DeviceId, keys: KeySelection, range: TimeRange, terms: DeleteTerms = {}): Promise<void> {
    return this.#removals.delete(device, keys, range, terms.isFollowers);
  }

  forget(device: DeviceId): Promise<void> {
    return this.#during(() => this.#removals.forget(device));
  }

  applyRetention(devices: AsyncIterable<DeviceId> | Iterable<DeviceId>, before: EpochMs): Promise<void> {
    return this.#removals.applyRetention(devices, before);
  }

  /** Throws when the device is another node's. */
  requireHere(device: DeviceId): void {
    this.#parts.directory.shardsOf(device);
  }

  /** Whether the device is this node's. */
  hasHere(device: DeviceId): boolean {
    const { here } = this.#parts.directory;
    return here === undefined || here.has(shardOf(device));
  }

  /** Turns everything into blocks and finishes background work; for tests, benchmarks and before a copy of the file. */
  flush(): Promise<void> {
    return this.#enqueue({ type: "flush" });
  }

  async arrived(session: MqttSessionId): Promise<Arrived> {
    const underWay = this.#underWay.settled(session);
    await underWay;
    return { wasUnderWay: underWay !== undefined, receipts: this.#parts.queue.receipts.unsaved({ session }) };
  }

  unsaved(which: Parameters<ReceiptLog["unsaved"]>[0]): readonly Readonly<Receipt>[] {
    return this.#parts.queue.receipts.unsaved(which);
  }

  saved(session: MqttSessionId, position: number): void {
    this.#parts.queue.receipts.saved(session, position);
  }

  async recover(note: Parameters<ReceiptLog["recover"]>[0]): Promise<void> {
    if (this.#isAlone) await this.#shards.recoverReceipts(everyShard, note);
  }

  /** Where others may have been before: they have left what nobody saw of their logs. */
  get #isAlone(): boolean {
    return this.place === "postgres" && this.#parts.directory.here === undefined;
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
    if (this.#isAlone) await this.#shards.takeLeft(everyShard);
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

  #during<Result>(begin: () => Promise<Result>): Promise<Result> {
    return this.#isClosed ? Promise.reject(storeStopping()) : this.#gate.during(begin);
  }

  #enqueue(request: WriterRequest): Promise<void> {
    return this.#during(() => this.#parts.queue.enqueue(() => request));
  }

  /** Asks the reader with the least to do. */
  #read(request: ReaderRequest, transfer: readonly Transferable[] = []): Promise<unknown> {
    return this.#during(() => this.#parts.readers.leastBusy.request(request, transfer));
  }
}
