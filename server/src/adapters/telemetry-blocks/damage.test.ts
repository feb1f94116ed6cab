// What a failing disk changed: it is reported, and hides nothing else.
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { crc32 } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { scanned } from "../../../../test/contract/telemetry/scanned.ts";
import { scratchFolder } from "../../../../test/scratch-folder.ts";
import { always, freshFolder, openBlocks, points, tamper, times } from "../../../../test/support/block-files.ts";
import { bucketEdges } from "../../core/telemetry/index.ts";
import { type DeviceId, newId } from "../../kernel/ids.ts";
import { epochMs } from "../../kernel/time.ts";
import { type DamageNotice, openTelemetryBlocks, type TelemetryBlocks } from "./index.ts";

/** The blocks of a series, for SQL. */
const of = (device: DeviceId, key = "k"): string =>
  `(SELECT series.id FROM series JOIN device ON device.id = series.device
    WHERE device.name = '${device}' AND series.key = CAST('${key}' AS BLOB))`;
/** The third of the six blocks of a device. */
const third = (device: DeviceId): string => `WHERE start = 512 AND series = ${of(device)}`;
const fixed = (ms: number) => bucketEdges(epochMs(0), epochMs(1536), { kind: "fixed", ms });

/** One store for all of them, each on a device of its own: its threads are most of what a store costs. */
describe("in blocks", () => {
  const folder = scratchFolder("damaged");
  const notices: DamageNotice[] = [];
  const noticesOf = (device: DeviceId) => notices.filter((notice) => notice.device === device);
  const devices: DeviceId[] = [];
  const changes: string[] = [];
  let store: TelemetryBlocks;

  /** A device with six blocks of 256 points and another key, and what becomes of them. */
  function damaged(change: (device: DeviceId) => string): DeviceId {
    const device = newId<DeviceId>();
    devices.push(device);
    changes.push(change(device));
    return device;
  }

  beforeAll(async () => {
    const before = await openTelemetryBlocks({ folder, readers: 1 });
    for (const device of devices) {
      await before.append(device, points(1536));
      await before.append(device, [{ key: "other", ts: epochMs(1), value: "fine" }]);
    }
    await before.flush();
    await before.close();
    for (const change of changes) tamper(folder, change);
    store = await openTelemetryBlocks({ folder, readers: 1, onDamage: (notice) => notices.push(notice) });
  });
  afterAll(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });

  const withData = damaged(
    (device) => `UPDATE block SET data = substr(data, 1, 9) || x'00ff' || substr(data, 12) ${third(device)}`,
  );
  test("a damaged block is reported once and skipped, everything else is served", async () => {
    const read = async () => times(await scanned(store, withData, "k", always));
    const both = [...(await read()), ...(await read())];

    expect(both.filter((ts) => ts < 512).length).toBe(2 * 512);
    expect(both.filter((ts) => ts >= 512 && ts < 768).length).toBe(0);
    expect(both.filter((ts) => ts >= 768).length).toBe(2 * 768);
    expect(noticesOf(withData)).toEqual([{ device: withData, key: "k", from: 512, to: 768 }]);
    expect((await store.latest(withData, "all")).get("other")?.value).toBe("fine");
  });

  const withStatistics = damaged((device) => `UPDATE block SET sum = 1e9, max = 1e9 ${third(device)}`);
  test("damaged statistics are not believed", async () => {
    const maxima = await store.aggregate(withStatistics, "k", fixed(256), "MAX");

    expect(maxima.map(({ value }) => value)).toEqual([255, 511, 1023, 1279, 1535]);
  });

  const moved = damaged((device) => `UPDATE block SET series = ${of(device, "other")} ${third(device)}`);
  test("a block that turns up in another series is reported, not believed", async () => {
    expect((await scanned(store, moved, "other", always)).map(({ value }) => value)).toEqual(["fine"]);
    expect((await scanned(store, moved, "k", always)).length).toBe(1280);
    expect(noticesOf(moved)).toEqual([{ device: moved, key: "other", from: 512, to: 768 }]);
  });

  const withEnd = (end: number): DeviceId => damaged((device) => `UPDATE block SET "end" = ${end} ${third(device)}`);

  test.each((["DESC", "ASC"] as const).map((order) => [order, withEnd(-1)] as const))(
    "a block with a damaged end hides no other and is reported, %s",
    async (order, device) => {
      const read = times(await scanned(store, device, "k", { ...always, from: epochMs(0) }, order));

      expect(read.filter((ts) => ts < 512).length).toBe(512);
      expect(read.filter((ts) => ts >= 768).length).toBe(768);
      expect(noticesOf(device).length).toBe(1);
    },
  );

  test.each([1_000_000, -1].map((end) => [end, withEnd(end)] as const))(
    "a block with the damaged end %d is left out of aggregates, no other is",
    async (_, device) => {
      const counts = await store.aggregate(device, "k", fixed(128), "COUNT");

      expect(counts.map(({ ts, value }) => [ts, value])).toEqual(
        [0, 128, 256, 384, 768, 896, 1024, 1152, 1280, 1408].map((ts) => [ts, 128]),
      );
      expect(noticesOf(device).length).toBe(1);
    },
  );

  const written = damaged((device) => `UPDATE block SET data = x'0102' ${third(device)}`);
  test("a damaged block does not stop writing, deleting and compacting around it", async () => {
    for (let i = 0; i < 10; i++) {
      await store.append(
        written,
        points(30, 500 + i, () => "new"),
      );
      await store.flush();
    }
    await store.delete(written, "all", { from: epochMs(0), to: epochMs(520) });

    const left = await scanned(store, written, "k", always);
    expect(left.filter(({ value }) => value === "new").map(({ ts }) => ts)).toEqual(
      Array.from({ length: 19 }, (_, i) => 520 + i),
    );
    expect(left.filter(({ ts }) => ts >= 768).length).toBe(768);
  });
});

