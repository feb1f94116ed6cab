import type { AppendTerms, LogFollower, PointBatch, Receipt } from "../../../core/telemetry/index.ts";
import type { DeviceId } from "../../../kernel/ids.ts";
import type { EpochMs } from "../../../kernel/time.ts";
import { batchTooLarge } from "../errors.ts";
import { applyFrame } from "../frames/apply-frame.ts";
import type { LatestCache } from "../heads/latest-cache.ts";
import { maxBytesInFlight, maxFrameBytes, maxFramesInFlight } from "../limits.ts";
import type { SeriesDirectory } from "../series/series-directory.ts";
import { CommitPulse } from "./commit-pulse.ts";
import { FollowedLog } from "./followed-log.ts";
import { OpenFrame } from "./open-frame.ts";
import { UnsavedReceipts } from "./unsaved-receipts.ts";
import type { Committed, WriterLine, WriterRequest } from "./writer-requests.ts";

/** Buffers kept to be filled again, and what a fresh one holds. */
const spareBuffers = 4;
const freshBufferBytes = 64 * 1024;

/** What became of commits, and what waits for its own. */
export interface CommitCounts {
  readonly committed: number;
  readonly failed: number;
  /** All of them together, from being sent to being answered. */
  readonly seconds: number;
  /** Bytes of points that were taken and are not durable yet. */
  readonly waitingBytes: number;
  /** Appends that wait to be taken. */
  readonly heldBack: number;
}

/** Something for the writer, sent in the order it was queued. */
interface Job {
  readonly bytes: number;
  send(): Promise<void>;
}

/**
 * Group commit: what arrives while the writer is busy becomes one frame, one journal row, one sync. There is no timer;
 * a lone append leaves at the end of the turn it was made in.
 */
export class CommitQueue {
  readonly #writer: WriterLine;
  readonly #directory: SeriesDirectory;
  readonly #latest: LatestCache;
  readonly #maxPoints: number;
  readonly #jobs: Job[] = [];
  /** What waits to be taken, in order. */
  readonly #heldBack: (() => void)[] = [];
  readonly #spare: ArrayBuffer[] = [];
  /** What the sessions of devices have not noted yet; appends wait when that is too far behind. */
  readonly receipts = new UnsavedReceipts(() => this.#admitHeldBack());
  /** Whoever follows the log; appends wait for it, too. */
  readonly followed = new FollowedLog(() => this.#admitHeldBack());
  readonly #pulse = new CommitPulse();
  /** Told of every commit that failed. */
  onWriteFailure: (error: unknown) => void = () => undefined;
  #open: OpenFrame;
  #inFlight = 0;
  #bytes = 0;
  #isScheduled = false;
  readonly #outcomes = { committed: 0, failed: 0, seconds: 0 };
  #drained: PromiseWithResolvers<void> | undefined;

  constructor(writer: WriterLine, directory: SeriesDirectory, latest: LatestCache, maxPoints: number) {
    this.#writer = writer;
    this.#directory = directory;
    this.#latest = latest;
    this.#maxPoints = maxPoints;
    this.#open = this.#freshFrame();
  }

  get counts(): CommitCounts {
    const waitingBytes = this.#bytes + this.#open.builder.length;
    return { ...this.#outcomes, waitingBytes, heldBack: this.#heldBack.length };
  }

  /** What is appended gets somewhere, as far as is known. */
  get isTaking(): boolean {
    return this.#pulse.isBeating;
  }

  #freshFrame(): OpenFrame {
    const buffer = this.#spare.pop() ?? new ArrayBuffer(freshBufferBytes);
    return new OpenFrame(buffer, this.#directory, this.#latest, this.followed.isFollowed);
  }

  append(device: DeviceId, batch: PointBatch, terms: AppendTerms = {}): Promise<void> {
    const mayWait = terms.isFollowers !== true;
    if (mayWait && (this.#heldBack.length > 0 || this.#isFull()))
      return this.#holdBack(() => this.#add(device, batch, terms));
    return this.#add(device, batch, terms);
  }

  /** Callers wait here, in order, while too many bytes are in flight [MQ8, REL2]. */
  #holdBack(take: () => Promise<void>): Promise<void> {
    const result = Promise.withResolvers<void>();
    this.#heldBack.push(() => result.resolve(take()));
    this.#pulse.waits();
    return result.promise;
  }

  #isFull(): boolean {
    return (
      this.#bytes + this.#open.builder.length > maxBytesInFlight ||
      this.receipts.isTooFarBehind ||
      this.followed.isTooFarBehind
    );
  }

  #add(device: DeviceId, batch: PointBatch, terms: AppendTerms): Promise<void> {
    if (batch.length > this.#maxPoints) return Promise.reject(batchTooLarge());
    const { builder } = this.#open;
    if (builder.length > maxFrameBytes || builder.points + batch.length > this.#maxPoints) this.#closeFrame();
    try {
      this.#open.add(device, batch, terms);
    } catch (error) {
      return Promise.reject(error);
    }
    this.#schedule();
    return this.#open.durable.promise;
  }

  /**
   * Something that has to happen after everything appended so far, and before everything that follows; `request` is
   * asked at just that point. It waits in the same line as appends: in one of its own it would starve under load.
   */
  enqueue(request: () => WriterRequest, isFollowers = false): Promise<void> {
    const isBehindOthers = this.#heldBack.length > 0 && !isFollowers;
    return isBehindOthers ? this.#holdBack(() => this.#insert(request)) : this.#insert(request);
  }

  #insert(request: () => WriterRequest): Promise<void> {
    this.#closeFrame();
    const made = request();
    const result = Promise.withResolvers<void>();
    const send = (): Promise<void> => this.#writer.request(made).then(() => result.resolve(), result.reject);
    this.#jobs.push({ bytes: 0, send });
    this.#schedule();
    return result.promise;
  }

  #closeFrame(): void {
    const frame = this.#open;
    if (frame.isEmpty) return;
    this.#open = this.#freshFrame();
    const arrival = this.followed.sent(frame.batches);
    if (frame.isFollowed) frame.builder.arrival(arrival);
    const bytes = frame.builder.length;
    this.#bytes += bytes;
    this.#jobs.push({ bytes, send: () => this.#commit(frame, arrival) });
  }

  async #commit(frame: OpenFrame, arrival: EpochMs): Promise<void> {
    const buffer = frame.builder.finish();
    const sent = performance.now();
    try {
      const committed = (await this.#writer.request(this.#requestOf(frame, buffer), [buffer])) as Committed;
      this.#directory.becameDurable(frame.definitions.keys());
      this.#takeBack(committed.frame, frame.builder.length);
      this.#sign(committed.position, frame.receipts);
      this.#outcomes.committed++;
      this.#pulse.stored();
      frame.durable.resolve();
      this.followed.committed({ position: committed.position, arrival, batches: frame.batches });
    } catch (error) {
      this.followed.failed();
      this.#outcomes.failed++;
      this.#pulse.failed(error);
      this.onWriteFailure(error);
      frame.durable.reject(error);
    } finally {
      this.#outcomes.seconds += (performance.now() - sent) / 1_000;
    }
  }

  #requestOf({ builder, definitions, receipts, shards }: OpenFrame, frame: ArrayBuffer): WriterRequest {
    const hasReceipts = receipts.length > 0;
    const { passed } = this.receipts;
    return {
      type: "commit",
      frame,
      length: builder.length,
      definitions: [...definitions.values()],
      shards: [...shards],
      passed,
      hasReceipts,
      followed: this.followed.upTo,
    };
  }

  #sign(position: number, receipts: readonly Receipt[]): void {
    for (const receipt of receipts) receipt.position = position;
    this.receipts.committed(position, receipts);
  }

