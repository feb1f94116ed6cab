import { maxAbsoluteTs } from "../../../core/telemetry/index.ts";
import { BlockOpener } from "../blocks/block-opener.ts";
import { Compaction } from "../blocks/compaction.ts";
import { Placement } from "../blocks/placement.ts";
import type { Span } from "../blocks/point-cursor.ts";
import { Removal } from "../blocks/removal.ts";
import { tooFewPoints, tooFewSeries } from "../errors.ts";
import { sizeOfFrame } from "../frames/apply-frame.ts";
import { FrameBuilder } from "../frames/frame-builder.ts";
import type { ArenaMemory, ArenaSize } from "../heads/arena.ts";
import { Heads } from "../heads/heads.ts";
import { defaultStep, maxJournalRows, type StepSize } from "../limits.ts";
import type { DamageReport } from "../storage/block-reads.ts";
import type { SeriesDefinition } from "../storage/series-definition.ts";
import { isSharded, type LogState, type StorageTransaction, type WriterStorage } from "../storage/storage.ts";
import { Journal } from "./journal.ts";
import { removalsIn, replayJournal } from "./replay-journal.ts";
import { type LoggedReceipt, ReplayedReceipts } from "./replayed-receipts.ts";

/** With each commit so many times its points are flushed: a sealed arena is empty before the other one is full. */
const flushRatio = 2;
/** Whole blocks one step of a removal deletes. */
const removalBlocks = 1024;

type Shards = readonly number[];

/** What comes with a frame. */
interface CommitTerms {
  readonly definitions: readonly SeriesDefinition[];
  /** Where a writer has some of the shards only: those of the points. */
  readonly shards: Shards;
  readonly hasReceipts: boolean;
}

/** What an engine is made of. */
export interface EngineParts {
  readonly storage: WriterStorage;
  readonly arenas: readonly [ArenaMemory, ArenaMemory];
  readonly report: DamageReport;
  readonly step?: StepSize;
}

/**
 * Everything that changes what is stored. Durability is the storage's; this arranges what is written when. One call at
 * a time: whoever calls waits for it before the next one.
 */
export class WriterEngine {
  readonly #storage: WriterStorage;
  /** Others may inherit what is written here. */
  readonly #notesFollowed: boolean;
  readonly #report: DamageReport;
  readonly #step: StepSize;
  readonly #journal: Journal;
  readonly #placement: Placement;
  readonly #removal: Removal;
  readonly #compaction: Compaction;
  readonly #heads: Heads;
  readonly #room: ArenaSize;
  /** The journal up to here is in the sealed arena, or already in blocks. */
  #sealedAt: number;
  #lastAt: number;
  readonly #receipts = new ReplayedReceipts();
  /** Positions with receipts that their sessions may not have noted. */
  #signed: number[] = [];
  /** Points committed since the last compaction step: under load, compaction costs no more than that. */
  #credit = 0;

  /** Opens what is stored and brings back what waits in the journal. Rejects when there is no room for that. */
  static async open(parts: EngineParts): Promise<WriterEngine> {
    const engine = new WriterEngine(parts, await parts.storage.log());
    await engine.#replay();
    return engine;
  }

  private constructor({ storage, arenas, report, step = defaultStep }: EngineParts, log: LogState) {
    this.#storage = storage;
    this.#notesFollowed = isSharded(storage);
    this.#report = report;
    this.#step = step;
    const opener = new BlockOpener(report);
    this.#journal = new Journal(log);
    this.#sealedAt = this.#journal.inBlocks;
    this.#lastAt = this.#sealedAt;
    this.#placement = new Placement(arenas[0].size.series);
    this.#removal = new Removal(opener);
    this.#compaction = new Compaction(opener, step.points);
    this.#room = arenas[0].size;
    this.#heads = new Heads(arenas, this.#placement);
  }

