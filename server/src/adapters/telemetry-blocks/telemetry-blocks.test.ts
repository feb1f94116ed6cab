import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Worker } from "node:worker_threads";
import { crc32 } from "node:zlib";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { scanned } from "../../../../test/contract/telemetry/scanned.ts";
import { scratchFolder } from "../../../../test/scratch-folder.ts";
import { mostly } from "../../../../test/support/at-length.ts";
import { bucketEdges, type Point, type Sample, type TelemetryValue } from "../../core/telemetry/index.ts";
import { type DeviceId, newId } from "../../kernel/ids.ts";
import { epochMs } from "../../kernel/time.ts";
import { type DamageNotice, openTelemetryBlocks, type TelemetryBlocks, type TelemetryBlocksOptions } from "./index.ts";

const pump = newId<DeviceId>();
const always = { from: epochMs(-8.64e15), to: epochMs(8.64e15) } as const;

function freshFolder(): string {
  const folder = scratchFolder("blocks");
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

async function open(options: TelemetryBlocksOptions): Promise<TelemetryBlocks> {
  const store = await openTelemetryBlocks({ readers: 1, ...options });
  onTestFinished(() => store.close());
  return store;
}

const points = (count: number, from = 0, value: (i: number) => TelemetryValue = (i) => i): Point[] =>
  Array.from({ length: count }, (_, i) => ({ key: "k", ts: epochMs(from + i), value: value(from + i) }));
const times = (samples: readonly Sample[]): number[] => samples.map(({ ts }) => ts);

/** Changes the file behind the store's back, as a failing disk would. */
function tamper(folder: string, sql: string): void {
  const db = new DatabaseSync(join(folder, "telemetry.db"));
  db.exec(sql);
  db.close();
}

/** What an earlier version would have written. */
function withChecksumsOfFormat1(folder: string): void {
  const db = new DatabaseSync(join(folder, "telemetry.db"));
  const columns = ["start", "end", "count", "numbers", "min", "max", "sum", "data_check"];
  const change = db.prepare("UPDATE block SET head_check = ? WHERE id = ?");
  for (const row of db.prepare("SELECT * FROM block").all()) {
    const cells = Float64Array.from(columns, (column) => Number(row[column]));
    change.run(crc32(new Uint8Array(cells.buffer)), Number(row["id"]));
  }
  db.exec("PRAGMA user_version = 1");
  db.close();
}

/** A store that many tests begin with is written once, and copied: its threads are most of what it costs. */
class Beginning {
  readonly #folder = scratchFolder("beginning");
  readonly #fill: (store: TelemetryBlocks) => Promise<void>;
  #filled: Promise<void> | undefined;

  constructor(fill: (store: TelemetryBlocks) => Promise<void>) {
    this.#fill = fill;
    afterAll(() => rmSync(this.#folder, { recursive: true }));
  }

  async copyTo(folder: string): Promise<void> {
    this.#filled ??= this.#write();
    await this.#filled;
    cpSync(this.#folder, folder, { recursive: true });
  }

  async #write(): Promise<void> {
    const store = await openTelemetryBlocks({ folder: this.#folder, readers: 1 });
    await this.#fill(store);
    await store.close();
  }
}

const blocks = new Beginning(async (store) => {
  await store.append(pump, points(1536)); // six blocks of 256
  await store.append(pump, [{ key: "other", ts: epochMs(1), value: "fine" }]);
  await store.flush();
});
const withBlocks = (folder: string): Promise<void> => blocks.copyTo(folder);

/** Three commits that are only in the journal. */
const journal = new Beginning(async (store) => {
  for (const from of [0, 100, 200]) await store.append(pump, points(100, from));
});

test("a damaged block is reported once and skipped, everything else is served", async () => {
  const folder = freshFolder();
  await withBlocks(folder);
  tamper(folder, "UPDATE block SET data = substr(data, 1, 9) || x'00ff' || substr(data, 12) WHERE start = 512");
  const notices: DamageNotice[] = [];
  const store = await open({ folder, onDamage: (notice) => notices.push(notice) });

  const read = [...times(await scanned(store, pump, "k", always)), ...times(await scanned(store, pump, "k", always))];

  expect(read.filter((ts) => ts < 512).length).toBe(2 * 512);
  expect(read.filter((ts) => ts >= 512 && ts < 768).length).toBe(0);
  expect(read.filter((ts) => ts >= 768).length).toBe(2 * 768);
  expect(notices).toEqual([{ device: pump, key: "k", from: 512, to: 768 }]);
  expect((await store.latest(pump, "all")).get("other")?.value).toBe("fine");
});

test("damaged statistics are not believed", async () => {
  const folder = freshFolder();
  await withBlocks(folder);
  tamper(folder, "UPDATE block SET sum = 1e9, max = 1e9 WHERE start = 512");
  const store = await open({ folder });
  const edges = bucketEdges(epochMs(0), epochMs(1536), { kind: "fixed", ms: 256 });

  const maxima = await store.aggregate(pump, "k", edges, "MAX");

  expect(maxima.map(({ value }) => value)).toEqual([255, 511, 1023, 1279, 1535]);
});

test("a block that turns up in another series is reported, not believed", async () => {
  const folder = freshFolder();
  await withBlocks(folder);
  tamper(
    folder,
    "UPDATE block SET series = (SELECT id FROM series WHERE key = CAST('other' AS BLOB)) WHERE start = 512",
  );
  const notices: DamageNotice[] = [];
  const store = await open({ folder, onDamage: (notice) => notices.push(notice) });

  expect((await scanned(store, pump, "other", always)).map(({ value }) => value)).toEqual(["fine"]);
  expect((await scanned(store, pump, "k", always)).length).toBe(1280);
  expect(notices).toEqual([{ device: pump, key: "other", from: 512, to: 768 }]);
});

test("[REL4] blocks of format 1, whose checksums leave out their place, are read, and the file becomes one of format 4", async () => {
  const folder = freshFolder();
  await withBlocks(folder);
  withChecksumsOfFormat1(folder);
  const store = await open({ folder, onDamage: () => expect.unreachable("nothing is damaged") });

  expect((await scanned(store, pump, "k", always)).length).toBe(1536);
  expect(new DatabaseSync(join(folder, "telemetry.db")).prepare("PRAGMA user_version").get()).toEqual({
    user_version: 4,
  });
});

test.each(mostly(["DESC", "ASC"] as const, 1))(
  "a block with a damaged end hides no other and is reported, %s",
  async (order) => {
    const folder = freshFolder();
    await withBlocks(folder);
    tamper(folder, 'UPDATE block SET "end" = -1 WHERE start = 512');
    const notices: DamageNotice[] = [];
    const store = await open({ folder, onDamage: (notice) => notices.push(notice) });

    const read = times(await scanned(store, pump, "k", { ...always, from: epochMs(0) }, order));

    expect(read.filter((ts) => ts < 512).length).toBe(512);
    expect(read.filter((ts) => ts >= 768).length).toBe(768);
    expect(notices.length).toBe(1);
  },
);

test.each(mostly([1_000_000, -1], 1))(
  "a block with the damaged end %d is left out of aggregates, no other is",
  async (end) => {
    const folder = freshFolder();
    await withBlocks(folder);
    tamper(folder, `UPDATE block SET "end" = ${end} WHERE start = 512`);
    const notices: DamageNotice[] = [];
    const store = await open({ folder, onDamage: (notice) => notices.push(notice) });
    const edges = bucketEdges(epochMs(0), epochMs(1536), { kind: "fixed", ms: 128 });

    const counts = await store.aggregate(pump, "k", edges, "COUNT");

    expect(counts.map(({ ts, value }) => [ts, value])).toEqual(
      [0, 128, 256, 384, 768, 896, 1024, 1152, 1280, 1408].map((ts) => [ts, 128]),
    );
    expect(notices.length).toBe(1);
  },
);

test("a damaged block does not stop writing, deleting and compacting around it", async () => {
  const folder = freshFolder();
  await withBlocks(folder);
  tamper(folder, "UPDATE block SET data = x'0102' WHERE start = 512");
  const store = await open({ folder });
  for (let i = 0; i < 10; i++) {
    await store.append(
      pump,
      points(30, 500 + i, () => "new"),
    );
    await store.flush();
  }
  await store.delete(pump, "all", { from: epochMs(0), to: epochMs(520) });

  const left = await scanned(store, pump, "k", always);
  expect(left.filter(({ value }) => value === "new").map(({ ts }) => ts)).toEqual(
    Array.from({ length: 19 }, (_, i) => 520 + i),
  );
  expect(left.filter(({ ts }) => ts >= 768).length).toBe(768);
});

/** The second of the three commits is damaged. */
async function withDamagedJournal(folder: string, damage: (db: DatabaseSync, frame: Uint8Array) => void) {
  await journal.copyTo(folder);
  const db = new DatabaseSync(join(folder, "telemetry.db"));
  damage(db, db.prepare("SELECT frame FROM journal WHERE seq = 2").get()?.["frame"] as Uint8Array);
  db.close();
}

const storeFrame = (db: DatabaseSync, frame: unknown): unknown =>
  db.prepare("UPDATE journal SET frame = ? WHERE seq = 2").run(frame as Uint8Array);

/** How the second commit can be damaged; what only the oldest versions wrote comes before what goes the same way. */
const damages = [
  ["value", (db: DatabaseSync, frame: Uint8Array) => storeFrame(db, frame.with(30, (frame[30] ?? 0) ^ 1))],
  [
    "operation, by a version without checksums",
    (db: DatabaseSync, frame: Uint8Array) => {
      storeFrame(db, frame.with(12, 0));
      db.exec("ALTER TABLE journal DROP COLUMN frame_check");
    },
  ],
  ["kind of cell", (db: DatabaseSync) => storeFrame(db, "text")],
  ["operation", (db: DatabaseSync, frame: Uint8Array) => storeFrame(db, frame.with(12, 0))],
  ["version", (db: DatabaseSync, frame: Uint8Array) => storeFrame(db, frame.with(0, 77))],
] as const;

test.each(mostly(damages, 3))(
  "a commit damaged in the journal (%s) is reported, set aside, and hides no other",
  async (_, damage) => {
    const folder = freshFolder();
    await withDamagedJournal(folder, damage);
    const notices: DamageNotice[] = [];
    const store = await open({ folder, onDamage: (notice) => notices.push(notice) });

    const expected = [...points(100), ...points(100, 200)].map(({ ts, value }) => ({ ts, value }));
    expect(await scanned(store, pump, "k", always)).toEqual(expected);
    expect(notices.length).toBe(1);
    await store.flush();
    await store.close();

    const db = new DatabaseSync(join(folder, "telemetry.db"));
    expect(db.prepare("SELECT seq FROM journal").all()).toEqual([{ seq: -1 }]);
    db.close();
    const again = await open({ folder });
    expect(await scanned(again, pump, "k", always)).toEqual(expected);
  },
);

test("a journal without checksums, of a version before them, is replayed", async () => {
  const folder = freshFolder();
  await withDamagedJournal(folder, (db) => db.exec("ALTER TABLE journal DROP COLUMN frame_check"));
  const store = await open({ folder, onDamage: () => expect.unreachable("nothing is damaged") });

  await store.append(pump, points(100, 300));

  expect((await scanned(store, pump, "k", always)).length).toBe(400);
});

test("[REL4] a data folder of a newer version is refused and left as it is", async () => {
  const folder = freshFolder();
  await withBlocks(folder);
  tamper(folder, "PRAGMA user_version = 99");
  const before = readFileSync(join(folder, "telemetry.db"));

  await expect(openTelemetryBlocks({ folder })).rejects.toMatchObject({
    fault: "conflict",
    message: expect.stringContaining("newer"),
  });

  expect(readdirSync(folder)).toEqual(["telemetry.db"]);
  expect(readFileSync(join(folder, "telemetry.db")).equals(before)).toBe(true);
});

test("limits below what is stored are refused with the setting's name, and nothing is lost", async () => {
  const folder = freshFolder();
  const before = await openTelemetryBlocks({ folder, readers: 1 });
  await before.append(pump, points(3_000));
  await before.append(pump, [{ key: "other", ts: epochMs(1), value: 1 }]);
  await before.close();

  await expect(openTelemetryBlocks({ folder, arena: { series: 2 } })).rejects.toThrow("HELIO_TELEMETRY_SERIES");
  await expect(openTelemetryBlocks({ folder, arena: { points: 2_000 } })).rejects.toThrow("MEMORY_POINTS");

  const store = await open({ folder });
  expect((await scanned(store, pump, "k", always)).length).toBe(3_000);
});

test("the numbers of forgotten devices serve others: a limit of series is about those that exist", async () => {
  const store = await open({ folder: freshFolder(), arena: { series: 6 } });
  const keys = ["a", "b", "c", "d", "e"];
  for (let i = 0; i < 4; i++) {
    const device = newId<DeviceId>();
    await store.append(
      device,
      keys.map((key) => ({ key, ts: epochMs(i), value: `${key} of ${i}` })),
    );
    if (i === 1) await store.flush();
    const latest = [...(await store.latest(device, "all"))].map(([key, { value }]) => [key, value]);
    expect(latest).toEqual(keys.map((key) => [key, `${key} of ${i}`]));
    expect((await scanned(store, device, "a", always)).length).toBe(1);
    await store.forget(device);
  }
});

test("[REL2] a full disk refuses appends, reads go on, and space makes it work again", async () => {
  const folder = freshFolder();
  const store = await open({ folder, maxFileBytes: 600_000 });
  const text = (i: number): string => `${i} `.repeat(200);
  const acknowledged: number[] = [];
  let refusal: unknown;
  for (let i = 0; i < 2_000 && refusal === undefined; i++) {
    await store.append(pump, points(1, i, text)).then(
      () => acknowledged.push(i),
      (error: unknown) => {
        refusal = error;
      },
    );
  }

  expect(refusal).toMatchObject({ fault: "busy", code: "DISK_FULL" });
  expect(times(await scanned(store, pump, "k", always))).toEqual(acknowledged);
  await store.delete(pump, "all", { from: epochMs(0), to: epochMs(acknowledged.length) });
  await store.flush();
  await store.append(pump, points(1, 5_000, text));
  expect(times(await scanned(store, pump, "k", always))).toEqual([5_000]);
});

test("[REL2] what a full disk refused does not come back after a restart", async () => {
  const folder = freshFolder();
  const small = await openTelemetryBlocks({ folder, readers: 1, maxFileBytes: 100_000 });
  const results = await Promise.allSettled(
    Array.from({ length: 50 }, (_, i) =>
      small.append(
        pump,
        points(1, i, () => "x".repeat(10_000)),
      ),
    ),
  );
  const late = await small
    .append(newId<DeviceId>(), [{ key: "brand new", ts: epochMs(1), value: "y".repeat(100_000) }])
    .catch((error: unknown) => error);
  await small.close();
  const store = await open({ folder });

  const stored = times(await scanned(store, pump, "k", always));
  expect(stored).toEqual([...results.keys()].filter((i) => results[i]?.status === "fulfilled"));
  expect(late).toMatchObject({ fault: "busy" });
});

test("[MQ8] appends wait when too much is in flight, and all of them arrive in order", async () => {
  const store = await open({ folder: freshFolder(), arena: { textBytes: 64 * 1024 * 1024 } });
  const big = "x".repeat(1_000_000);

  await Promise.all(
    Array.from({ length: 20 }, (_, i) => store.append(pump, [{ key: "k", ts: epochMs(i % 2), value: `${i} ${big}` }])),
  );

  const stored = await scanned(store, pump, "k", always);
  expect(stored.map(({ value }) => String(value).slice(0, 3))).toEqual(["18 ", "19 "]);
});

/** More than may be in flight: what is called next is held back. */
const flood = (store: TelemetryBlocks): Promise<void>[] =>
  Array.from({ length: 20 }, (_, i) =>
    store.append(newId<DeviceId>(), [{ key: "k", ts: epochMs(i), value: "x".repeat(1_000_000) }]),
  );

test("a device is forgotten with what was held back before, and keeps what comes after, also after a restart", async () => {
  const folder = freshFolder();
  const before = await openTelemetryBlocks({ folder, readers: 1, arena: { textBytes: 64 * 1024 * 1024 } });
  await before.append(pump, points(1, 0));

  await Promise.all([
    ...flood(before),
    before.append(pump, [...points(1, 1), { key: "gone", ts: epochMs(1), value: 1 }]),
    before.forget(pump),
    before.append(pump, points(1, 2)),
  ]);
  await before.close();

  const store = await open({ folder, arena: { textBytes: 64 * 1024 * 1024 } });
  expect(await store.keys(pump)).toEqual(["k"]);
  expect(times(await scanned(store, pump, "k", always))).toEqual([2]);
});

test("[MQ8] a deletion takes its turn however many appends go on arriving", async () => {
  const store = await open({ folder: freshFolder(), arena: { textBytes: 64 * 1024 * 1024 } });
  const most = 200;
  let sent = 0;
  let isDeleted = false;
  const produce = async (): Promise<void> => {
    for (const value = "x".repeat(1_000_000); !isDeleted && sent < most; )
      await store.append(pump, [{ key: "k", ts: epochMs(sent++), value }]);
  };
  const producers = Array.from({ length: 20 }, produce);

  await store.delete(pump, "all", { from: epochMs(0), to: epochMs(1) });
  isDeleted = true;
  await Promise.all(producers);

  expect(sent).toBeLessThan(most);
});

test("one append that could never fit is refused as too large", async () => {
  const store = await open({ folder: freshFolder(), arena: { points: 1000 } });

  await expect(store.append(pump, points(1001))).rejects.toMatchObject({ fault: "too-large" });
  await expect(store.append(pump, [{ key: "k", ts: epochMs(1), value: "x".repeat(5_000_000) }])).rejects.toMatchObject({
    fault: "too-large",
  });
});

test("a stopped store refuses with `busy`, after answering what it took", async () => {
  const store = await open({ folder: freshFolder() });
  const taken = store.append(pump, points(10));
  const closing = store.close();

  await expect(taken).resolves.toBeUndefined();
  await expect(store.append(pump, points(1))).rejects.toMatchObject({ fault: "busy" });
  await expect(scanned(store, pump, "k", always)).rejects.toMatchObject({ fault: "busy" });
  await closing;
});

test("reads during flushes, seals and compactions never miss an acknowledged point", async () => {
  const store = await open({ folder: freshFolder(), arena: { points: 2_000 }, readers: 2 });
  let sent = 0;
  let isDone = false;
  const write = async (): Promise<void> => {
    for (; sent < 20_000; ) {
      await store.append(pump, points(200, sent));
      sent += 200;
    }
    isDone = true;
  };
  const read = async (): Promise<number> => {
    let reads = 0;
    for (; !isDone; reads++) {
      const least = sent;
      const [count] = await store.aggregate(pump, "k", [epochMs(0), epochMs(100_000)], "COUNT");
      const newest = await scanned(store, pump, "k", always, "DESC", 300);
      expect(Number(count?.value ?? 0)).toBeGreaterThanOrEqual(least);
      expect(times(newest)).toEqual(newest.map((_, i) => (newest[0]?.ts ?? 0) - i));
    }
    return reads;
  };

  const [, ...reads] = await Promise.all([write(), read(), read()]);
  expect(Math.min(...reads)).toBeGreaterThan(0);
});

test("a long read does not hold an acknowledgement up", async () => {
  const store = await open({ folder: freshFolder() });
  for (let i = 0; i < 20; i++) await store.append(pump, points(10_000, i * 10_000));
  await store.flush();
  const order: string[] = [];
  const reads = Array.from({ length: 4 }, () => scanned(store, pump, "k", always).then(() => order.push("long read")));
  await store.append(pump, points(1, 1_000_000)).then(() => order.push("acknowledged"));
  await Promise.all(reads);

  // Behind them it would be the last; how many have ended by then is up to whoever gets the cores.
  expect(order.at(-1)).toBe("long read");
});

test("the space of journal rows and merged blocks is used again", async () => {
  const folder = freshFolder();
  const store = await open({ folder, arena: { points: 5_000 } });
  const size = (): number => readFileSync(join(folder, "telemetry.db")).length;
  await store.append(pump, points(5_000));
  await store.flush();
  for (let i = 0; i < 40; i++)
    await store.append(
      pump,
      points(2_500, (i % 2) * 2_500, (n) => n + i),
    );
  await store.flush();
  expect(existsSync(join(folder, "telemetry.db"))).toBe(true);

  await store.close();
  expect(size()).toBeLessThan(1_000_000); // 105,000 points were written, 5,000 are left
});

/** What `start` gives, and the threads it started. */
async function withThreads<T>(start: () => Promise<T>): Promise<[T, ...Worker[]]> {
  const threads: Worker[] = [];
  const started = (worker: Worker): void => void threads.push(worker);
  process.on("worker", started);
  const result = await start();
  process.off("worker", started);
  return [result, ...threads];
}

test("readers start when they are needed; one that dies is told, and another one serves all reads", async () => {
  const lost: Error[] = [];
  const options = { folder: freshFolder(), readers: 2, onLost: (error: Error) => lost.push(error) };
  const [store, ...writers] = await withThreads(() => open(options));
  await store.append(pump, points(3));
  const read = () => scanned(store, pump, "k", always);
  const [, ...readers] = await withThreads(read);
  expect([writers.length, readers.length]).toEqual([1, 1]);

  await readers[0]?.terminate();

  expect(lost.length).toBe(1);
  const reads = await Promise.all(Array.from({ length: 4 }, read));
  expect(reads.map((samples) => samples.length)).toEqual([3, 3, 3, 3]);
});

test("a writer that dies is told, and the store still closes", async () => {
  const lost: Error[] = [];
  const [store, writer] = await withThreads(() => open({ folder: freshFolder(), onLost: (error) => lost.push(error) }));

  await writer?.terminate();

  expect(lost.length).toBe(1);
  await expect(store.append(pump, points(1))).rejects.toThrow("ended");
  await store.close();
});

test("threads that end because they are asked to are not lost", async () => {
  const lost: Error[] = [];
  const store = await open({ folder: freshFolder(), onLost: (error) => lost.push(error) });
  await scanned(store, pump, "k", always);

  await store.close();

  expect(lost).toEqual([]);
});

test("[TEL1] the newest points of many devices are those of each, whether memory knows them or only the blocks do", async () => {
  const folder = freshFolder();
  const devices = Array.from({ length: 250 }, () => newId<DeviceId>());
  const before = await openTelemetryBlocks({ folder, readers: 1 });
  await Promise.all(devices.map((device, at) => before.append(device, points(2, at))));
  await before.close();
  const store = await open({ folder });
  const [first = pump] = devices;
  await store.latest(first, "all"); // known from here on
  await store.append(first, points(1, 1_000));
  const asked = [...devices, pump].map((device) => ({ device, key: "k" }));

  const newest = await store.newest([...asked, { device: first, key: "other" }]);

  const expected = devices.map((_, at) => (at === 0 ? 1_000 : at + 1));
  expect(newest.map((sample) => sample?.ts)).toEqual([...expected, undefined, undefined]);
});
