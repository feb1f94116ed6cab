import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { encodeOsf } from "@heliograph/osf";
import { afterEach, expect, test, vi } from "vitest";
import { FsBlobStore } from "../../server/src/adapters/blobs/fs-blob-store.ts";
import { LocalBus } from "../../server/src/adapters/bus-local/local-bus.ts";
import { OsfContentReader } from "../../server/src/adapters/osf-index/osf-content-reader.ts";
import { SqlFileStore } from "../../server/src/adapters/sql/stores/file-store.ts";
import { type ContentReader, type DeviceFile, FileIndexing, IndexingTime } from "../../server/src/core/files/index.ts";
import { newId, type TenantId } from "../../server/src/kernel/ids.ts";
import { epochMs } from "../../server/src/kernel/time.ts";
import { onEveryDatabase } from "../support/databases.ts";
import { storedDevice } from "../support/stored-device.ts";
import { quickFolder } from "../support/temp-folder.ts";

const readerLimits = { silenceMs: 60_000, memoryMb: 512, inflatedBytes: 1 << 20, expansion: 2 };

/** Zeros, which become next to nothing when they are packed. */
const packed = (samples: number): Buffer =>
  gzipSync(
    encodeOsf({ channels: [{ name: "a", datatype: "double" }] }, (encoder) => {
      const times = BigInt64Array.from({ length: samples }, () => 0n);
      encoder.stamped(0, times, new Float64Array(times.length));
    }),
  );

const pendingFile = (
  deviceId: DeviceFile["deviceId"],
  name: string,
  content: { sha256: string; size: number },
  received: number,
): DeviceFile => ({
  ...{ tag: "preview", name, id: newId(), deviceId, status: 3, createdTime: epochMs(1) },
  listed: { size: null, startTime: null, endTime: null, listing: null },
  content: { ...content, receivedTime: epochMs(received) },
  findings: {
    ...{ processing: "PENDING", error: null, startTime: null, endTime: null },
    ...{ channelCount: null, sampleCount: null },
  },
});

afterEach(() => void vi.useRealTimers());

/** Each content takes so long by the clock of whoever measures; nobody waits for it, and no busy machine makes it longer. */
function readerTaking(ms: number, begun: (sha256: string) => unknown = () => undefined): ContentReader {
  vi.useFakeTimers({ toFake: ["performance"] });
  const nothing = { error: null, startTime: null, endTime: null, channelCount: 0, sampleCount: 0 };
  const index: ContentReader["index"] = async ({ sha256 }) => {
    begun(sha256);
    vi.advanceTimersByTime(ms);
    return nothing;
  };
  return { index, close: async () => undefined } as unknown as ContentReader;
}

onEveryDatabase("indexing", (open) => {
  async function around(readerOf: (blobs: FsBlobStore) => ContentReader) {
    const undo = new AsyncDisposableStack();
    const folder = undo.use(quickFolder());
    const { database } = undo.use(await open());
    const blobs = new FsBlobStore(folder.path);
    await blobs.start();
    undo.defer(() => blobs.close());
    const store = new SqlFileStore(database);
    const usedUp = { limits: new Map<TenantId, number>(), told: new Set<TenantId>(), now: 0 };
    const limits = {
      limitOf: (tenant: TenantId) => usedUp.limits.get(tenant) ?? 0,
      onUsedUp: (tenant: TenantId) => void usedUp.told.add(tenant),
    };
    const time = new IndexingTime(limits, () => usedUp.now);
    const indexing = new FileIndexing({
      store,
      reader: readerOf(blobs),
      events: new LocalBus(() => undefined),
      telemetry: { store: { append: async () => undefined }, audience: { offer: () => undefined } },
      time,
      feedTags: new Set(),
      onError: () => undefined,
    });
    undo.defer(() => indexing.stop());
    const add = async (deviceId: DeviceFile["deviceId"], name: string, bytes: Buffer, received: number) => {
      const { sha256, size, release } = await blobs.put(Readable.from([bytes]), 10_000_000);
      const file = pendingFile(deviceId, name, { sha256, size }, received);
      await store.change(deviceId, [file], () => file);
      release();
    };
    const run = async () => {
      indexing.wake();
      await indexing.idle();
    };
    return { undo, database, store, add, run, usedUp };
  }

  test("[QTA1] a small file that becomes a large one fails with the reason, and others go on", async () => {
    const { undo, database, store, add, run } = await around((blobs) => new OsfContentReader(blobs, readerLimits));
    await using _ = undo;
    const [bomber, other] = [await storedDevice(database), await storedDevice(database)];
    await add(bomber.id, "bomb.osfz", packed(200_000), 1);
    await add(other.id, "fine.osfz", packed(100), 2);

    await run();

    const bomb = await store.find(bomber.id, { tag: "preview", name: "bomb.osfz" });
    const fine = await store.find(other.id, { tag: "preview", name: "fine.osfz" });
    expect(bomb?.findings).toMatchObject({ processing: "FAILED", error: expect.stringContaining("inflates to more") });
    expect(fine?.findings).toMatchObject({ processing: "DONE", sampleCount: 100 });
  });

  test("[QTA1] the files of tenants are read in turns, however many one of them has", async () => {
    const order: string[] = [];
    const names = new Map<string, string>();
    const reader = readerTaking(2, (sha256) => order.push(names.get(sha256) ?? ""));
    const { undo, database, store, add, run } = await around(() => reader);
    await using _ = undo;
    const [many, few] = [await storedDevice(database), await storedDevice(database)];
    for (let index = 0; index < 30; index++) await add(many.id, `m${index}.osf`, Buffer.from(`m${index}`), index);
    for (let index = 0; index < 3; index++) await add(few.id, `f${index}.osf`, Buffer.from(`f${index}`), 100 + index);
    for (const { file } of await store.pending(100)) names.set(file.content?.sha256 ?? "", file.name);

    await run();

    expect(order).toHaveLength(33);
    expect(order.slice(0, 7)).toEqual(["m0.osf", "f0.osf", "m1.osf", "f1.osf", "m2.osf", "f2.osf", "m3.osf"]);
  });

  test("[QTA1] files of a tenant that has used up its time wait until there is some again, others' do not", async () => {
    const reader = readerTaking(1_100);
    const { undo, database, store, add, run, usedUp } = await around(() => reader);
    await using _ = undo;
    const [slow, other] = [await storedDevice(database), await storedDevice(database)];
    usedUp.limits.set(slow.tenantId, 1);
    for (const [index, name] of ["a.osf", "b.osf"].entries()) await add(slow.id, name, Buffer.from(name), index);
    await add(other.id, "c.osf", Buffer.from("c"), 2);
    const waiting = async () => (await store.pending(10)).map(({ file }) => file.name);

    await run();
    expect([await waiting(), [...usedUp.told]]).toEqual([["b.osf"], [slow.tenantId]]);
    usedUp.now = 61 * 60_000;
    await run();

    expect(await waiting()).toEqual([]);
  });
});
