import { crc32 } from "node:zlib";
import { BlockChanges } from "../sqlite/block-table.ts";
import type { PointsFile } from "../sqlite/database.ts";
import { markPoints } from "../sqlite/points-identity.ts";
import type { CopiedEntry, PointsNotes, Portion } from "./portions.ts";

/** A checksum that nothing has: the entry is known as damaged there, too. */
const noChecksum = -1;

type Statement = ReturnType<PointsFile["prepare"]>;

/** Puts points into a new `telemetry.db`; transactions are the caller's. */
export class FileSink {
  readonly #db: PointsFile;
  readonly #device: Statement;
  readonly #series: Statement;
  readonly #entry: Statement;
  readonly #position: Statement;
  readonly #blocks: BlockChanges;

  constructor(db: PointsFile) {
    this.#db = db;
    this.#device = db.prepare("INSERT INTO device (id, name) VALUES (?, ?)");
    this.#series = db.prepare(
      "INSERT INTO series (id, device, key) VALUES (?, coalesce((SELECT id FROM device WHERE name = ?), 0), ?)",
    );
    this.#entry = db.prepare("INSERT INTO journal (seq, frame, frame_check) VALUES (?, ?, ?)");
    this.#position = db.prepare("INSERT OR REPLACE INTO log_position (name, position) VALUES (?, ?)");
    this.#blocks = new BlockChanges(db);
  }

  add(portion: Portion): void {
    if (portion.stage === "devices") for (const { id, name } of portion.rows) this.#device.run(id, name);
    else if (portion.stage === "series")
      for (const { id, device, key } of portion.rows) this.#series.run(id, device, key);
    else if (portion.stage === "blocks") for (const block of portion.rows) this.#blocks.insert(block);
    else for (const entry of portion.rows) this.#entry.run(entry.id, entry.frame, checkOf(entry));
  }

  note({ positions, installation, beat }: PointsNotes): void {
    for (const { name, position } of positions) this.#position.run(name, position);
    if (installation !== undefined) markPoints(this.#db, installation, beat);
  }
}

const checkOf = ({ frame, isIntact }: CopiedEntry): number => (isIntact ? crc32(frame) : noChecksum);
