import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sizeOf } from "../../../test/switches.ts";
import type { DataType } from "../format/data-type.ts";
import { openOsf } from "../read/osf-file.ts";
import type { SampleValue } from "../read/samples/sample-value.ts";
import { osf5, readSamples } from "../testing/raw-file.ts";
import { specOf } from "./channel-spec.ts";
import { compressOsf, encodeOsf } from "./osf-writer.ts";

const numRuns = sizeOf("HELIO_TEST_OSF_FILES");
const anyTime = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
const int = (bits: number): fc.Arbitrary<number> => fc.integer({ min: -(2 ** (bits - 1)), max: 2 ** (bits - 1) - 1 });
const uint = (bits: number): fc.Arbitrary<number> => fc.integer({ min: 0, max: 2 ** bits - 1 });
const well = fc.string({ unit: "grapheme" });

/** Any value of each type; NaN and -0 included. */
const anyOf: Readonly<Record<DataType, fc.Arbitrary<SampleValue>>> = {
  bool: fc.boolean(),
  int8: int(8),
  int16: int(16),
  int32: int(32),
  int64: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  uint8: uint(8),
  uint16: uint(16),
  uint32: uint(32),
  uint64: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
  float: fc.float(),
  double: fc.double(),
  gpslocation: fc.record({ latitude: fc.double(), longitude: fc.double(), altitude: fc.double() }),
  string: well,
  binary: fc.uint8Array({ maxLength: 40 }),
};

const flat = (datatype: DataType, values: readonly SampleValue[]): SampleValue[] =>
  datatype === "gpslocation" ? values.flatMap((value) => Object.values(value as object) as number[]) : [...values];

const forms = fc.record({
  version: fc.constantFrom(4 as const, 5 as const),
  crc: fc.boolean(),
  trailer: fc.boolean(),
  lengthSize: fc.constantFrom(2 as const, 4 as const),
  strings: fc.constantFrom("messages" as const, "stamped" as const),
});
type Form = typeof forms extends fc.Arbitrary<infer F> ? F : never;
const allowed = ({ version, crc, trailer, strings }: Form) => ({
  version,
  strings,
  crc: crc && version === 5,
  trailer: trailer && version === 4,
});

async function* piecesOf(bytes: Uint8Array, size: number): AsyncIterable<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

