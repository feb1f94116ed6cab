import type { DatabaseSync, StatementSync } from "node:sqlite";
import { crc32 } from "node:zlib";
import { isWellFormed } from "../frames/apply-frame.ts";

interface JournalEntry {
  readonly seq: number;
  /** Undefined: not what was written. */
  readonly frame: Uint8Array | undefined;
}

/** Rows of earlier versions have no checksum; they have to make sense at least. */
export function intactFrame({ frame, frame_check: check }: Readonly<Record<string, unknown>>): Uint8Array | undefined {
  if (!(frame instanceof Uint8Array)) return undefined;
  const isIntact = check === null ? isWellFormed(frame) : crc32(frame) === check;
  return isIntact ? frame : undefined;
}

/** Rows one trim removes; they are large, and removing them is work too. */
const trimRows = 16;

/**
 * What was committed, in order: a log. Positions are durable and never used twice, not when the rows are gone or damaged.
 * Two follow it: the blocks, and the receipts of QoS 2 messages. A row goes when both have passed it.
 */
export class JournalTable {
  readonly #insert: StatementSync;
  readonly #next: StatementSync;
  readonly #trim: StatementSync;
  readonly #ends: StatementSync;
  readonly #setAside: StatementSync;
  readonly #note: StatementSync;
  readonly #noted: StatementSync;
  #last: number;
  /** Up to here everything is in blocks: what the file says, and what it is to say next. */
  #inBlocks: number;
  #released: number;
  /** Nothing behind this goes: somebody has not seen it. */
  #keptBehind = Number.POSITIVE_INFINITY;
  #trimmed: number;

  constructor(db: DatabaseSync) {
    this.#insert = db.prepare("INSERT INTO journal (seq, frame, frame_check) VALUES (?, ?, ?)");
    this.#next = db.prepare("SELECT seq, frame, frame_check FROM journal WHERE seq > ? ORDER BY seq LIMIT 1");
    this.#trim = db.prepare("DELETE FROM journal WHERE seq > 0 AND seq <= ?");
    this.#ends = db.prepare("SELECT min(seq) AS oldest, max(seq) AS newest FROM journal WHERE seq > 0");
    this.#setAside = db.prepare("UPDATE journal SET seq = (SELECT min(0, min(seq)) - 1 FROM journal) WHERE seq = ?");
    this.#note = db.prepare(
      "INSERT INTO log_position (name, position) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET position = excluded.position",
    );
    this.#noted = db.prepare("SELECT position FROM log_position WHERE name = ?");
    this.#inBlocks = this.#position("blocks");
    this.#released = this.#inBlocks;
    this.#last = Math.max(this.#end("newest"), this.#position("last"), this.#inBlocks);
    this.#trimmed = this.#beforeOldest();
  }

  #end(which: "oldest" | "newest"): number {
    return Number(this.#ends.get()?.[which] ?? 0);
  }

  #position(name: "last" | "blocks"): number {
    return Number(this.#noted.get(name)?.["position"] ?? 0);
  }

  #beforeOldest(): number {
    const oldest = this.#end("oldest");
    return oldest === 0 ? this.#last : oldest - 1;
  }

  /** The newest position there ever was. */
  get last(): number {
    return this.#last;
  }

  /** Up to here a start need not replay anything. */
  get inBlocks(): number {
    return this.#inBlocks;
  }

  append(frame: Uint8Array): number {
    this.#insert.run(++this.#last, frame, crc32(frame));
    return this.#last;
  }

  /** From now on positions are greater than this; durable when it returns. */
  startAfter(position: number): void {
    if (position <= this.#last) return;
    this.#note.run("last", position);
    this.#last = position;
  }

  *entries(): Generator<JournalEntry> {
    for (let seq = 0; ; ) {
      const row = this.#next.get(seq);
      if (row === undefined) return;
      seq = Number(row["seq"]);
      yield { seq, frame: intactFrame(row) };
    }
  }

  /** Keeps a damaged row, under a number below zero, for whoever can still make something of it. */
  setAside(seq: number): void {
    this.#note.run("last", this.#last); // first: it may be the newest
    this.#setAside.run(seq);
  }

  /** Rows up to `seq` are in blocks, durably; the file says so with the next transaction. */
  release(seq: number): void {
    this.#released = Math.max(this.#released, seq);
  }

  /** Rows behind `seq` stay, whatever else is done with them. */
  keepBehind(seq: number): void {
    this.#keptBehind = seq;
  }

  /** Released, but the file does not say so yet: after a crash these rows would be replayed. */
  get isReleasing(): boolean {
    return this.#inBlocks < this.#released;
  }

  get hasReleased(): boolean {
    return this.isReleasing || this.#trimmed < this.#trimmable;
  }

  get #trimmable(): number {
    return Math.min(this.#inBlocks, this.#keptBehind);
  }

  /** Inside the caller's transaction: notes what is in blocks, and removes a few of the rows nobody needs. */
  trim(): void {
    if (this.isReleasing) {
      this.#inBlocks = this.#released;
      this.#note.run("blocks", this.#inBlocks);
    }
    if (this.#trimmed >= this.#trimmable) return;
    this.#trimmed = Math.min(this.#trimmed + trimRows, this.#trimmable);
    this.#note.run("last", this.#last);
    this.#trim.run(this.#trimmed);
  }

  /** The transaction was rolled back: what it noted and removed is as before. */
  rolledBack(): void {
    this.#inBlocks = this.#position("blocks");
    this.#trimmed = Math.min(this.#trimmed, this.#beforeOldest());
  }
}
