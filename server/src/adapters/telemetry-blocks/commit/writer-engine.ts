import type { DatabaseSync, StatementSync } from "node:sqlite";
import { maxAbsoluteTs } from "../../../core/telemetry/index.ts";
import { BlockReader, BlockWriter, type DamageReport } from "../blocks/block-table.ts";
import { Compaction } from "../blocks/compaction.ts";
import type { Span } from "../blocks/cursor.ts";
import { Placement } from "../blocks/placement.ts";
import { Removal } from "../blocks/removal.ts";
import { tooFewPoints, tooFewSeries } from "../errors.ts";
import { applyFrame, type FrameTarget, sizeOfFrame } from "../frames/apply-frame.ts";
import { FrameBuilder } from "../frames/frame-builder.ts";
import type { ArenaMemory, ArenaSize } from "../heads/arena.ts";
import { Heads } from "../heads/heads.ts";
import { defaultStep, maxJournalRows, type StepSize } from "../limits.ts";
import { type SeriesDefinition, SeriesTable } from "../series/series-table.ts";
import { JournalTable } from "./journal-table.ts";
import { type LoggedReceipt, ReplayedReceipts } from "./replayed-receipts.ts";

/** With each commit so many times its points are flushed: a sealed arena is empty before the other one is full. */
const flushRatio = 2;
/** Whole blocks one step of a removal deletes. */
const removalBlocks = 1024;

/** A removal's frame holds nothing else. */
const unexpected = (): never => {
  throw new RangeError("a removal in the journal holds points");
};

/** Everything that changes the file, in one thread. Durability is SQLite's; this arranges what is written when. */
export class WriterEngine {
  readonly #db: DatabaseSync;
  readonly #report: DamageReport;
  readonly #step: StepSize;
  readonly #series: SeriesTable;
  readonly #journal: JournalTable;
  readonly #placement: Placement;
  readonly #removal: Removal;
  readonly #compaction: Compaction;
  readonly #begin: StatementSync;
  readonly #commit: StatementSync;
  readonly #heads: Heads;
  readonly #room: ArenaSize;
  /** The journal up to here is in the sealed arena, or already in blocks. */
  #sealedSeq: number;
  #lastSeq: number;
  readonly #receipts = new ReplayedReceipts();
  /** Positions with receipts that their sessions may not have noted. */
  #signed: number[] = [];
  /** Points committed since the last compaction step: under load, compaction costs no more than that. */
  #credit = 0;

  constructor(
    db: DatabaseSync,
    arenas: readonly [ArenaMemory, ArenaMemory],
    report: DamageReport,
    step: StepSize = defaultStep,
  ) {
    this.#db = db;
    this.#report = report;
    this.#step = step;
    const reader = new BlockReader(db, report);
    const writer = new BlockWriter(db);
    this.#series = new SeriesTable(db);
    this.#journal = new JournalTable(db);
    this.#sealedSeq = this.#journal.inBlocks;
    this.#lastSeq = this.#sealedSeq;
    this.#placement = new Placement(reader, writer, arenas[0].size.series);
    this.#removal = new Removal(reader, writer);
    this.#compaction = new Compaction(db, reader, writer, step.points);
    this.#begin = db.prepare("BEGIN IMMEDIATE");
    this.#commit = db.prepare("COMMIT");
    this.#room = arenas[0].size;
    this.#heads = new Heads(arenas, this.#placement);
  }

  get series(): SeriesTable {
    return this.#series;
  }

  /** Brings back what was acknowledged and is not in blocks yet. Throws when there is no room for that. */
  replay(): void {
    if (this.#series.highest() >= this.#room.series) throw tooFewSeries(this.#series.highest());
    this.#journal.keepBehind(0); // receipts that are being read must not go
    for (const { seq, frame } of this.#journal.entries()) {
      if (frame === undefined) {
        this.#setAside(seq);
        continue;
      }
      this.#receipts.read(seq, frame);
      if (seq <= this.#journal.inBlocks) continue; // kept for others: its points are in blocks, or were removed there
      const { points } = sizeOfFrame(frame);
      if (points > this.#room.points) throw tooFewPoints(points);
      this.#makeRoom(frame);
      const isRemoval = points === 0;
      if (isRemoval) this.#transaction(() => applyFrame(frame, this.#replayed));
      else this.#heads.apply(frame);
      this.#lastSeq = seq;
    }
    this.#signed = [...new Set(this.#receipts.all.map(({ position }) => position))];
    this.#keepSigned();
    this.#compaction.begin();
  }

  /** The receipts the log held when it was opened; their rows stay until `passed` says otherwise. */
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

  /** Positions are greater than this from now on. */
  startAfter(position: number): void {
    this.#journal.startAfter(position);
  }

  /** What a damaged commit held, and of which series, nobody can tell. */
  #setAside(seq: number): void {
    this.#report({ block: -seq, series: -1, start: -maxAbsoluteTs, end: maxAbsoluteTs });
    this.#journal.setAside(seq);
  }

  /**
   * Replaying may turn points into blocks again that a removal further on in the journal has taken away before, so it
   * takes them away there, too. Whatever was written after it follows in the journal.
   */
  readonly #replayed: FrameTarget = {
    push: unexpected,
    pushText: unexpected,
    remove: (series, from, to) => {
      this.#removal.remove(series, { from, to }, Number.POSITIVE_INFINITY);
      this.#heads.remove(series, from, to);
    },
  };

  /** Durable when it returns its position; throws, and nothing of it is stored, when SQLite cannot commit. */
  commit(definitions: readonly SeriesDefinition[], frame: Uint8Array, hasReceipts = false): number {
    const { points } = sizeOfFrame(frame);
    this.#makeRoom(frame);
    let seq = 0;
    this.#transaction(() => {
      for (const definition of definitions) this.#define(definition);
      seq = this.#journal.append(frame);
      if (this.#heads.isFlushing) this.#heads.flush(Math.max(points * flushRatio, this.#step.withCommit));
      else this.#journal.trim();
    });
    this.#lastSeq = seq;
    if (hasReceipts) this.#signed.push(seq);
    if (hasReceipts) this.#keepSigned();
    this.#heads.apply(frame); // never before it is durable
    this.#credit = Math.min(this.#credit + points, this.#step.points);
    return seq;
  }

