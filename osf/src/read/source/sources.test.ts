import { createReadStream } from "node:fs";
import { fileURLToPath } from "node:url";
import { deflateSync, gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isLongRun, sizeOf } from "../../../../test/switches.ts";
import { inflateWithZlib } from "../../node/inflate.ts";
import { codesOf, fixture, readSamples } from "../../testing/raw-file.ts";
import { encodeOsf } from "../../write/osf-writer.ts";
import { openOsf } from "../osf-file.ts";

const numRuns = sizeOf("HELIO_TEST_OSF_FILES");
const bytes = fixture("example.osf");
const tiny = encodeOsf({ channels: [{ name: "n", datatype: "int32" }] }, (out) => out.stamped("n", [1n, 2n], [3, 4]));
const own = (buffer: Uint8Array): Uint8Array<ArrayBuffer> => Uint8Array.from(buffer);

async function* pieces(all: Uint8Array, size: number): AsyncIterable<Uint8Array> {
  for (let at = 0; at < all.length; at += size) yield all.subarray(at, at + size);
}

describe("a file can come from", () => {
  test.each([
    ["bytes", () => bytes],
    ["an ArrayBuffer", () => bytes.buffer],
    ["a Blob", () => new Blob([bytes])],
    ["a web stream", () => new Blob([bytes]).stream()],
    [
      "a Node stream",
      () =>
        createReadStream(fileURLToPath(new URL("../../../fixtures/example.osf", import.meta.url)), {
          highWaterMark: 1000,
        }),
    ],
    ["single bytes", () => pieces(bytes, 1)],
    ["pieces of 37 bytes", () => pieces(bytes, 37)],
    ["a function that opens it again", () => () => pieces(bytes, 4096)],
  ])("%s", async (_name, source) => {
    const file = await openOsf(source());
    const report = await file.scan();

    expect(report).toMatchObject({ blocks: 2264, samples: 2414, findings: [], bytes: bytes.length });
  });

  test("bytes, a Blob or a function can be read again, a stream only once", async () => {
    for (const source of [bytes, new Blob([bytes]), () => pieces(bytes, 999)]) {
      const file = await openOsf(source);
      expect([(await file.scan()).samples, (await file.scan()).samples]).toEqual([2414, 2414]);
    }
    const stream = await openOsf(new Blob([bytes]).stream());
    await stream.scan();
    await expect(stream.scan()).rejects.toMatchObject({ code: "source-consumed" });
  });

  test("a source that fails passes its failure on", async () => {
    const failing = async function* (): AsyncIterable<Uint8Array> {
      yield bytes.subarray(0, 20_000);
      throw new Error("the disk is gone");
    };
    await expect((await openOsf(failing())).scan()).rejects.toThrow("the disk is gone");
    const packed = gzipSync(bytes);
    for (const inflate of [undefined, inflateWithZlib]) {
      const broken = async function* (): AsyncIterable<Uint8Array> {
        yield own(packed.subarray(0, packed.length - 200));
        throw new Error("the disk is gone");
      };
      await expect((await openOsf(broken(), inflate ? { inflate } : {})).scan()).rejects.toThrow("the disk is gone");
    }
  });

  test("a source is closed when reading stops early", async () => {
    let closed = 0;
    const watched = async function* (): AsyncIterable<Uint8Array> {
      try {
        yield* pieces(bytes, 5000);
      } finally {
        closed++;
      }
    };
    const first = await openOsf(watched());
    await first.close();
    const second = await openOsf(watched(), { maxBatchSamples: 1 });
    for await (const _ of second.batches()) break;

    expect(closed).toBe(2);
  });
});