  async #replay(): Promise<void> {
    const highest = await this.#storage.highestSeries();
    if (highest >= this.#room.series) throw tooFewSeries(highest);
    this.#journal.keepBehind(0); // receipts that are being read must not go
    await replayJournal(this.#storage, this.#journal.inBlocks, this.#receipts, {
      setAside: (position) => this.#setAside(position),
      restore: (position, frame) => this.#restore(position, frame),
    });
    this.#signed = [...new Set(this.#receipts.all.map(({ position }) => position))];
    this.#keepSigned();
    this.#compaction.begin();
  }

  async #restore(position: number, frame: Uint8Array): Promise<void> {
    const { points } = sizeOfFrame(frame);
    if (points > this.#room.points) throw tooFewPoints(points);
    await this.#makeRoom(frame);
    const isRemoval = points === 0;
    if (isRemoval) await this.#removeAgain(frame);
    else this.#heads.apply(frame);
    this.#lastAt = position;
  }

  /**
   * Replaying may turn points into blocks again that a removal further on in the journal has taken away before, so it
   * takes them away there, too. Whatever was written after it follows in the journal.
   */
  async #removeAgain(frame: Uint8Array): Promise<void> {
    const removals = removalsIn(frame);
    await this.#transaction(async (changes) => {
      for (const { series, from, to } of removals)
        await this.#removal.remove(changes, series, { from, to }, Number.POSITIVE_INFINITY);
    });
    for (const { series, from, to } of removals) this.#heads.remove(series, from, to);
  }

  /** What a damaged commit held, and of which series, nobody can tell. */
  async #setAside(position: number): Promise<void> {
    this.#report({ block: -position, series: -1, start: -maxAbsoluteTs, end: maxAbsoluteTs });
    await this.#transaction(async (changes) => this.#journal.setAside(changes, position));
  }

  /** The receipts the log held when it was opened; their entries stay until `passed` says otherwise. */
  get receipts(): readonly LoggedReceipt[] {
    return this.#receipts.all;
  }

  /** Every receipt up to `position` is where it belongs. */
  passed(position: number): void {
    const left = this.#signed.findIndex((signed) => signed > position);
    if (this.#signed.length > 0) this.#signed.splice(0, left < 0 ? this.#signed.length : left);
    this.#keepSigned();
  }

  #keepSigned(): void {
    this.#journal.keepBehind((this.#signed[0] ?? Number.POSITIVE_INFINITY) - 1);
  }

  /** Entries behind a position stay for whoever follows the log from there: the newest one where none is named. */
  async follow(after: number | undefined): Promise<number> {
    const position = Math.min(after ?? this.#journal.last, this.#journal.last);
    await this.#transaction(async (changes) => this.#journal.follow(changes, position));
    this.#journal.followedUpTo(position);
    return position;
  }

  async unfollow(): Promise<void> {
    await this.#transaction(async (changes) => this.#journal.follow(changes, undefined));
    this.#journal.followedUpTo(undefined);
  }

  /** The follower has passed everything up to here. */
  followed(position: number): void {
    this.#journal.followedUpTo(position);
  }

  /** Positions are greater than this from now on. */
  async startAfter(position: number): Promise<void> {
    if (position <= this.#journal.last) return;
    await this.#transaction(async (changes) => changes.note("last", position));
    this.#journal.startAfter(position);
  }

  /** Positions for what was told before, by another log; answers the one before them. No entry has them. */
  async reserve(count: number): Promise<number> {
    const { last } = this.#journal;
    await this.startAfter(last + count);
    return last;
  }

  /** Durable when it resolves to its position; rejects, and nothing of it is stored, when that is not possible. */
  async commit(frame: Uint8Array, { definitions, hasReceipts, shards }: CommitTerms): Promise<number> {
    const { points } = sizeOfFrame(frame);
    await this.#makeRoom(frame);
    const position = await this.#transaction(async (changes) => {
      if (shards.length > 0) changes.concern(shards);
      if (definitions.length > 0) this.#define(changes, definitions);
      const appended = this.#journal.append(changes, frame);
      if (this.#notesFollowed) this.#journal.noteFollowed(changes);
      if (!this.#heads.isFlushing) this.#journal.trim(changes);
      else await this.#heads.flush(changes, Math.max(points * flushRatio, this.#step.withCommit));
      return appended;
    });
    this.#lastAt = position;
    if (hasReceipts) this.#signed.push(position);
    if (hasReceipts) this.#keepSigned();
    this.#heads.apply(frame); // never before it is durable
    this.#credit = Math.min(this.#credit + points, this.#step.points);
    return position;
  }

  #define(changes: StorageTransaction, definitions: readonly SeriesDefinition[]): void {
    changes.define(definitions);
    for (const { id } of definitions) this.#placement.created(id);
  }

  /** Under load: one step of compaction for every so many points committed. */
  async compactOnCredit(): Promise<void> {
    if (this.#heads.isFlushing || this.#journal.hasReleased || this.#credit < this.#step.points) return;
    this.#credit = 0;
    if (this.#compaction.isActive) await this.#transaction((changes) => this.#compaction.step(changes));
  }

  /** Removes a time range in bounded steps; commits may come between them. Durable when it is done. */
  async *remove(series: Uint32Array, { from, to }: Span, shards: Shards = []): AsyncGenerator<void> {
    const span = { from, to };
    for (const id of series) while ((await this.#removeBlocks(id, span, shards)) >= removalBlocks) yield;
    await this.#removeRest(series, span, shards, () => {});
  }

  /** Removes everything of a device, its keys included. */
  async *forget(device: string, series: Uint32Array, shards: Shards = []): AsyncGenerator<void> {
    const span = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };
    for (const id of series) while ((await this.#removeBlocks(id, span, shards)) >= removalBlocks) yield;
    await this.#removeRest(series, span, shards, (changes) => {
      changes.dropSeries(series);
      changes.dropDevice(device);
    });
  }

  #removeBlocks(series: number, span: Span, shards: Shards): Promise<number> {
    return this.#transaction((changes) => {
      if (shards.length > 0) changes.concern(shards);
      return this.#removal.remove(changes, series, span, removalBlocks);
    });
  }

  /** The end of a removal: what is left in blocks, what is in the heads, and the note of it in the journal. */
  async #removeRest(
    series: Uint32Array,
    span: Span,
    shards: Shards,
    also: (changes: StorageTransaction) => void,
  ): Promise<void> {
    const frame = new FrameBuilder(new ArrayBuffer(1024));
    const replayed = series.filter((id) => this.#mayBeReplayed(id));
    for (const id of replayed) frame.remove(id, span.from, span.to);
    const bytes = new Uint8Array(frame.finish(), 0, frame.length);
    this.#lastAt = await this.#transaction(async (changes) => {
      if (shards.length > 0) changes.concern(shards);
      for (const id of series) await this.#removal.remove(changes, id, span, Number.POSITIVE_INFINITY);
      also(changes);
      if (frame.isEmpty) return this.#lastAt;
      return this.#journal.append(changes, bytes); // last: what was removed makes room for it on a full disk
    });
    for (const id of replayed) this.#heads.remove(id, span.from, span.to);
  }

  /** Whether the journal may hold points of a series; for all others a removal needs no note in it. */
  #mayBeReplayed(series: number): boolean {
    return this.#journal.isReleasing || this.#heads.mayHold(series);
  }

  /** True while there is work for quiet moments. */
  get hasWork(): boolean {
    return this.#heads.isFlushing || this.#journal.hasReleased || this.#compaction.isActive;
  }

  /** One bounded step of that work. */
  async work(): Promise<void> {
    await this.#transaction(async (changes) => {
      if (this.#heads.isFlushing) await this.#heads.flush(changes, this.#step.points);
      else if (this.#journal.hasReleased) this.#journal.trim(changes);
      else if (this.#compaction.isActive) await this.#compaction.step(changes);
    });
  }

  /** Turns everything in memory into blocks, and finishes all background work. */
  async flush(): Promise<void> {
    await this.#seal();
    while (this.hasWork) await this.work();
  }

  /**
   * When it is done, everything committed before is in blocks and the storage says so: it is never replayed. Commits may come
   * between its steps.
   */
  async *settle(): AsyncGenerator<void> {
    const upTo = this.#lastAt;
    if (this.#journal.inBlocks < upTo) await this.#seal();
    while (this.#journal.inBlocks < upTo) {
      await this.work();
      yield;
    }
  }

  /** These may have been written by others: nothing that is remembered of them counts. */
  forgetEnds(series: Iterable<{ readonly id: number }>): void {
    for (const { id } of series) this.#placement.forgetEnd(id);
  }

  async #makeRoom(frame: Uint8Array): Promise<void> {
    const { points, textBytes } = sizeOfFrame(frame);
    const entries = this.#lastAt - this.#sealedAt;
    if (entries >= maxJournalRows || !this.#heads.hasRoom(points, textBytes)) await this.#seal();
  }

  /** What is in memory is turned into blocks from now on. */
  async #seal(): Promise<void> {
    while (this.#heads.isFlushing) await this.work();
    this.#sealedAt = this.#lastAt;
    if (this.#heads.isEmpty)
      this.#journal.release(this.#sealedAt); // removals only, and they are done
    else this.#heads.seal();
  }

  async #transaction<Result>(work: (changes: StorageTransaction) => Promise<Result>): Promise<Result> {
    let result: Result;
    try {
      result = await this.#storage.transaction(work);
    } catch (error) {
      this.#heads.rolledBack();
      this.#journal.rolledBack();
      throw error;
    }
    this.#journal.committed();
    if (this.#heads.committed()) this.#finishFlush();
    return result;
  }

  #finishFlush(): void {
    this.#journal.release(this.#sealedAt);
    this.#compaction.begin();
  }
}
