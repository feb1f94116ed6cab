import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { crc32 } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { hasProgram } from "../../../../../test/support/debian-package.ts";
import { isLongRun } from "../../../../../test/switches.ts";
import { endOfArchive } from "./zip-records.ts";
import { archiveBytes, archiveSize, type EntryContent } from "./zip-stream.ts";

const withPython = hasProgram("python3", "--version", ["python3"], "archives are not read by another program");
const modified = new Date(Date.UTC(2026, 10, 15, 12));

/** A stream for each of some ten thousand would be most of what they cost. */
async function* only(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

const archive = async (files: ReadonlyMap<string, Buffer>): Promise<{ bytes: Buffer; size: number }> => {
  const entries = [...files].map(([name, { length }]) => ({ name, size: length, modified }));
  const open = async ({ name }: { readonly name: string }) => {
    const content = files.get(name) ?? Buffer.alloc(0);
    return { bytes: only(content), crc32: crc32(content) };
  };
  const bytes = await Array.fromAsync(archiveBytes(entries, open));
  return { bytes: Buffer.concat(bytes), size: archiveSize(entries) };
};

/** What Python reads: the first two entries, and how many there are. All checksums are compared. */
function readByPython(bytes: Buffer): unknown {
  const folder = mkdtempSync(join(tmpdir(), "heliograph-zip-"));
  try {
    const path = join(folder, "a.zip");
    writeFileSync(path, bytes);
    const program =
      "import json,sys,zipfile\nz=zipfile.ZipFile(sys.argv[1])\n" +
      "assert z.testzip() is None\n" +
      "some=[[i.filename,z.read(i).decode('latin1'),list(i.date_time)] for i in z.infolist()[:2]]\n" +
      "print(json.dumps({'some':some,'count':len(z.infolist())}))";
    return JSON.parse(execFileSync("python3", ["-c", program, path], { encoding: "utf8" }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("[FILE5] an archive is as long as announced, whatever is in it", async () => {
  const files = fc.dictionary(fc.string({ minLength: 1, unit: "grapheme" }), fc.uint8Array({ maxLength: 50 }));
  await fc.assert(
    fc.asyncProperty(files, async (content) => {
      const { bytes, size } = await archive(
        new Map(Object.entries(content).map(([name, part]) => [name, Buffer.from(part)])),
      );

      expect(size).toBe(bytes.length);
    }),
  );
});

test.skipIf(!withPython)("[FILE5] another program reads names, bytes and times", async () => {
  const { bytes } = await archive(
    new Map([
      ["sde/preview/ä 日本.osfz", Buffer.from("some bytes")],
      ["empty", Buffer.alloc(0)],
    ]),
  );

  expect(readByPython(bytes)).toEqual({
    some: [
      ["sde/preview/ä 日本.osfz", "some bytes", [2026, 11, 15, 12, 0, 0]],
      ["empty", "", [2026, 11, 15, 12, 0, 0]],
    ],
    count: 2,
  });
});

test("[FILE5] entries are counted in 64 bits from the first number on that says so in 16", () => {
  const few = endOfArchive(65_534, 1_000, 2_000);
  expect([few.length, few.readUInt16LE(8), few.readUInt16LE(10)]).toEqual([22, 65_534, 65_534]);

  for (const count of [65_535, 65_536]) {
    const end = endOfArchive(count, 1_000, 2_000);
    const [record, locator, plain] = [end, end.subarray(56), end.subarray(76)];
    const kinds = [record, locator, plain].map((one) => one.readUInt32LE(0));
    expect(kinds).toEqual([0x06064b50, 0x07064b50, 0x06054b50]);
    expect([record.readBigUInt64LE(24), record.readBigUInt64LE(32)]).toEqual([BigInt(count), BigInt(count)]);
    expect(locator.readBigUInt64LE(8)).toBe(3_000n); // behind the directory
    expect([plain.readUInt16LE(8), plain.readUInt16LE(10)]).toEqual([0xffff, 0xffff]);
  }
});

test.skipIf(!withPython || !isLongRun())("[FILE5] more entries than 16 bits can count", async () => {
  const { bytes } = await archive(new Map(Array.from({ length: 65_536 }, (_, index) => [`${index}`, Buffer.alloc(0)])));

  expect(readByPython(bytes)).toMatchObject({ count: 65_536 });
});

test("a file that is not as long as it was breaks the archive off", async () => {
  const entries = [{ name: "a", size: 3, modified }];
  async function* open(): AsyncGenerator<Buffer> {
    yield Buffer.from("four");
  }

  await expect(Array.fromAsync(archiveBytes(entries, async () => ({ bytes: open(), crc32: 0 })))).rejects.toThrow(
    "4 bytes, not 3",
  );
});

test("[FILE5] who stops reading leaves no content open, the one begun ahead neither", async () => {
  let [opened, closed] = [0, 0];
  async function* endless(): AsyncGenerator<Buffer> {
    opened++;
    try {
      for (;;) yield Buffer.alloc(10);
    } finally {
      closed++;
    }
  }
  const entries = ["a", "b", "c"].map((name) => ({ name, size: 1_000, modified }));
  const bytes = archiveBytes(entries, async () => ({ bytes: endless(), crc32: 0 }));

  for (let portion = 0; portion < 5; portion++) await bytes.next();
  await bytes.return(undefined);

  expect([opened, closed]).toEqual([2, 2]);
});

test("[FILE5] a content that cannot be opened breaks the archive off, also when it was begun ahead", async () => {
  const entries = ["a", "b"].map((name) => ({ name, size: 0, modified }));
  const open = async ({ name }: { readonly name: string }): Promise<EntryContent> => {
    if (name === "b") throw new Error("it is gone");
    return { bytes: Readable.from([]), crc32: 0 };
  };

  await expect(Array.fromAsync(archiveBytes(entries, open))).rejects.toThrow("it is gone");
});
