import { rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { scratchFolder } from "../../../../test/scratch-folder.ts";
import type { Receipt } from "../../core/telemetry/index.ts";
import { type DeviceId, type MqttSessionId, newId } from "../../kernel/ids.ts";
import { epochMs } from "../../kernel/time.ts";
import { maxRowsBehind, UnsavedReceipts } from "./commit/unsaved-receipts.ts";
import { openTelemetryBlocks, type TelemetryBlocks } from "./index.ts";

const pump = newId<DeviceId>();
const [session, other] = [newId<MqttSessionId>(), newId<MqttSessionId>()];
const all = { olderThanMs: 0 };

function freshFolder(): string {
  const folder = scratchFolder("receipts");
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

async function open(folder: string): Promise<TelemetryBlocks> {
  const store = await openTelemetryBlocks({ folder, readers: 1 });
  onTestFinished(() => store.close());
  return store;
}

async function signed(store: TelemetryBlocks, packetId: number, of = session): Promise<Receipt> {
  const receipt: Receipt = { session: of, packetId, position: 0 };
  await store.append(pump, [{ key: "k", ts: epochMs(packetId), value: packetId }], { receipt });
  return receipt;
}

const append = (store: TelemetryBlocks) => store.append(pump, [{ key: "k", ts: epochMs(1), value: 1 }]);

function rows(folder: string): unknown[] {
  const db = new DatabaseSync(join(folder, "telemetry.db"));
  try {
    return db.prepare("SELECT seq FROM journal ORDER BY seq").all();
  } finally {
    db.close();
  }
}

test("[MQ7] a receipt is stored with its points, and known to whoever opens the file, until its session has noted it", async () => {
  const folder = freshFolder();
  const before = await open(folder);
  const [first, second] = [await signed(before, 7), await signed(before, 8, other)];
  await before.close();

  const again = await open(folder);
  expect(again.unsaved(all)).toEqual([first, second]);
  expect(again.unsaved({ session: other })).toEqual([second]);
  again.saved(session, first.position);
  expect(again.unsaved(all)).toEqual([second]);
});

test("[MQ7] what is in blocks stays in the log while a receipt in it is not noted, and revives nothing that was removed", async () => {
  const folder = freshFolder();
  const store = await open(folder);
  const receipt = await signed(store, 7);
  await store.flush();
  await store.delete(pump, "all", { from: epochMs(0), to: epochMs(100) });
  await store.flush();
  await store.close();
  expect(rows(folder)).toMatchObject([{ seq: receipt.position }]);

  const again = await open(folder);
  expect(again.unsaved(all)).toEqual([receipt]);
  expect(await again.keys(pump)).toEqual([]);
  again.saved(session, receipt.position);
  await append(again);
  await again.flush();
  await again.close();

  expect(rows(folder)).toEqual([]);
});

test("[MQ7] positions are never used twice: not when the rows are gone, not when the newest was damaged", async () => {
  const folder = freshFolder();
  const store = await open(folder);
  const first = await signed(store, 1);
  store.saved(session, first.position);
  await append(store);
  await store.flush();
  await store.close();
  expect(rows(folder)).toEqual([]);

  const second = await open(folder);
  const later = await signed(second, 2);
  await second.close();
  expect(later.position).toBeGreaterThan(first.position + 1);
  const db = new DatabaseSync(join(folder, "telemetry.db"));
  db.prepare("UPDATE journal SET frame = ? WHERE seq = ?").run(new Uint8Array([9]), later.position);
  db.close();

  expect((await signed(await open(folder), 3)).position).toBeGreaterThan(later.position);
});

test("[REL4] a log from a backup goes on behind what the sessions have seen", async () => {
  const store = await open(freshFolder());
  await store.startAfter(5_000);
  expect((await signed(store, 1)).position).toBe(5_001);

  await store.startAfter(3);
  expect((await signed(store, 2)).position).toBe(5_002);
});

test("[REL2] sessions that note nothing hold the log, and beyond a bound whoever appends", () => {
  let passed = 0;
  const receipts = new UnsavedReceipts(() => passed++);
  const at = (position: number, of = session): Receipt => ({ session: of, packetId: 1, position });
  receipts.committed(10, [at(10)]);
  receipts.committed(11, [at(11, other)]);
  receipts.committed(10 + maxRowsBehind, []);
  expect([receipts.passed, receipts.isTooFarBehind]).toEqual([9, true]);

  receipts.saved(other, 11);
  expect([receipts.passed, passed]).toEqual([9, 0]);
  receipts.saved(session, 10);

  expect([receipts.passed, receipts.isTooFarBehind, passed]).toEqual([10 + maxRowsBehind, false, 1]);
});
