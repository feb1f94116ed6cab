import { createHash, randomBytes } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { BlobStore, OpenedContent } from "../../server/src/core/files/index.ts";

const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
const bytesOf = async ({ bytes }: OpenedContent): Promise<Buffer> => Buffer.concat(await bytes.toArray());
const unlimited = Number.POSITIVE_INFINITY;
const none = async () => new Set<string>();

async function* chunks(...parts: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* parts;
}

export interface Opened extends AsyncDisposable {
  readonly store: BlobStore;
  /** What is kept beside whole contents; nothing, when all is well. */
  leftovers(): Promise<readonly string[]>;
}

/** What every store of contents does, whatever it stands on. */
export function describeBlobStore(name: string, open: () => Promise<Opened>): void {
  describe(`BlobStore on ${name}`, () => {
    const all = async (store: BlobStore) => (await Array.fromAsync(store.all())).flat();

    test("[FILE6] what was put is there under its hash, whatever the chunks were", async () => {
      await using home = await open();
      await fc.assert(
        fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 3_000 }), { maxLength: 8 }), async (parts) => {
          const whole = Buffer.concat(parts);

          const lease = await home.store.put(chunks(...parts), unlimited);
          lease.release();

          expect(lease).toMatchObject({ sha256: sha256(whole), size: whole.length });
          expect((await bytesOf(await home.store.open(lease))).equals(whole)).toBe(true);
        }),
        { numRuns: 30 },
      );
    });

    test("[FILE6] many megabytes in small chunks come back equal, whole and in part", async () => {
      await using home = await open();
      const parts = Array.from({ length: 300 }, () => randomBytes(40_000));
      const whole = Buffer.concat(parts);

      const { sha256: hash } = await home.store.put(chunks(...parts), unlimited);

      expect(hash).toBe(sha256(whole));
      expect(
        await bytesOf(
          await home.store.open({ sha256: hash, size: whole.length }, { start: 5_000_001, end: 5_000_009 }),
        ),
      ).toEqual(whole.subarray(5_000_001, 5_000_010));
    });

    test("[FILE6] the same content twice is kept once", async () => {
      await using home = await open();
      const content = randomBytes(10);

      const leases = await Promise.all([1, 2, 3].map(() => home.store.put(chunks(content), unlimited)));

      expect(new Set(leases.map(({ sha256: hash }) => hash)).size).toBe(1);
      expect(await all(home.store)).toEqual([sha256(content)]);
    });

    test("[FILE6] an upload that breaks off leaves nothing", async () => {
      await using home = await open();
      async function* broken() {
        yield randomBytes(2_000_000);
        throw new Error("the line is dead");
      }

      await expect(home.store.put(broken(), unlimited)).rejects.toThrow("the line is dead");

      expect(await all(home.store)).toEqual([]);
      expect(await home.leftovers()).toEqual([]);
    });

    test("[FILE6] more than the limit is refused as soon as it is seen, and leaves nothing", async () => {
      await using home = await open();
      let asked = 0;
      async function* endless() {
        for (;;) {
          asked++;
          yield Buffer.alloc(1_000);
        }
      }

      await expect(home.store.put(endless(), 10_000)).rejects.toMatchObject({ code: "FILE_TOO_LARGE" });

      expect(asked).toBe(11);
      expect(await home.leftovers()).toEqual([]);
      await expect(home.store.put(chunks(Buffer.alloc(10_000)), 10_000)).resolves.toMatchObject({ size: 10_000 });
    });

    test("what nobody refers to and nobody holds is removed; what is referred to or held stays", async () => {
      await using home = await open();
      const [held, referred, orphan] = await Promise.all(
        ["held", "referred", "orphan"].map((text) => home.store.put(chunks(Buffer.from(text)), unlimited)),
      );
      if (!held || !referred || !orphan) throw new Error("three were put");
      referred.release();
      orphan.release();

      const removed = await home.store.removeUnreferenced(
        [held.sha256, referred.sha256, orphan.sha256],
        async () => new Set([referred.sha256]),
      );

      expect(removed).toEqual({ removed: [orphan.sha256], busy: [held.sha256] });
      expect((await all(home.store)).sort()).toEqual([held.sha256, referred.sha256].sort());
      held.release();
      expect(await home.store.removeUnreferenced([held.sha256], none)).toMatchObject({ removed: [held.sha256] });
      await expect(home.store.open(held)).rejects.toMatchObject({ code: "FILE_CONTENT_MISSING" });
    });

    test("a content put while its removal asks the records stays", async () => {
      await using home = await open();
      const content = Buffer.from("again");
      (await home.store.put(chunks(content), unlimited)).release();

      await home.store.removeUnreferenced([sha256(content)], async () => {
        (await home.store.put(chunks(content), unlimited)).release(); // its record is written now
        return new Set(); // as it was before
      });

      expect(await all(home.store)).toEqual([sha256(content)]);
    });

    test("removals and puts of one content at the same time never lose it to whoever holds it", async () => {
      await using home = await open();
      const content = Buffer.from("contended");
      const hash = sha256(content);
      let stop = false;
      const removing = (async () => {
        while (!stop) {
          await home.store.removeUnreferenced([hash], async () => {
            await setImmediate(); // the records take a moment, and others get theirs
            return new Set();
          });
        }
      })();

      for (let round = 0; round < 30; round++) {
        const lease = await home.store.put(chunks(content), unlimited);
        expect(await bytesOf(await home.store.open({ sha256: hash, size: content.length }))).toEqual(content);
        lease.release();
      }
      stop = true;
      await removing;
    });

    test("[FILE6] a reader reads to the end what is removed meanwhile", async () => {
      await using home = await open();
      const content = randomBytes(3_000_000);
      const lease = await home.store.put(chunks(content), unlimited);
      const reading = await home.store.open(lease);
      lease.release();

      expect(await home.store.removeUnreferenced([lease.sha256], none)).toMatchObject({ removed: [lease.sha256] });

      expect((await bytesOf(reading)).equals(content)).toBe(true);
    });
  });
}