describe.each([
  ["DecompressionStream", undefined],
  ["node:zlib", inflateWithZlib],
])("compressed files through %s (§11)", (_name, inflate) => {
  const options = inflate ? { inflate } : {};

  test.each([
    ["gzip", gzipSync(bytes)],
    ["zlib", deflateSync(bytes)],
    ["zlib", deflateSync(bytes, { level: 1 })],
  ])("%s is known by its first bytes", async (kind, packed) => {
    const report = await (await openOsf(own(packed), options)).scan();

    expect(report).toMatchObject({ compression: kind, samples: 2414, findings: [], truncated: false });
  });

  test("in pieces of any size", async () => {
    for (const size of [isLongRun() ? 1 : 7, 1000]) {
      const report = await (await openOsf(pieces(gzipSync(bytes), size), options)).scan();
      expect(report).toMatchObject({ samples: 2414, findings: [] });
    }
  });

  test("damage inside is reported and what came before it is read", async () => {
    const packed = own(gzipSync(bytes, { level: 0 }));
    packed[packed.length - 6] = (packed[packed.length - 6] ?? 0) ^ 0xff; // the stored checksum
    const report = await (await openOsf(pieces(packed, 1000), options)).scan();

    expect(codesOf(report)[0]).toBe("compressed-damaged");
    expect(report.truncated).toBe(true);
    // DecompressionStream may drop what it had unpacked before it failed; node:zlib keeps it.
    if (inflate) expect(report.samples).toBeGreaterThan(2300);
  });
});

/** Chunks that all lie in one buffer, which is wiped before the next one is put there. */
async function* reusing(all: Uint8Array, sizes: readonly number[]): AsyncIterable<Uint8Array> {
  const buffer = new Uint8Array(Math.max(...sizes));
  for (let at = 0, i = 0; at < all.length; i++) {
    const chunk = all.subarray(at, at + (sizes[i % sizes.length] ?? 1));
    buffer.fill(0xee).set(chunk);
    yield buffer.subarray(0, chunk.length);
    at += chunk.length;
  }
}

describe("chunks of any size in a buffer that is used again", () => {
  const entry = fc.tuple(fc.constantFrom("s", "t", "b", "n", "i"), fc.string({ unit: "grapheme", maxLength: 300 }));
  const sizes = fc.array(fc.integer({ min: 1, max: 700 }), { minLength: 1, maxLength: 5 });

  test.each([false, true])("give the samples of the whole file, packed: %s", async (isPacked) => {
    const channels = [
      { name: "s", datatype: "string" },
      { name: "t", datatype: "string", lengthSize: 2 },
      { name: "b", datatype: "binary" },
      { name: "n", datatype: "double" },
      { name: "i", datatype: "int16" },
    ] as const;
    await fc.assert(
      fc.asyncProperty(
        fc.array(entry, { maxLength: 150 }),
        sizes,
        fc.integer({ min: 1, max: 90 }),
        async (entries, cut, maxBatchSamples) => {
          const file = encodeOsf({ channels }, (out) => {
            for (const [i, [name, text]] of entries.entries()) {
              if (name === "n" || name === "i") out.stamped(name, [BigInt(i)], [text.length]);
              else out.stamped(name, [BigInt(i)], name === "b" ? [new TextEncoder().encode(text)] : [text]);
            }
          });
          const source = isPacked ? own(gzipSync(file)) : file;
          const options = { maxBatchSamples, inflate: inflateWithZlib };

          expect((await readSamples(reusing(source, cut), options)).samples).toEqual((await readSamples(file)).samples);
        },
      ),
      { numRuns },
    );
  });
});

/** Blocks of zeros, which pack a thousandfold. */
function encodeZeros(blocks: number): Uint8Array<ArrayBuffer> {
  const zeros = new Float64Array(8_000);
  return encodeOsf({ channels: [{ name: "a", datatype: "double" }], anyEquidistantType: true }, (out) => {
    out.start(0, 0n, 1_000, zeros);
    for (let block = 1; block < blocks; block++) out.continue(0, zeros);
  });
}