  /** The frame is durable: what it holds is the newest now, where it is; its buffer can be filled again. */
  #takeBack(buffer: ArrayBuffer, length: number): void {
    applyFrame(new Uint8Array(buffer, 0, length), this.#latest);
    if (this.#spare.length < spareBuffers) this.#spare.push(buffer);
  }

  /** At the end of this turn, so that everything that arrives in it goes together. */
  #schedule(): void {
    this.#pulse.waits();
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#pump();
    });
  }

  #pump(): void {
    if (this.#inFlight < maxFramesInFlight && this.#jobs.length === 0) this.#closeFrame();
    while (this.#inFlight < maxFramesInFlight) {
      const job = this.#jobs.shift();
      if (job === undefined) break;
      this.#inFlight++;
      void job.send().finally(() => this.#finished(job));
    }
    if (this.#isIdle()) this.#rest();
  }

  #rest(): void {
    this.#pulse.rests();
    this.#drained?.resolve();
  }

  #finished(job: Job): void {
    this.#pulse.gotOn();
    this.#inFlight--;
    this.#bytes -= job.bytes;
    this.#admitHeldBack();
    this.#schedule();
  }

  #admitHeldBack(): void {
    while (!this.#isFull()) {
      const take = this.#heldBack.shift();
      if (take === undefined) return;
      take();
    }
  }

  #isIdle(): boolean {
    return this.#inFlight === 0 && this.#jobs.length === 0 && this.#open.isEmpty && this.#heldBack.length === 0;
  }

  /** What is appended from now on is told to whoever follows; what was before is committed already. */
  follow(follower: LogFollower, after: number): void {
    this.followed.begin(follower, after);
    if (this.#open.isEmpty) this.#open = this.#freshFrame();
  }

  /** Resolves when everything taken so far was answered. */
  drain(): Promise<void> {
    if (this.#isIdle()) return Promise.resolve();
    this.#drained ??= Promise.withResolvers<void>();
    this.#schedule();
    return this.#drained.promise;
  }
}
