import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { scanned } from "../../../../test/contract/telemetry/scanned.ts";
import { always, freshFolder, openBlocks, points, tamper, times } from "../../../../test/support/block-files.ts";
import { withRealThreads } from "../../../../test/support/threads-at-hand.ts";
import { type DeviceId, newId } from "../../kernel/ids.ts";
import { epochMs } from "../../kernel/time.ts";
import { openTelemetryBlocks, type TelemetryBlocks } from "./index.ts";

withRealThreads();

const pump = newId<DeviceId>();

test("[REL4] a data folder of a newer version is refused and left as it is", async () => {
  const folder = freshFolder();
  const newer = await openTelemetryBlocks({ folder, readers: 1 });
  await newer.append(pump, points(10));
  await newer.close();
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

  const store = await openBlocks({ folder });
  expect((await scanned(store, pump, "k", always)).length).toBe(3_000);
});

test("the numbers of forgotten devices serve others: a limit of series is about those that exist", async () => {
  const store = await openBlocks({ folder: freshFolder(), arena: { series: 6 } });
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
  const store = await openBlocks({ folder, maxFileBytes: 600_000 });
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
  const store = await openBlocks({ folder });

  const stored = times(await scanned(store, pump, "k", always));
  expect(stored).toEqual([...results.keys()].filter((i) => results[i]?.status === "fulfilled"));
  expect(late).toMatchObject({ fault: "busy" });
});

test("[MQ8] appends wait when too much is in flight, and all of them arrive in order", async () => {
  const store = await openBlocks({ folder: freshFolder(), arena: { textBytes: 64 * 1024 * 1024 } });
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

  const store = await openBlocks({ folder, arena: { textBytes: 64 * 1024 * 1024 } });
  expect(await store.keys(pump)).toEqual(["k"]);
  expect(times(await scanned(store, pump, "k", always))).toEqual([2]);
});

test("[MQ8] a deletion takes its turn however many appends go on arriving", async () => {
  const store = await openBlocks({ folder: freshFolder(), arena: { textBytes: 64 * 1024 * 1024 } });
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
  const store = await openBlocks({ folder: freshFolder(), arena: { points: 1000 } });

  await expect(store.append(pump, points(1001))).rejects.toMatchObject({ fault: "too-large" });
  await expect(store.append(pump, [{ key: "k", ts: epochMs(1), value: "x".repeat(5_000_000) }])).rejects.toMatchObject({
    fault: "too-large",
  });
});

test("a stopped store refuses with `busy`, after answering what it took", async () => {
  const store = await openBlocks({ folder: freshFolder() });
  const taken = store.append(pump, points(10));
  const closing = store.close();

  await expect(taken).resolves.toBeUndefined();
  await expect(store.append(pump, points(1))).rejects.toMatchObject({ fault: "busy" });
  await expect(scanned(store, pump, "k", always)).rejects.toMatchObject({ fault: "busy" });
  await closing;
});

test("reads during flushes, seals and compactions never miss an acknowledged point", async () => {
  const store = await openBlocks({ folder: freshFolder(), arena: { points: 2_000 }, readers: 2 });
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
  const store = await openBlocks({ folder: freshFolder() });
  for (let i = 0; i < 10; i++) await store.append(pump, points(10_000, i * 10_000));
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
  const store = await openBlocks({ folder, arena: { points: 5_000 } });
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
  const [store, ...writers] = await withThreads(() => openBlocks(options));
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
  const [store, writer] = await withThreads(() =>
    openBlocks({ folder: freshFolder(), onLost: (error) => lost.push(error) }),
  );

  await writer?.terminate();

  expect(lost.length).toBe(1);
  await expect(store.append(pump, points(1))).rejects.toThrow("ended");
  await store.close();
});

test("threads that end because they are asked to are not lost", async () => {
  const lost: Error[] = [];
  const store = await openBlocks({ folder: freshFolder(), onLost: (error) => lost.push(error) });
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
  const store = await openBlocks({ folder });
  const [first = pump] = devices;
  await store.latest(first, "all"); // known from here on
  await store.append(first, points(1, 1_000));
  const asked = [...devices, pump].map((device) => ({ device, key: "k" }));

  const newest = await store.newest([...asked, { device: first, key: "other" }]);

  const expected = devices.map((_, at) => (at === 0 ? 1_000 : at + 1));
  expect(newest.map((sample) => sample?.ts)).toEqual([...expected, undefined, undefined]);
});
