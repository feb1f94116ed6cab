import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { holdContents } from "../../server/src/adapters/blobs/copy-hold.ts";
import { FsBlobStore } from "../../server/src/adapters/blobs/fs-blob-store.ts";
import { LocalBus } from "../../server/src/adapters/bus-local/local-bus.ts";
import { SqlContentRecords } from "../../server/src/adapters/sql/stores/content-records.ts";
import { SqlFileStore } from "../../server/src/adapters/sql/stores/file-store.ts";
import { SqlTenantStore } from "../../server/src/adapters/sql/stores/tenant-store.ts";
import { BlobCleaner, Files } from "../../server/src/core/files/index.ts";
import { epochMs } from "../../server/src/kernel/time.ts";
import { onEveryDatabase } from "../support/databases.ts";
import { noAudit } from "../support/no-audit.ts";
import { storedDevice } from "../support/stored-device.ts";
import { quickFolder } from "../support/temp-folder.ts";

const strayKeepMs = 1_000;

onEveryDatabase("[RUN10] contents nobody has", (open) => {
  async function arrange() {
    const [opened, folder] = [await open(), quickFolder()];
    const { database } = opened;
    const blobs = new FsBlobStore(folder.path);
    await blobs.start();
    const device = await storedDevice(database);
    const [store, records, time] = [new SqlFileStore(database), new SqlContentRecords(database), { now: 10_000 }];
    const told: [string, readonly string[]][] = [];
    const clock = () => epochMs(time.now);
    const parts = { store, records, blobs, clock, strayKeepMs };
    const create = () => new BlobCleaner({ ...parts, tell: (what, hashes) => void told.push([what, hashes]) });
    const cleaner = create();
    const limits = { maxFileBytes: 1_000, quotaOf: () => 0, requireRoom: () => undefined };
    const files = new Files(
      { store, blobs, cleaner, events: new LocalBus(() => undefined), audit: noAudit, clock },
      limits,
    );
    const put = async (text: string) => {
      const lease = await blobs.put(Readable.from([Buffer.from(text)]), 1_000);
      lease.release();
      return lease.sha256;
    };
    const upload = (name: string, text: string, to = device) =>
      files.receive(to, Readable.from([Buffer.from(text)]), async (blob) => {
        await files.keep(to, { name, tag: "t" }, blob, "uploaded");
        return blob.sha256;
      });
    return {
      ...{ database, blobs, device, files, cleaner, create, told, time, put, upload, folder: folder.path },
      kept: async () => (await Array.fromAsync(blobs.all())).flat(),
      /** Two sweeps, as a second makes them: what is released waits for one. */
      swept: async (by = cleaner) => (await by.sweep()) + (await by.sweep()),
      [Symbol.asyncDispose]: async () => {
        await blobs.close();
        await opened[Symbol.asyncDispose]();
        await folder[Symbol.asyncDispose]();
      },
    };
  }

  test("go at once when a file is deleted or replaced; what another file has stays", async () => {
    await using given = await arrange();
    const shared = await given.upload("a", "twice");
    await given.upload("b", "twice");
    await given.upload("c", "once");
    const replacement = await given.upload("c", "replacement");

    await given.files.remove(given.device, "a", "t");

    expect(await given.swept()).toBe(1);
    expect((await given.kept()).sort()).toEqual([shared, replacement].sort());
  });

  test("go after a kill between the deletion and the removal: the deletion wrote them down", async () => {
    await using given = await arrange();
    await given.upload("a", "of a device");
    await given.device.remove();

    const next = given.create();
    expect(await next.findStrays()).toBe(0); // they are no strays
    expect(await given.swept(next)).toBe(1);
    expect(await given.kept()).toEqual([]);
    expect(await given.swept(given.create())).toBe(0);
  });

  test("go with a tenant; those of others stay", async () => {
    await using given = await arrange();
    const other = await storedDevice(given.database);
    await given.upload("a", "of the tenant");
    const stays = await given.upload("a", "of another", other);

    await new SqlTenantStore(given.database).remove(given.device.tenantId);
    given.cleaner.wake();

    expect(await given.swept()).toBe(1);
    expect(await given.kept()).toEqual([stays]);
  });

  test("stay while they are downloaded or a backup copies, and go afterwards", async () => {
    await using given = await arrange();
    const sha256 = await given.upload("a", "being read");
    const download = given.blobs.hold([sha256]);
    await given.files.remove(given.device, "a", "t");
    expect(await given.swept()).toBe(0);

    const copying = await holdContents(given.folder);
    download.release();
    expect(await given.swept()).toBe(0);

    await copying[Symbol.asyncDispose]();
    expect(await given.swept()).toBe(1);
  });

  test("found without a record are named, kept for their time, named again and only then removed", async () => {
    await using given = await arrange();
    const stray = await given.put("of nobody");
    await given.upload("a", "of somebody");

    expect(await given.cleaner.findStrays()).toBe(1);
    expect(await given.cleaner.findStrays()).toBe(0);
    expect(await given.swept()).toBe(0);
    given.time.now += strayKeepMs - 1;
    expect(await given.cleaner.removeStrays()).toBe(0);
    expect(given.told).toEqual([["found", [stray]]]);
    given.time.now += 1;

    expect(await given.cleaner.removeStrays()).toBe(1);
    expect(given.told).toEqual([
      ["found", [stray]],
      ["removing", [stray]],
    ]);
    expect(await given.kept()).toHaveLength(1);
  });

  test("found without a record stay when a file comes to have them meanwhile", async () => {
    await using given = await arrange();
    const stray = await given.put("of nobody yet");
    await given.cleaner.findStrays();

    await given.upload("a", "of nobody yet");
    given.time.now += strayKeepMs;

    expect(await given.cleaner.removeStrays()).toBe(0);
    expect(await given.kept()).toEqual([stray]);
    expect(given.told).toHaveLength(1);
  });

  test("whose record may have been made while the database went silent are not removed on doubt", async () => {
    await using given = await arrange();
    const receiving = given.files.receive(given.device, Readable.from([Buffer.from("who knows")]), async () => {
      throw new Error("the connection broke");
    });
    await expect(receiving).rejects.toThrow();

    expect(await given.swept()).toBe(0);
    expect(await given.kept()).toHaveLength(1);
  });
});
