import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { encodeOsf } from "@heliograph/osf";
import { expect, test } from "vitest";
import { FsBlobStore } from "../../server/src/adapters/blobs/fs-blob-store.ts";
import { LocalBus } from "../../server/src/adapters/bus-local/local-bus.ts";
import { OsfContentReader } from "../../server/src/adapters/osf-index/osf-content-reader.ts";
import { migrate } from "../../server/src/adapters/sql/migrations/migrate.ts";
import { openSqlite } from "../../server/src/adapters/sql/sqlite/open-sqlite.ts";
import { SqlFileStore } from "../../server/src/adapters/sql/stores/file-store.ts";
import { type DeviceFile, FileIndexing } from "../../server/src/core/files/index.ts";
import { newId } from "../../server/src/kernel/ids.ts";
import { epochMs } from "../../server/src/kernel/time.ts";
import { noIndexingLimit } from "../support/no-quotas.ts";
import { smallDisk } from "../support/small-disk.ts";
import { storedDevice } from "../support/stored-device.ts";
import { tempFolder } from "../support/temp-folder.ts";

const readerLimits = { silenceMs: 60_000, memoryMb: 512, inflatedBytes: 1 << 30, expansion: 64 };
const key = { tag: "preview", name: "a.osf" };

const measurement = (): Buffer =>
  Buffer.from(
    encodeOsf({ channels: [{ name: "a", datatype: "double" }] }, (encoder) => {
      const times = BigInt64Array.from({ length: 20_000 }, (_, index) => BigInt(index) * 1_000_000n);
      encoder.stamped(0, times, new Float64Array(times.length).fill(1));
    }),
  );

/** Takes all the space there is. */
function fillUp(path: string): void {
  const file = openSync(path, "w");
  try {
    for (;;) writeSync(file, Buffer.alloc(4_096));
  } catch (error) {
    expect(error).toMatchObject({ code: "ENOSPC" });
  } finally {
    closeSync(file);
  }
}

const pendingFile = (deviceId: DeviceFile["deviceId"], sha256: string, size: number): DeviceFile => ({
  ...key,
  id: newId(),
  deviceId,
  status: 3,
  createdTime: epochMs(1),
  listed: { size: null, startTime: null, endTime: null, listing: null },
  content: { sha256, size, receivedTime: epochMs(1) },
  findings: {
    processing: "PENDING",
    error: null,
    startTime: null,
    endTime: null,
    channelCount: null,
    sampleCount: null,
  },
});

test("[REL2, FILE7] a file that arrived before the disk was full is read when there is space again", async ({
  skip,
}) => {
  await using disk = (await smallDisk(4)) ?? skip("mounting needs root");
  await using folder = await tempFolder();
  await using undo = new AsyncDisposableStack();
  const database = await openSqlite(join(folder.path, "db"));
  undo.defer(() => database.close());
  await migrate(database);
  const device = await storedDevice(database);
  const blobs = new FsBlobStore(disk.path);
  await blobs.start();
  undo.defer(() => blobs.close());
  const store = new SqlFileStore(database);
  const reader = new OsfContentReader(blobs, readerLimits);
  const told: unknown[] = [];
  const indexing = new FileIndexing({
    store,
    reader,
    events: new LocalBus((error) => told.push(error)),
    telemetry: { store: { append: async () => undefined }, audience: { offer: () => undefined } },
    time: noIndexingLimit(),
    feedTags: new Set(),
    onError: (error) => told.push(error),
  });
  undo.defer(() => indexing.stop());
  const { sha256, size, release } = await blobs.put(Readable.from([measurement()]), 1_000_000);
  const file = pendingFile(device.id, sha256, size);
  await store.change(device.id, [file], () => file);
  release();
  const ballast = join(disk.path, "ballast");
  const processing = async () => {
    indexing.wake();
    await indexing.idle();
    return (await store.find(device.id, key))?.findings;
  };

  fillUp(ballast);
  expect(await processing()).toMatchObject({ processing: "PENDING", error: null });
  expect(told).toMatchObject([{ code: "STORAGE_FULL", fault: "busy" }]);
  const left = await readdir(disk.path, { recursive: true });
  expect(left.filter((path) => path.endsWith(".new"))).toEqual([]);
  rmSync(ballast);

  expect(await processing()).toMatchObject({ processing: "DONE", sampleCount: 20_000 });
});
