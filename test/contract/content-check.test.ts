import { createHash, randomBytes } from "node:crypto";
import { appendFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { FsBlobStore } from "../../server/src/adapters/blobs/fs-blob-store.ts";
import { LocalBus } from "../../server/src/adapters/bus-local/local-bus.ts";
import { SqlFileStore } from "../../server/src/adapters/sql/stores/file-store.ts";
import { SqlInstallationStore } from "../../server/src/adapters/sql/stores/installation-store.ts";
import { ContentCheck, type OwnedFile, progressIn } from "../../server/src/core/files/index.ts";
import { newId } from "../../server/src/kernel/ids.ts";
import { epochMs } from "../../server/src/kernel/time.ts";
import { onEveryDatabase } from "../support/databases.ts";
import { storedDevice } from "../support/stored-device.ts";
import { quickFolder } from "../support/temp-folder.ts";

const day = 24 * 3_600_000;

onEveryDatabase("the check of all contents", (open) => {
  async function arrange() {
    const undo = new AsyncDisposableStack();
    const { database } = undo.use(await open());
    const folder = undo.use(quickFolder());
    const blobs = new FsBlobStore(folder.path);
    await blobs.start();
    undo.defer(() => blobs.close());
    const { id: device } = await storedDevice(database);
    const store = new SqlFileStore(database);
    const time = { now: 10 * day };
    const told: string[] = [];
    const names = (files: readonly OwnedFile[]) => files.map(({ file }) => file.name).join(" ");
    const check = (bytesPerSecond = 1e12) =>
      new ContentCheck({
        ...{ store, blobs, progress: progressIn(new SqlInstallationStore(database)), clock: () => epochMs(time.now) },
        events: new LocalBus(() => undefined),
        pace: { bytesPerSecond, everyMs: day },
        log: {
          brokenOff: () => told.push("broken off"),
          damaged: (files) => told.push(`damaged ${names(files)}`),
          mended: (files) => told.push(`mended ${names(files)}`),
          failed: (error) => told.push(String(error)),
        },
      });
    const noFindings = { startTime: null, endTime: null, channelCount: null, sampleCount: null, error: null };
    const put = async (name: string, content: Buffer) => {
      const { sha256, size, release } = await blobs.put(Readable.from([content]), 1e9);
      return { sha256, size, release, key: { tag: "t", name } };
    };
    /** Their records at once: some hundred transactions cost more than the check. */
    const addAll = async (contents: readonly (readonly [name: string, content: Buffer])[]) => {
      const added = await Promise.all(contents.map(([name, content]) => put(name, content)));
      const ofName = new Map(
        added.map(({ key, sha256, size }) => [key.name, { sha256, size, receivedTime: epochMs(1) }]),
      );
      await store.change(
        device,
        added.map(({ key }) => key),
        (known, key) => ({
          ...(known ?? { ...key, id: newId(), deviceId: device, status: 2, createdTime: epochMs(1) }),
          listed: { size: null, startTime: null, endTime: null, listing: null },
          content: ofName.get(key.name) ?? null,
          findings: { ...noFindings, processing: "NONE" },
        }),
      );
      for (const { release } of added) release();
    };
    const add = async (name: string, content: Buffer) => {
      await addAll([[name, content]]);
      const sha256 = createHash("sha256").update(content).digest("hex");
      return { path: join(folder.path, "contents", sha256.slice(0, 2), sha256), key: { tag: "t", name } };
    };
    const damageOf = async (key: { tag: string; name: string }) => (await store.find(device, key))?.content?.damage;
    return { check, add, addAll, store, time, told, damageOf, [Symbol.asyncDispose]: () => undo.disposeAsync() };
  }

  test("a check that is stopped while it waits ends, and does not call that a failure", async () => {
    await using home = await arrange();
    await home.add("slow", randomBytes(100_000));
    const check = home.check(1_000);
    const stepping = check.step();
    await new Promise((resolve) => setTimeout(resolve, 50));
    await check.stop();

    await expect(stepping).resolves.toBeUndefined();
    expect(home.told).toEqual([]);
  });

  test("[REL5] names and marks every file of a damaged or missing content, and no other", async () => {
    await using home = await arrange();
    const content = randomBytes(300_000);
    const [a, b] = [await home.add("a", content), await home.add("b", content)];
    const gone = await home.add("gone", Buffer.from("x"));
    const sound = await home.add("sound", Buffer.from("y"));
    await appendFile(a.path, "!");
    await rm(gone.path);

    await home.check().step();

    expect(home.told.sort()).toEqual(["damaged a b", "damaged gone"]);
    expect(await home.damageOf(b.key)).toMatch(/300001 bytes instead of 300000/);
    expect(await home.damageOf(gone.key)).toMatch(/missing/);
    expect(await home.damageOf(sound.key)).toBeUndefined();
    expect(await home.store.damagedContents()).toBe(2);
  });

  test("[REL5] begins again after its interval, names nothing twice, and tells what became whole", async () => {
    await using home = await arrange();
    const content = randomBytes(1_000);
    const file = await home.add("a", content);
    await home.add("copy", content);
    await appendFile(file.path, "!");
    await home.check().step();
    await home.add("a", content); // its bytes are whole again, and so are those of the copy

    await home.check().step();
    expect(home.told).toEqual(["damaged a copy"]);

    home.time.now += day;
    await home.check().step();
    expect(home.told).toEqual(["damaged a copy", "mended copy"]);
    expect(await home.store.damagedContents()).toBe(0);
  });

  test("[REL5] goes on where the process before ended", async () => {
    await using home = await arrange();
    await home.addAll(Array.from({ length: 220 }, (_, at) => [`${at}`, Buffer.from(`content ${at}`)] as const));
    const first = home.check();
    await first.step();
    const bytes = first.checkedBytes;

    const second = home.check();
    await second.step();

    expect(bytes).toBeGreaterThan(0);
    expect(second.checkedBytes).toBeGreaterThan(0);
    expect(second.checkedBytes).toBeLessThan(bytes);
  });
});
