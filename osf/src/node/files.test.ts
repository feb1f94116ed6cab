import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { controlsOf, readSamples } from "../testing/raw-file.ts";
import { appendOsfFile, createOsfFile } from "./file-writer.ts";
import { openOsfFile } from "./files.ts";

const t0 = 1_700_000_000_000_000_000n;
const channels = [
  { name: "a", datatype: "double" },
  { name: "s", datatype: "string" },
] as const;

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "osf-files-"));
});
afterAll(() => rm(folder, { recursive: true }));

const samplesOf = async (path: string) => (await readSamples(new Uint8Array(await readFile(path)))).samples;

describe("files on disk", () => {
  test.each([{ compress: false }, { compress: true }])("are written and read, %j", async ({ compress }) => {
    const path = join(folder, `plain-${compress}.osf`);
    const writer = await createOsfFile(path, { channels, compress });
    for (let i = 0; i < 1000; i++) await writer.stamped("a", [t0 + BigInt(i)], [i]);
    await writer.close();
    const progress: number[] = [];
    const file = await openOsfFile(path, { onProgress: (done) => progress.push(done) });
    const report = await file.scan();

    expect(report).toMatchObject({ samples: 1000, findings: [], compression: compress ? "gzip" : "none" });
    expect(progress.at(-1)).toBe((await stat(path)).size);
    expect((await file.read("a", { from: t0 + 10n, to: t0 + 12n })).values).toEqual(Float64Array.of(10, 11));
  });

  test("options that cannot be written leave an existing file as it is", async () => {
    const path = join(folder, "precious.osf");
    await writeFile(path, "precious");

    await expect(createOsfFile(path, { version: 4, crc: true, channels })).rejects.toMatchObject({
      code: "not-writable",
    });
    expect(await readFile(path, "utf8")).toBe("precious");
  });

  test("many samples at once become blocks that a reader can hold", async () => {
    const path = join(folder, "many.osf");
    const writer = await createOsfFile(path, { channels: [{ name: "v", datatype: "float", lengthSize: 4 }] });
    await writer.start("v", t0, 48_000, new Float32Array(10_000_000));
    await writer.close();

    const report = await (await openOsfFile(path, { maxBlockBytes: 17 << 20 })).scan();
    expect(report).toMatchObject({ samples: 10_000_000, blocks: 3, findings: [] });
  });

  test("a recorder's file is readable up to its last call while it is still open", async () => {
    const path = join(folder, "live.osf");
    const writer = await createOsfFile(path, { channels, bufferBytes: 0, durable: true });
    for (let i = 0; i < 5; i++) {
      await writer.stamped("s", [t0 + BigInt(i)], [`event ${i}`]);
      expect((await samplesOf(path))["s"]).toHaveLength(i + 1);
    }
    await writer.close();
  });

  test.each([
    [4, false, true],
    [5, false, false],
    [5, true, false],
  ] as const)(
    "OSF%d is appended to (checksums %s, trailer %s): a trailer and a cut block make room",
    async (version, crc, trailer) => {
      const path = join(folder, `append-${version}-${crc}.osf`);
      const writer = await createOsfFile(path, { version, crc, trailer, channels });
      await writer.stamped("a", [t0], [1]);
      await writer.stamped("s", [t0], ["one"]);
      await writer.close();

      const again = await appendOsfFile(path);
      await again.stamped("a", [t0 + 1n], [2]);
      await again.stamped("s", [t0 + 1n], ["two"]);
      await again.close();
      await truncate(path, (await stat(path)).size - 2);
      const third = await appendOsfFile(path, { durable: true });
      await third.start("a", t0 + 2n, 1e9, [3, 4]);
      await third.close();

      const { samples, report } = await readSamples(new Uint8Array(await readFile(path)));
      expect(samples["a"]?.map(([, value]) => value)).toEqual([1, 2, 3, 4]);
      expect(samples["s"]?.map(([, value]) => value)).toEqual(["one"]);
      expect(report.findings.map(({ code }) => code)).toEqual(["mixed-times"]);
    },
  );

  test.each(["messages", "stamped"] as const)(
    "§6.5 texts appended to an OSF4 file with %s are as those",
    async (strings) => {
      const path = join(folder, `append-${strings}.osf`);
      const writer = await createOsfFile(path, { version: 4, strings, channels });
      await writer.stamped("s", [t0], ["one"]);
      await writer.close();
      const again = await appendOsfFile(path);
      await again.stamped("s", [t0 + 1n], ["two"]);
      await again.close();

      const bytes = new Uint8Array(await readFile(path));
      const type = strings === "messages" ? 4 : 8;
      expect((await controlsOf(bytes))["s"]).toEqual([type, type]);
      expect((await readSamples(bytes)).samples["s"]?.map(([, value]) => value)).toEqual(["one", "two"]);
    },
  );

  test.skipIf(!existsSync("/dev/full")).each([false, true])(
    "a full medium fails with its reason (%s)",
    async (compress) => {
      const writer = await createOsfFile("/dev/full", { channels, compress });
      const random = Float64Array.from({ length: 5000 }, (_, i) => Math.sin(i * i));
      const fill = async (): Promise<void> => {
        for (let i = 0; i < 100; i++)
          await writer.stamped(
            "a",
            BigInt64Array.from(random, () => t0),
            random,
          );
        await writer.close();
      };

      await expect(fill()).rejects.toThrow(/ENOSPC/);
      await writer.abort();
    },
  );

  test("a compressed or damaged file is not appended to", async () => {
    const packed = join(folder, "packed.osfz");
    await (await createOsfFile(packed, { channels, compress: true })).close();
    const damaged = join(folder, "damaged.osf");
    await (await createOsfFile(damaged, { channels })).close();
    await writeFile(damaged, Uint8Array.from([...(await readFile(damaged)), 9, 0, 1, 0, 8]));

    await expect(appendOsfFile(packed)).rejects.toThrow(/compressed/);
    await expect(appendOsfFile(damaged)).rejects.toThrow(/repair it first/);
  });

  test.each([false, true])(
    "a damaged length in the middle is not taken for a cut end: appending refuses and removes nothing (checksums %s)",
    async (crc) => {
      const path = join(folder, `swallowed-${crc}.osf`);
      const writer = await createOsfFile(path, { version: 5, crc, channels, bufferBytes: 0 });
      await writer.stamped("s", [t0], ["one"]);
      const second = (await stat(path)).size;
      for (const text of ["two", "three"]) await writer.stamped("s", [t0], [text]);
      await writer.close();
      const bytes = await readFile(path);
      bytes[second + 5] = 0x80; // index (2), length (4): its highest byte
      await writeFile(path, bytes);

      await expect(appendOsfFile(path)).rejects.toThrow(/repair it first/);
      expect((await readFile(path)).equals(bytes)).toBe(true);
    },
  );
});