/** What an earlier version would have written. */
function withChecksumsOfFormat1(db: DatabaseSync): void {
  const columns = ["start", "end", "count", "numbers", "min", "max", "sum", "data_check"];
  const change = db.prepare("UPDATE block SET head_check = ? WHERE id = ?");
  for (const row of db.prepare("SELECT * FROM block").all()) {
    const cells = Float64Array.from(columns, (column) => Number(row[column]));
    change.run(crc32(new Uint8Array(cells.buffer)), Number(row["id"]));
  }
  db.exec("PRAGMA user_version = 1");
}

test("[REL4] blocks of format 1, whose checksums leave out their place, are read, and the file becomes one of format 4", async () => {
  const [folder, device] = [freshFolder(), newId<DeviceId>()];
  const before = await openTelemetryBlocks({ folder, readers: 1 });
  await before.append(device, points(1536));
  await before.flush();
  await before.close();
  tamper(folder, withChecksumsOfFormat1);
  const store = await openBlocks({ folder, onDamage: () => expect.unreachable("nothing is damaged") });

  expect((await scanned(store, device, "k", always)).length).toBe(1536);
  expect(new DatabaseSync(join(folder, "telemetry.db")).prepare("PRAGMA user_version").get()).toEqual({
    user_version: 4,
  });
});

describe("in the journal", () => {
  const pump = newId<DeviceId>();
  const folder = scratchFolder("journal");

  /** Commits of 100 points each, from 1 on, that are nowhere else. */
  beforeAll(async () => {
    const store = await openTelemetryBlocks({ folder, readers: 1 });
    for (let commit = 0; commit < 9; commit++) await store.append(pump, points(100, commit * 100));
    await store.close();
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  function copyOfJournal(change: (db: DatabaseSync) => void): string {
    const copy = freshFolder();
    cpSync(folder, copy, { recursive: true });
    tamper(copy, change);
    return copy;
  }

  type Damage = (frame: Uint8Array) => Uint8Array | string;
  function damage(db: DatabaseSync, seq: number, how: Damage): void {
    const frame = db.prepare("SELECT frame FROM journal WHERE seq = ?").get(seq)?.["frame"] as Uint8Array;
    db.prepare("UPDATE journal SET frame = ? WHERE seq = ?").run(how(frame), seq);
  }
  const withoutChecksums = (db: DatabaseSync): void => db.exec("ALTER TABLE journal DROP COLUMN frame_check");
  const noOperation: Damage = (frame) => frame.with(12, 0);

  /** Which commits are damaged, and how. */
  const cases: readonly (readonly [string, readonly number[], (db: DatabaseSync) => void])[] = [
    [
      "value, kind of cell, operation, version",
      [2, 4, 6, 8],
      (db) => {
        damage(db, 2, (frame) => frame.with(30, (frame[30] ?? 0) ^ 1));
        damage(db, 4, () => "text");
        damage(db, 6, noOperation);
        damage(db, 8, (frame) => frame.with(0, 77));
      },
    ],
    [
      "operation, by a version without checksums",
      [2],
      (db) => {
        damage(db, 2, noOperation);
        withoutChecksums(db);
      },
    ],
  ];

  test.each(cases)("a damaged commit (%s) is reported, set aside, and hides no other", async (_, commits, change) => {
    const copy = copyOfJournal(change);
    const notices: DamageNotice[] = [];
    const store = await openBlocks({ folder: copy, onDamage: (notice) => notices.push(notice) });

    const expected = points(900)
      .filter(({ ts }) => !commits.includes(Math.floor(ts / 100) + 1))
      .map(({ ts, value }) => ({ ts, value }));
    expect(await scanned(store, pump, "k", always)).toEqual(expected);
    expect(notices.length).toBe(commits.length);
    await store.flush();
    await store.close();

    tamper(copy, (db) => {
      expect(db.prepare("SELECT seq FROM journal ORDER BY seq DESC").all()).toEqual(
        commits.map((_, at) => ({ seq: -1 - at })),
      );
    });
    const again = await openBlocks({ folder: copy });
    expect(await scanned(again, pump, "k", always)).toEqual(expected);
  });

  test("one without checksums, of a version before them, is replayed", async () => {
    const copy = copyOfJournal(withoutChecksums);
    const store = await openBlocks({ folder: copy, onDamage: () => expect.unreachable("nothing is damaged") });

    await store.append(pump, points(100, 900));

    expect((await scanned(store, pump, "k", always)).length).toBe(1_000);
  });
});