  #define(definition: SeriesDefinition): void {
    this.#series.define(definition);
    this.#placement.created(definition.id);
  }

  /** Under load: one step of compaction for every so many points committed. */
  compactOnCredit(): void {
    if (this.#heads.isFlushing || this.#journal.hasReleased || this.#credit < this.#step.points) return;
    this.#credit = 0;
    if (this.#compaction.isActive) this.#transaction(() => this.#compaction.step());
  }

  /** Removes a time range in bounded steps; commits may come between them. Durable when it is done. */
  *remove(series: Uint32Array, span: Span): Generator<void> {
    for (const id of series) while (this.#removeBlocks(id, span) >= removalBlocks) yield;
    this.#removeRest(series, span, () => {});
  }

  /** Removes everything of a device, its keys included. */
  *forget(device: string, series: Uint32Array): Generator<void> {
    const span = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };
    for (const id of series) while (this.#removeBlocks(id, span) >= removalBlocks) yield;
    this.#removeRest(series, span, () => {
      for (const id of series) this.#series.drop(id);
      this.#series.dropDevice(device);
    });
  }

  #removeBlocks(series: number, span: Span): number {
    let touched = 0;
    this.#transaction(() => {
      touched = this.#removal.remove(series, span, removalBlocks);
    });
    return touched;
  }

  /** The end of a removal: what is left in blocks, what is in the heads, and the note of it in the journal. */
  #removeRest(series: Uint32Array, span: Span, also: () => void): void {
    const frame = new FrameBuilder(new ArrayBuffer(1024));
    const replayed = series.filter((id) => this.#mayBeReplayed(id));
    for (const id of replayed) frame.remove(id, span.from, span.to);
    const bytes = new Uint8Array(frame.finish(), 0, frame.length);
    let seq = this.#lastSeq;
    this.#transaction(() => {
      for (const id of series) this.#removal.remove(id, span, Number.POSITIVE_INFINITY);
      also();
      if (!frame.isEmpty) seq = this.#journal.append(bytes); // last: what was removed makes room for it on a full disk
    });
    this.#lastSeq = seq;
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
  work(): void {
    this.#transaction(() => {
      if (this.#heads.isFlushing) this.#heads.flush(this.#step.points);
      else if (this.#journal.hasReleased) this.#journal.trim();
      else if (this.#compaction.isActive) this.#compaction.step();
    });
  }

  /** Turns everything in memory into blocks, and finishes all background work. */
  flush(): void {
    this.#seal();
    while (this.hasWork) this.work();
  }

  #makeRoom(frame: Uint8Array): void {
    const { points, textBytes } = sizeOfFrame(frame);
    const rows = this.#lastSeq - this.#sealedSeq;
    if (rows >= maxJournalRows || !this.#heads.hasRoom(points, textBytes)) this.#seal();
  }

  /** What is in memory is turned into blocks from now on. */
  #seal(): void {
    while (this.#heads.isFlushing) this.work();
    this.#sealedSeq = this.#lastSeq;
    if (this.#heads.isEmpty)
      this.#journal.release(this.#sealedSeq); // removals only, and they are done
    else this.#heads.seal();
  }

  #transaction(work: () => void): void {
    this.#begin.run();
    try {
      work();
      this.#commit.run();
    } catch (error) {
      if (this.#db.isTransaction) this.#db.exec("ROLLBACK");
      this.#heads.rolledBack();
      this.#journal.rolledBack();
      throw error;
    }
    if (this.#heads.committed()) this.#finishFlush();
  }

  #finishFlush(): void {
    this.#journal.release(this.#sealedSeq);
    this.#compaction.begin();
  }
}