describe("what is written is read again", () => {
  test.each(Object.entries(anyOf) as [DataType, fc.Arbitrary<SampleValue>][])(
    "time-stamped %s, any times, in one block and in many",
    async (datatype, value) => {
      const blocks = fc.array(fc.array(fc.tuple(anyTime, value), { minLength: 1, maxLength: 20 }), { maxLength: 8 });
      await fc.assert(
        fc.asyncProperty(blocks, forms, fc.integer({ min: 1, max: 30 }), async (written, form, maxBatchSamples) => {
          const channels = [
            { name: "other", datatype: "int8" as const },
            { name: "x", datatype, lengthSize: form.lengthSize },
          ];
          const bytes = encodeOsf({ ...allowed(form), channels }, (out) => {
            for (const samples of written) {
              out.stamped(
                "x",
                samples.map(([time]) => time),
                flat(
                  datatype,
                  samples.map(([, sample]) => sample),
                ) as number[],
              );
              out.stamped("other", [1n], [1]);
            }
          });
          const { samples, report } = await readSamples(bytes, { maxBatchSamples });
          expect(samples["x"]).toEqual(written.flat());
          expect(report.findings).toEqual([]);
        }),
        { numRuns },
      );
    },
  );

  test.each([
    "bool",
    "int8",
    "int16",
    "int32",
    "int64",
    "uint8",
    "uint16",
    "uint32",
    "uint64",
    "float",
    "double",
  ] as const)("equidistant %s: segments, continued data, any rate", async (datatype) => {
    const rate = fc.oneof(
      fc.constantFrom(1, 10, 100, 1000, 44_100, 51_200),
      fc.double({ min: 0.01, max: 1e7, noNaN: true }),
    );
    const start = fc.bigInt({ min: -(2n ** 60n), max: 2n ** 60n });
    const values = fc.array(anyOf[datatype], { minLength: 1, maxLength: 15 });
    const segments = fc.array(fc.record({ start, rate, parts: fc.array(values, { minLength: 1, maxLength: 4 }) }), {
      maxLength: 4,
    });
    await fc.assert(
      fc.asyncProperty(segments, forms, async (written, form) => {
        const channels = [{ name: "x", datatype, lengthSize: form.lengthSize }];
        const bytes = encodeOsf({ ...allowed(form), channels, anyEquidistantType: true }, (out) => {
          for (const { start: startNs, rate: rateHz, parts } of written) {
            for (const [i, part] of parts.entries()) {
              if (i === 0) out.start("x", startNs, rateHz, part as number[]);
              else out.continue("x", part as number[]);
            }
          }
        });
        const { samples, report } = await readSamples(bytes);
        const expected = written.flatMap(({ start: startNs, rate: rateHz, parts }) =>
          parts.flat().map((value, i) => [startNs + BigInt(Math.trunc((i * 1e9) / rateHz)), value]),
        );
        expect(samples["x"]).toEqual(expected);
        expect([report.findings, report.channels[0]?.segments]).toEqual([[], written.length]);
      }),
      { numRuns },
    );
  });

  test.each([1, 2, 4, 8])(
    "relative times of %d-byte values, between absolute ones, in blocks of one and of many",
    async (size) => {
      const type = ({ 1: "uint8", 2: "uint16", 4: "uint32", 8: "uint64" } as const)[size] ?? "uint8";
      const delta = fc.integer({ min: 0, max: 2 ** 32 - 1 });
      const run = fc.record({
        relative: fc.boolean(),
        counted: fc.boolean(),
        deltas: fc.array(delta, { minLength: 1, maxLength: 9 }),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(run, { maxLength: 12 }), anyTime, async (runs, start) => {
          const blocks: Uint8Array[] = [];
          const expected: [bigint, SampleValue][] = [];
          let time = start;
          for (const { relative, counted, deltas } of [{ relative: false, counted: false, deltas: [0] }, ...runs]) {
            const samples = counted ? deltas : deltas.slice(0, 1);
            const stride = (relative ? 4 : 8) + size;
            const view = new DataView(new ArrayBuffer(5 + (counted ? 4 : 0) + samples.length * stride));
            view.setUint16(2, view.byteLength - 4, true);
            view.setUint8(4, (relative ? 7 : 8) | (counted ? 0x80 : 0));
            if (counted) view.setUint32(5, samples.length, true);
            for (const [i, step] of samples.entries()) {
              const at = 5 + (counted ? 4 : 0) + i * stride;
              time = BigInt.asIntN(64, time + BigInt(step));
              if (relative) view.setUint32(at, step, true);
              else view.setBigInt64(at, time, true);
              const value = expected.length % 251;
              view.setUint8(at + stride - size, value);
              expected.push([time, size === 8 ? BigInt(value) : value]);
            }
            blocks.push(new Uint8Array(view.buffer));
          }
          const { samples, report } = await readSamples(osf5([type], ...blocks), { maxBatchSamples: 5 });
          expect(samples["c0"]).toEqual(expected);
          expect(report.findings).toEqual([]);
          const inPieces = await readSamples(piecesOf(osf5([type], ...blocks), 23), { maxHeldBytes: 0 });
          expect(inPieces.samples["c0"]).toEqual(expected);
          const [from, to] = [start, BigInt.asIntN(64, start + 2n ** 33n)];
          const some = await readSamples(osf5([type], ...blocks), {}, { from, to });
          expect(some.samples["c0"]).toEqual(expected.filter(([at]) => at >= from && at < to));
        }),
        { numRuns },
      );
    },
  );

  test("vectors keep their shape", async () => {
    const attributes = new Map([
      ["channeltype", "vector"],
      ["rows", "3"],
      ["columns", "1"],
    ]);
    const bytes = encodeOsf({ version: 4, channels: [{ name: "v", datatype: "float", attributes }] }, (out) =>
      out.stamped("v", [1n, 2n], [1, 2, 3, 4, 5, 6]),
    );

    expect((await readSamples(bytes)).samples["v"]).toEqual([
      [1n, [1, 2, 3]],
      [2n, [4, 5, 6]],
    ]);
  });

  test("selecting by channel and time gives exactly the samples a filter over all of them gives", async () => {
    const sample = fc.tuple(fc.bigInt({ min: 0n, max: 1000n }), int(16));
    const time = fc.bigInt({ min: -5n, max: 1005n });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(sample, { minLength: 1, maxLength: 9 }), { maxLength: 9 }),
        fc.integer({ min: 1, max: 90 }),
        time,
        time,
        async (written, count, from, to) => {
          const bytes = encodeOsf(
            {
              anyEquidistantType: true,
              channels: [
                { name: "x", datatype: "int16" },
                { name: "e", datatype: "int16" },
                { name: "s", datatype: "string" },
              ],
            },
            (out) => {
              for (const samples of written) {
                out.stamped(
                  "x",
                  samples.map(([at]) => at),
                  samples.map(([, value]) => value),
                );
                out.stamped(
                  "s",
                  samples.map(([at]) => at),
                  samples.map(([, value]) => String(value)),
                );
              }
              out.start(
                "e",
                3n,
                9e7,
                new Int16Array(count).map((_, i) => i),
              );
            },
          );
          const all = await readSamples(bytes);
          const within = ([at]: readonly [bigint, SampleValue]): boolean => at >= from && at < to;
          for (const name of ["x", "e", "s"]) {
            const some = await readSamples(bytes, { maxBatchSamples: 7 }, { channels: [name], from, to });
            expect(some.samples[name]).toEqual(all.samples[name]?.filter(within));
            expect(some.report.samples).toBe(some.samples[name]?.length);
          }
        },
      ),
      { numRuns },
    );
  });

  test("metadata, channels and infos, in both versions, and unknown keys survive", async () => {
    const key = fc.stringMatching(/^x_[a-z]{1,8}$/);
    // XML cannot hold control characters; they are replaced, so they are left out here.
    const plain = well.map((text) => text.replace(/\p{Cc}/gu, ""));
    const spec = fc.record({ name: plain, unit: plain, comment: plain, attributes: fc.dictionary(key, plain) });
    await fc.assert(
      fc.asyncProperty(
        fc.array(spec, { maxLength: 5 }),
        fc.record({ creator: plain, tag: plain, info: plain }),
        fc.constantFrom(4 as const, 5 as const),
        async (specs, file, version) => {
          const channels = specs.map((channel) => ({
            ...channel,
            datatype: "double" as const,
            attributes: new Map(Object.entries(channel.attributes)),
          }));
          const infos = [{ name: file.info, value: file.info, datatype: "string", unit: "V" }];
          const { header } = await openOsf(
            encodeOsf({ version, creator: file.creator, tag: file.tag, channels, infos }, () => undefined),
          );
          expect(header.metadata).toMatchObject({ creator: file.creator || "heliograph", tag: file.tag || "default" });
          expect(header.infos).toEqual(infos);
          for (const [i, { name, unit, comment, attributes }] of channels.entries()) {
            const read = header.channels[i];
            expect(read).toMatchObject({ name, unit, comment });
            for (const [k, value] of attributes) expect(read?.attributes.get(k)).toBe(value);
            expect(read && specOf({ ...read, datatype: "double" }).name).toBe(name);
          }
        },
      ),
      { numRuns },
    );
  });

  test("compressed, it is one gzip stream", async () => {
    const bytes = encodeOsf({ channels: [{ name: "x", datatype: "double" }] }, (out) =>
      out.stamped("x", [1n, 2n], [1, 2]),
    );
    const packed = await compressOsf(bytes);

    expect([packed[0], packed[1]]).toEqual([0x1f, 0x8b]);
    expect((await readSamples(packed)).report).toMatchObject({ samples: 2, compression: "gzip", findings: [] });
  });
});

