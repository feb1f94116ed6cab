import { rmSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { scratchFolder } from "../../../../../test/scratch-folder.ts";
import { type Columns, kind } from "../columns.ts";
import { defaultStep } from "../limits.ts";
import { openWriterDatabase } from "../sqlite/database.ts";
import { SqliteWriterStorage } from "../sqlite/sqlite-storage.ts";
import type { BlockRow } from "../storage/block-row.ts";
import { BlockOpener } from "./block-opener.ts";
import type { BlockRoom } from "./codecs/block.ts";
import { Compaction } from "./compaction.ts";
import { blockOf } from "./encode-block.ts";

/** Counts the blocks that are decoded. */
class CountingOpener extends BlockOpener {
  opened = 0;

  override points(row: BlockRow, data: Uint8Array | undefined, room?: BlockRoom): Columns | undefined {
    this.opened++;
    return super.points(row, data, room);
  }
}

function openCompaction() {
  const folder = scratchFolder("compaction");
  const db = openWriterDatabase(join(folder, "telemetry.db"), { maxFileBytes: undefined });
  onTestFinished(() => {
    db.close();
    rmSync(folder, { recursive: true });
  });
  const storage = new SqliteWriterStorage(db);
  const opener = new CountingOpener(() => expect.unreachable("nothing is damaged"));
  const compaction = new Compaction(opener, defaultStep.points);
  const insert = (columns: Columns): Promise<void> =>
    storage.transaction(async (changes) => changes.insert([blockOf(1, 0, columns)]));
  /** One pass; returns the most blocks that one step of it decoded. */
  const pass = async (): Promise<number> => {
    let most = 0;
    for (compaction.begin(); compaction.isActive; ) {
      opener.opened = 0;
      await storage.transaction((changes) => compaction.step(changes));
      most = Math.max(most, opener.opened);
    }
    return most;
  };
  return { db, insert, pass };
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

test("a series of long texts is looked at once, a few blocks at a time, and not again after every flush", async () => {
  const { db, insert, pass } = openCompaction();
  for (let i = 0; i < 30; i++) await insert(texts(i * 1000));

  expect(await pass()).toBeLessThanOrEqual(12);
  await insert(texts(30_000));
  expect(await pass()).toBeLessThanOrEqual(2);

  expect(blockCount(db)).toBe(31);
});

test("one small block before many full ones does not keep the small ones behind them from being merged", async () => {
  const { db, insert, pass } = openCompaction();
  await insert(numbers(0, 5));
  for (let i = 1; i <= 70; i++) await insert(numbers(i * 1000, 256));
  for (let i = 71; i <= 80; i++) await insert(numbers(i * 1000, 20));

  await pass();

  expect(blockCount(db)).toBe(72);
});

test("small blocks that come into a part that was passed over are merged", async () => {
  const { db, insert, pass } = openCompaction();
  for (let i = 0; i < 10; i++) await insert(texts(i * 1000));
  await pass();
  for (let i = 0; i < 10; i++) await insert(numbers(-10_000 + i * 10, 5));

  await pass();

  expect(blockCount(db)).toBeLessThanOrEqual(11);
});
