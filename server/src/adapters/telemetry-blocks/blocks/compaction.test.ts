import { rmSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { scratchFolder } from "../../../../../test/scratch-folder.ts";
import { type Columns, kind } from "../columns.ts";
import { defaultStep } from "../limits.ts";
import { openWriterDatabase } from "../sqlite/database.ts";
import { BlockReader, BlockWriter, type FetchedBlock } from "./block-table.ts";
import type { BlockRoom } from "./codecs/block.ts";
import { Compaction } from "./compaction.ts";

/** Counts the blocks that are decoded. */
class CountingReader extends BlockReader {
  reads = 0;

  override points(block: FetchedBlock, room?: BlockRoom): Columns | undefined {
    this.reads++;
    return super.points(block, room);
  }
}

function openCompaction() {
  const folder = scratchFolder("compaction");
  const db = openWriterDatabase(join(folder, "telemetry.db"), { maxFileBytes: undefined });
  onTestFinished(() => {
    db.close();
    rmSync(folder, { recursive: true });
  });
  const reader = new CountingReader(db, () => expect.unreachable("nothing is damaged"));
  const writer = new BlockWriter(db);
  const compaction = new Compaction(db, reader, writer, defaultStep.points);
  return { db, reader, writer, compaction };
}

/** One pass; returns the most blocks that one step of it decoded. */
function pass(compaction: Compaction, reader: CountingReader): number {
  let most = 0;
  for (compaction.begin(); compaction.isActive; ) {
    reader.reads = 0;
    compaction.step();
    most = Math.max(most, reader.reads);
  }
  return most;
}

const blockCount = (db: DatabaseSync): unknown => db.prepare("SELECT count(*) AS n FROM block").get()?.["n"];

const numbers = (start: number, count: number): Columns => ({
  ts: Float64Array.from({ length: count }, (_, i) => start + i),
  kinds: new Uint8Array(count).fill(kind.number),
  numbers: Float64Array.from({ length: count }, (_, i) => i),
  texts: [],
});

/** Texts that hardly compress and fill a block with a few points. */
const texts = (start: number): Columns => ({
  ts: Float64Array.from({ length: 10 }, (_, i) => start + i),
  kinds: new Uint8Array(10).fill(kind.string),
  numbers: Float64Array.from({ length: 10 }, (_, i) => i),
  texts: Array.from({ length: 10 }, () =>
    Buffer.from(crypto.getRandomValues(new Uint8Array(18_000))).toString("base64"),
  ),
});

test("a series of long texts is looked at once, a few blocks at a time, and not again after every flush", () => {
  const { db, reader, writer, compaction } = openCompaction();
  for (let i = 0; i < 30; i++) writer.insert(1, 0, texts(i * 1000));

  expect(pass(compaction, reader)).toBeLessThanOrEqual(12);
  writer.insert(1, 0, texts(30_000));
  expect(pass(compaction, reader)).toBeLessThanOrEqual(2);

  expect(blockCount(db)).toBe(31);
});

test("one small block before many full ones does not keep the small ones behind them from being merged", () => {
  const { db, reader, writer, compaction } = openCompaction();
  writer.insert(1, 0, numbers(0, 5));
  for (let i = 1; i <= 70; i++) writer.insert(1, 0, numbers(i * 1000, 256));
  for (let i = 71; i <= 80; i++) writer.insert(1, 0, numbers(i * 1000, 20));

  pass(compaction, reader);

  expect(blockCount(db)).toBe(72);
});

test("small blocks that come into a part that was passed over are merged", () => {
  const { db, reader, writer, compaction } = openCompaction();
  for (let i = 0; i < 10; i++) writer.insert(1, 0, texts(i * 1000));
  pass(compaction, reader);
  for (let i = 0; i < 10; i++) writer.insert(1, 0, numbers(-10_000 + i * 10, 5));

  pass(compaction, reader);

  expect(blockCount(db)).toBeLessThanOrEqual(11);
});
