import type { DatabaseSync, StatementSync } from "node:sqlite";

export interface JournalEntry {
  readonly seq: number;
  readonly frame: Uint8Array;
}

/** Rows one trim removes; they are large, and removing them is work too. */
const trimRows = 16;

/** What was committed and is not in blocks yet, in order. */
export class JournalTable {
  readonly #insert: StatementSync;
  readonly #next: StatementSync;
  readonly #trim: StatementSync;
  readonly #ends: StatementSync;
  #seq: number;
  #trimTo = 0;
  #trimmed: number;

  constructor(db: DatabaseSync) {
    this.#insert = db.prepare("INSERT INTO journal (seq, frame) VALUES (?, ?)");
    this.#next = db.prepare("SELECT seq, frame FROM journal WHERE seq > ? ORDER BY seq LIMIT 1");
    this.#trim = db.prepare("DELETE FROM journal WHERE seq <= ?");
    this.#ends = db.prepare("SELECT min(seq) AS oldest, max(seq) AS newest FROM journal");
    this.#seq = this.#end("newest");
    this.#trimmed = Math.max(this.#end("oldest") - 1, 0);
  }

  #end(which: "oldest" | "newest"): number {
    return Number(this.#ends.get()?.[which] ?? 0);
  }

  /** Numbers are given here, not by SQLite, which would start again at 1 once the table is empty. */
  append(frame: Uint8Array): number {
    this.#insert.run(++this.#seq, frame);
    return this.#seq;
  }

  *entries(): Generator<JournalEntry> {
    for (let seq = 0; ; ) {
      const row = this.#next.get(seq);
      if (row === undefined || !(row["frame"] instanceof Uint8Array)) return;
      seq = Number(row["seq"]);
      yield { seq, frame: row["frame"] };
    }
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
