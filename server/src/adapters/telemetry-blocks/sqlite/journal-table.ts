import type { DatabaseSync, StatementSync } from "node:sqlite";
import { crc32 } from "node:zlib";
import { isWellFormed } from "../frames/apply-frame.ts";
import type { JournalEntry, LogPosition, LogState } from "../storage/storage.ts";

/** Rows of earlier versions have no checksum; they have to make sense at least. */
export function intactFrame({ frame, frame_check: check }: Readonly<Record<string, unknown>>): Uint8Array | undefined {
  if (!(frame instanceof Uint8Array)) return undefined;
  const isIntact = check === null ? isWellFormed(frame) : crc32(frame) === check;
  return isIntact ? frame : undefined;
}

/** What was committed, in order. Rows under numbers below zero were found damaged and set aside. */
export class JournalTable {
  readonly #insert: StatementSync;
  readonly #next: StatementSync;
  readonly #trim: StatementSync;
  readonly #ends: StatementSync;
  readonly #setAside: StatementSync;
  readonly #note: StatementSync;
  readonly #noted: StatementSync;

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
  }

  state(): LogState {
    const ends = this.#ends.get();
    const position = (name: LogPosition): number => Number(this.#noted.get(name)?.["position"] ?? 0);
    return {
      last: position("last"),
      blocks: position("blocks"),
      followed: position("followed"),
      oldest: Number(ends?.["oldest"] ?? 0),
      newest: Number(ends?.["newest"] ?? 0),
    };
  }

  append(position: number, frame: Uint8Array): void {
    this.#insert.run(position, frame, crc32(frame));
  }

  /** One at a time: they may be large, and the next one is near. */
  after(position: number): JournalEntry[] {
    const row = this.#next.get(position);
    return row === undefined ? [] : [{ position: Number(row["seq"]), frame: intactFrame(row) }];
  }

  setAside(position: number): void {
    this.#setAside.run(position);
  }

  trim(upTo: number): void {
    this.#trim.run(upTo);
  }

  note(name: LogPosition, position: number): void {
    this.#note.run(name, position);
  }
}