describe("several gzip members (§11)", () => {
  const packed = own(Buffer.concat([gzipSync(bytes.subarray(0, 30_000)), gzipSync(bytes.subarray(30_000))]));

  test.each([{ inflate: inflateWithZlib }, {}])("are one file, whichever inflate is used", async (options) => {
    const report = await (await openOsf(packed, options)).scan();

    expect(report).toMatchObject({ samples: 2414, findings: [], truncated: false });
  });

  test("are one file however well they are packed: what is fed ahead of a slow decoder is not lost", async () => {
    const blocks = isLongRun() ? 500 : 100;
    const [first, second] = [encodeZeros(1), encodeZeros(blocks)];
    const rest = gzipSync(second.subarray(first.length));
    const file = own(Buffer.concat([gzipSync(first), ...Array.from({ length: 6 }, () => rest)]));
    const report = await (await openOsf(file, { inflate: inflateWithZlib })).scan();

    expect(report).toMatchObject({ samples: 8_000 * (1 + 6 * (blocks - 1)), findings: [], truncated: false });
  });

  test("what looks like the head of a member inside one is no border", async () => {
    const heads = Uint8Array.from({ length: 4000 }, (_, i) => [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 3][i % 16] ?? 0);
    const stored = encodeOsf({ channels: [{ name: "b", datatype: "binary" }] }, (out) =>
      out.stamped("b", [1n, 2n], [heads, Uint8Array.of(7)]),
    );
    const file = await openOsf(own(gzipSync(stored, { level: 0 })));

    expect(await file.scan()).toMatchObject({ samples: 2, findings: [], truncated: false });
  });

  const behind = {
    zeros: Buffer.alloc(50),
    text: Buffer.from("junk behind"),
    "half a head": Buffer.from([0x1f, 0x8b, 9]),
  };

  test.each(
    Object.entries(behind).flatMap(([what, junk]) => (["gzip", "zlib"] as const).map((kind) => ({ what, junk, kind }))),
  )("$what behind $kind data: reported, and nothing is lost", async ({ kind, junk }) => {
    for (const content of [bytes, tiny]) {
      const file = own(Buffer.concat([kind === "gzip" ? gzipSync(content) : deflateSync(content), junk]));
      const { samples } = await (await openOsf(own(content))).scan();

      expect(await (await openOsf(file, { inflate: inflateWithZlib })).scan()).toMatchObject({
        samples,
        truncated: false,
        findings: [{ code: "compressed-surplus", loss: false }],
      });
      expect((await (await openOsf(file)).scan()).findings).toHaveLength(1);
    }
  });

  test.each(["checksum", "length"])(
    "a wrong %s at the end of gzip data is reported, and nothing is lost",
    async (what) => {
      for (const content of [bytes, tiny]) {
        const file = own(gzipSync(content));
        const at = file.length - (what === "checksum" ? 8 : 4);
        file[at] = (file[at] ?? 0) ^ 1;
        const { samples } = await (await openOsf(own(content))).scan();

        expect(await (await openOsf(file, { inflate: inflateWithZlib })).scan()).toMatchObject({
          samples,
          truncated: true,
          findings: [{ code: "compressed-damaged" }],
        });
      }
    },
  );

  test("heads with a name, a comment, an extra field and a checksum are read", async () => {
    const packed = gzipSync(bytes);
    const fields = Buffer.concat([
      Buffer.from([3, 0, 1, 2, 3]),
      Buffer.from("a.osf\0"),
      Buffer.from("why\0"),
      Buffer.alloc(2),
    ]);
    const head = Buffer.from(packed.subarray(0, 10));
    head[3] = 4 | 8 | 16 | 2;
    const file = own(Buffer.concat([head, fields, packed.subarray(10)]));

    for (const size of [1, 7, 100_000]) {
      const report = await (await openOsf(pieces(file, size), { inflate: inflateWithZlib })).scan();
      expect(report).toMatchObject({ samples: 2414, findings: [], truncated: false });
    }
  });
});

describe("reading one channel", () => {
  test("gives its samples in two arrays, by name or index, also for a window", async () => {
    const file = await openOsf(bytes);
    const sinus = await file.read("FuncGen.Sinus");
    const again = await file.read(39, { from: 1699026474466962147n, to: 1699026474466962148n });
    const texts = await file.read("System.Device.Name");

    expect([sinus.times.length, sinus.values.length, sinus.values instanceof Float64Array]).toEqual([302, 302, true]);
    expect([again.times, again.values]).toEqual([
      BigInt64Array.of(1699026474466962147n),
      Float64Array.of(1.736836282985541),
    ]);
    expect(texts.values.length).toBe(2);
    await expect(file.read("nothing")).rejects.toMatchObject({ code: "unknown-channel" });
  });
});
