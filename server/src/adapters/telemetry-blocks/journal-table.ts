import type { DatabaseSync, StatementSync } from "node:sqlite";
import { crc32 } from "node:zlib";
import { isWellFormed } from "./apply-frame.ts";

interface JournalEntry {
  readonly seq: number;
  /** Undefined: not what was written. */
  readonly frame: Uint8Array | undefined;
}

/** Rows of earlier versions have no checksum; they have to make sense at least. */
function intactFrame({ frame, frame_check: check }: Readonly<Record<string, unknown>>): Uint8Array | undefined {
  if (!(frame instanceof Uint8Array)) return undefined;
  const isIntact = check === null ? isWellFormed(frame) : crc32(frame) === check;
  return isIntact ? frame : undefined;
}

/** Rows one trim removes; they are large, and removing them is work too. */
const trimRows = 16;

/** What was committed and is not in blocks yet, in order. */
export class JournalTable {
  readonly #insert: StatementSync;
  readonly #next: StatementSync;
  readonly #trim: StatementSync;
  readonly #ends: StatementSync;
  readonly #setAside: StatementSync;
  #seq: number;
  #trimTo = 0;
  #trimmed: number;

  constructor(db: DatabaseSync) {
    this.#insert = db.prepare("INSERT INTO journal (seq, frame, frame_check) VALUES (?, ?, ?)");
    this.#next = db.prepare("SELECT seq, frame, frame_check FROM journal WHERE seq > ? ORDER BY seq LIMIT 1");
    this.#trim = db.prepare("DELETE FROM journal WHERE seq > 0 AND seq <= ?");
    this.#ends = db.prepare("SELECT min(seq) AS oldest, max(seq) AS newest FROM journal WHERE seq > 0");
    this.#setAside = db.prepare("UPDATE journal SET seq = (SELECT min(0, min(seq)) - 1 FROM journal) WHERE seq = ?");
    this.#seq = this.#end("newest");
    this.#trimmed = Math.max(this.#end("oldest") - 1, 0);
  }

  #end(which: "oldest" | "newest"): number {
    return Number(this.#ends.get()?.[which] ?? 0);
  }

  /** Numbers are given here, not by SQLite, which would start again at 1 once the table is empty. */
  append(frame: Uint8Array): number {
    this.#insert.run(++this.#seq, frame, crc32(frame));
    return this.#seq;
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
    this.#setAside.run(seq);
  }

  /** Rows up to `seq` are in blocks, durably; they may go, a few with each commit. */
  release(seq: number): void {
    this.#trimTo = Math.max(this.#trimTo, seq);
  }

  /** The number before the oldest row. */
  get trimmed(): number {
    return this.#trimmed;
  }

  get hasReleased(): boolean {
    return this.#trimmed < this.#trimTo;
  }

  /** Inside the caller's transaction. */
  trim(): void {
    if (!this.hasReleased) return;
    this.#trimmed = Math.min(this.#trimmed + trimRows, this.#trimTo);
    this.#trim.run(this.#trimmed);
  }

  /** The transaction was rolled back: what it trimmed is still there. */
  rolledBack(): void {
    const oldest = this.#end("oldest");
    if (oldest > 0) this.#trimmed = Math.min(this.#trimmed, oldest - 1);
  }
}