describe("bytes of written files", () => {
  const channels = [
    { name: "A", datatype: "double", timeIncrementNs: 10_000_000n, unit: "V" },
    { name: "Msg", datatype: "string" },
  ] as const;
  const example = (crc: boolean): Uint8Array =>
    encodeOsf({ crc, createdUtc: "2023-11-14T22:13:20Z", creator: "example", channels }, (out) => {
      out.start("A", 1_700_000_000_000_000_000n, 100, [1, 2.5]);
      out.stamped("Msg", [1_700_000_000_000_000_000n], ["hi"]);
    });

  test.each([
    [true, 445, "18f642ddf50ddfe7ceef5ac5769b3ea91611ce5d87c52d4aeb757498fda9ea0c"],
    [false, 421, "76a1dc25f390545aceb28336fdb979311eee6a28f3af477ddfa652ef9fbb1dc3"],
  ])("§10.2 the complete example, checksums %s", (crc, length, hash) => {
    const bytes = example(crc);

    expect(bytes).toHaveLength(length);
    expect(createHash("sha256").update(bytes).digest("hex")).toBe(hash);
  });

  test("§8.4 long runs are cut into blocks no longer than the length field allows", async () => {
    const count = 40_000;
    const stamps = BigInt64Array.from({ length: count }, (_, i) => BigInt(i));
    const values = new Float64Array(count).map((_, i) => i);
    for (const crc of [false, true]) {
      const bytes = encodeOsf(
        {
          crc,
          channels: [
            { name: "a", datatype: "double" },
            { name: "b", datatype: "double" },
            { name: "c", datatype: "double", lengthSize: 4 },
          ],
        },
        (out) => {
          out.stamped("a", stamps, values);
          out.start("b", 0n, 1, values);
          out.stamped("c", stamps, values);
        },
      );
      const { report, samples } = await readSamples(bytes);
      const perBlock = Math.floor((65_535 - 5 - (crc ? 4 : 0)) / 16);
      expect(report.channels.map(({ blocks }) => blocks)).toEqual([Math.ceil(count / perBlock), 5, 1]);
      expect([samples["a"]?.length, samples["b"]?.length, samples["c"]?.length, report.findings]).toEqual([
        count,
        count,
        count,
        [],
      ]);
    }
  });

  test("§8.3 one sample has no count field, two have", () => {
    const size = (values: number[]): number =>
      encodeOsf({ createdUtc: "x", channels: [{ name: "a", datatype: "int8" }] }, (out) =>
        out.stamped(
          "a",
          values.map(() => 0n),
          values,
        ),
      ).length;

    expect([size([1]) - size([]), size([1, 2]) - size([])]).toEqual([5 + 9, 5 + 4 + 18]);
  });

  test.each([
    ["an empty segment", { datatype: "double" as const }, (out: Out) => out.start(0, 0n, 1, [])],
    ["a value outside its type", { datatype: "int8" as const }, (out: Out) => out.stamped(0, [0n], [128])],
    ["a fraction in an integer", { datatype: "int32" as const }, (out: Out) => out.stamped(0, [0n], [1.5])],
    ["as many times as samples", { datatype: "int8" as const }, (out: Out) => out.stamped(0, [0n, 1n], [1])],
    ["continued data without a segment", { datatype: "double" as const }, (out: Out) => out.continue(0, [1])],
    ["equidistant integers without the option", { datatype: "int8" as const }, (out: Out) => out.start(0, 0n, 1, [1])],
    ["a rate of zero", { datatype: "double" as const }, (out: Out) => out.start(0, 0n, 0, [1])],
    [
      "a text too long for its length field",
      { datatype: "string" as const, lengthSize: 2 as const },
      (out: Out) => out.stamped(0, [0n], ["x".repeat(65_530)]),
    ],
    ["a number in a string channel", { datatype: "string" as const }, (out: Out) => out.stamped(0, [0n], [1])],
  ])("refused: %s", (_name, spec, write) => {
    expect(() => encodeOsf({ channels: [{ name: "a", ...spec }] }, write)).toThrow(
      expect.objectContaining({ code: "not-writable" }),
    );
  });
  type Out = Parameters<Parameters<typeof encodeOsf>[1]>[0];
});
