import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sizeOf } from "../../../test/switches.ts";
import { openOsf } from "../read/osf-file.ts";
import { fixture } from "../testing/raw-file.ts";
import type { ChannelSpec } from "../write/channel-spec.ts";
import type { OsfEncoder } from "../write/osf-encoder.ts";
import { encodeOsf } from "../write/osf-writer.ts";
import { openPreview } from "./preview.ts";
import { PreviewBuilder, type PreviewOptions } from "./preview-builder.ts";

const numRuns = sizeOf("HELIO_TEST_OSF_FILES");
const t0 = 1_700_000_000_000_000_000n;
const forever = [-(2n ** 63n), 2n ** 64n] as const;
/** Of 0 and -0 neither is the smaller one, and a preview may keep either; `Math.min` knows an order. */
const unsigned = (value = Number.NaN): number => value + 0;

async function previewOf(bytes: Uint8Array, options: PreviewOptions = {}, maxBatchSamples = 1000) {
  const file = await openOsf(bytes, { maxBatchSamples });
  const builder = new PreviewBuilder(file.channels, options);
  for await (const batch of file.batches()) builder.add(batch);
  return builder.finish();
}

const fileOf = (channel: ChannelSpec, fill: (out: OsfEncoder) => void): Uint8Array =>
  encodeOsf({ anyEquidistantType: true, channels: [channel] }, fill);

describe("a preview", () => {
  test("knows minimum, maximum, first, last and count of any window at any resolution: the same as the samples say", async () => {
    const sample = fc.tuple(
      fc.bigInt({ min: 0n, max: 3_000_000n }),
      fc.oneof(fc.double({ min: -1e6, max: 1e6, noNaN: true }), fc.constant(Number.NaN)),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(sample, { minLength: 1, maxLength: 300 }),
        fc.constantFrom(4, 20, 128),
        fc.constantFrom(1, 64, 200),
        fc.tuple(fc.bigInt({ min: 0n, max: 3_000_000n }), fc.bigInt({ min: 1n, max: 3_000_000n })),
        async (samples, buckets, maxBuckets, [from, length]) => {
          const bytes = fileOf({ name: "a", datatype: "double" }, (out) =>
            out.stamped(
              "a",
              samples.map(([time]) => t0 + time),
              samples.map(([, value]) => value),
            ),
          );
          const preview = await openPreview(await previewOf(bytes, { buckets }, 50));
          const series = preview.findSeries(0);
          if (!series) throw new Error("no series");
          expect(series.count).toBe(samples.length);
          for (const [start, end] of [forever, [t0 + from, t0 + from + length] as const]) {
            const window = await preview.window(series, start, end, maxBuckets);
            const seen = Array.from(window.startNs, (bucketNs, i) => {
              const inside = samples.filter(
                ([time]) => t0 + time >= bucketNs && t0 + time < bucketNs + BigInt(window.widthNs),
              );
              const numbers = inside.map(([, value]) => value).filter((value) => !Number.isNaN(value));
              expect(window.counts[i]).toBe(inside.length);
              expect(unsigned(window.min[i])).toBe(numbers.length > 0 ? unsigned(Math.min(...numbers)) : Number.NaN);
              expect(unsigned(window.max[i])).toBe(numbers.length > 0 ? unsigned(Math.max(...numbers)) : Number.NaN);
              return inside.length;
            });
            const wanted = samples.filter(([time]) => t0 + time >= start && t0 + time < end);
            expect(seen.reduce((a, b) => a + b, 0)).toBeGreaterThanOrEqual(wanted.length);
          }
        },
      ),
      { numRuns },
    );
  });

  test("of zeros with and without a sign either is the least and the most", async () => {
    for (const zeros of [
      [0, -0],
      [-0, 0],
    ]) {
      const bytes = fileOf({ name: "a", datatype: "double" }, (out) => out.stamped("a", [t0, t0], zeros));
      const preview = await openPreview(await previewOf(bytes));
      const window = await preview.window(preview.series[0] ?? expect.fail("no series"), ...forever);
      expect([unsigned(window.min[0]), unsigned(window.max[0]), window.counts[0]]).toEqual([0, 0, 2]);
    }
  });

  test("first and last of every bucket are those of its samples, also where buckets were merged", async () => {
    const times = fc.uniqueArray(fc.integer({ min: 0, max: 3_000_000 }), { minLength: 1, maxLength: 300 });
    await fc.assert(
      fc.asyncProperty(times, fc.constantFrom(4, 20, 128), async (unsorted, buckets) => {
        const sorted = unsorted.toSorted((a, b) => a - b);
        const bytes = fileOf({ name: "a", datatype: "int32" }, (out) =>
          out.stamped(
            "a",
            sorted.map((time) => t0 + BigInt(time)),
            sorted.map((_, i) => (i * 7919) % 1000),
          ),
        );
        const preview = await openPreview(await previewOf(bytes, { buckets }, 50));
        const [series = expect.fail("no series")] = preview.series;
        for (const maxBuckets of [1, 1000]) {
          const { startNs, widthNs, first, last } = await preview.window(series, ...forever, maxBuckets);
          for (const [i, start] of startNs.entries()) {
            const inside = (time: number): boolean =>
              t0 + BigInt(time) >= start && t0 + BigInt(time) < start + BigInt(widthNs);
            expect(first[i]).toBe((sorted.findIndex(inside) * 7919) % 1000);
            expect(last[i]).toBe((sorted.findLastIndex(inside) * 7919) % 1000);
          }
        }
      }),
      { numRuns },
    );
  });

  test("draws any zoom of a million samples from a few kilobytes", async () => {
    const count = 1_000_000;
    const values = Float64Array.from({ length: count }, (_, i) => (i === 654_321 ? 99 : Math.sin(i / 1000)));
    const bytes = await previewOf(
      fileOf({ name: "a", datatype: "double" }, (out) => out.start("a", t0, 1000, values)),
      {},
      65_536,
    );
    let fetched = 0;
    const preview = await openPreview((offset, length) => {
      fetched += length;
      return bytes.subarray(offset, offset + length);
    });
    const [series] = preview.series;
    if (!series) throw new Error("no series");
    await preview.window(series, t0, t0 + 1n);

    for (const [from, seconds] of [
      [0, 1000],
      [600, 100],
      [654, 1],
      [654.3, 0.05],
      [0, 0.01],
    ] as const) {
      fetched = 0;
      const startNs = t0 + BigInt(from * 1e9);
      const window = await preview.window(series, startNs, startNs + BigInt(seconds * 1e9));
      expect(fetched).toBeLessThan(20_000);
      expect(window.length).toBeLessThanOrEqual(6 * 64);
      if (from !== 0) expect(Math.max(...window.max)).toBe(99);
    }
    expect(bytes.length).toBeLessThan(values.byteLength / 10);
    expect([series.firstNs, series.lastNs, series.count]).toEqual([t0, t0 + 999_999_000_000n, count]);
  });

  test("first and last of a bucket are those of its samples", async () => {
    const bytes = fileOf({ name: "a", datatype: "int16" }, (out) => out.start("a", t0, 1e9, [5, 9, -3, 7]));
    const preview = await openPreview(await previewOf(bytes));
    const window = await preview.window(preview.series[0] ?? expect.fail("no series"), ...forever);

    expect([[...window.first], [...window.last], [...window.min], [...window.max], [...window.counts]]).toEqual([
      [5],
      [7],
      [-3],
      [9],
      [4],
    ]);
  });

  test("marks gaps between segments, and between stamped samples if told what a gap is", async () => {
    const segments = fileOf({ name: "a", datatype: "float" }, (out) => {
      out.start("a", t0, 1000, [1, 2]);
      out.start("a", t0 + 2_000_000n, 1000, [3, 4]);
      out.start("a", t0 + 60_000_000_000n, 1000, [5]);
    });
    const stamped = fileOf({ name: "a", datatype: "float" }, (out) =>
      out.stamped("a", [t0, t0 + 1_000_000n, t0 + 9_000_000_000n], [1, 2, 3]),
    );
    const gapsOf = async (bytes: Uint8Array) => {
      const preview = await openPreview(bytes);
      return [...(await preview.window(preview.series[0] ?? expect.fail("no series"), ...forever)).gaps];
    };

    expect(await gapsOf(await previewOf(segments))).toEqual([0, 0, 0, 0, 1]);
    expect(await gapsOf(await previewOf(stamped))).toEqual([0, 0, 0]);
    expect(await gapsOf(await previewOf(stamped, { gapNs: 1_000_000_000n }, 1))).toEqual([0, 0, 1]);
    expect(await gapsOf(await previewOf(stamped, { gapNs: 1_000_000_000n }))).toEqual([0, 0, 1]);
  });

  test("has counts only for strings, three lines for positions, and survives far apart and falling times", async () => {
    const bytes = await previewOf(fixture("example.osf"));
    const preview = await openPreview(bytes);
    const file = await openOsf(fixture("example.osf"));
    const name = preview.findSeries(file.findChannel("System.Device.Name")?.index ?? -1);
    const location = [0, 1, 2].map((component) =>
      preview.findSeries(file.findChannel("GPS.Location")?.index ?? -1, component),
    );

    expect(name).toMatchObject({ kind: "counts", count: 2 });
    expect(location.map((series) => series?.count)).toEqual([362, 362, 362]);
    const altitude = await preview.window(location[2] ?? expect.fail("no altitude"), ...forever, 64);
    expect(Math.max(...altitude.max)).toBeGreaterThan(193);
    expect(bytes.length).toBeLessThan(fixture("example.osf").length * 3);

    const wild = fileOf({ name: "a", datatype: "int64" }, (out) =>
      out.stamped("a", [5n, -(2n ** 63n), 2n ** 63n - 1n, 0n], [1n, 2n, 3n, 4n]),
    );
    const wildPreview = await openPreview(await previewOf(wild));
    const window = await wildPreview.window(wildPreview.series[0] ?? expect.fail("no series"), ...forever);
    expect(window.counts.reduce((a, b) => a + b, 0)).toBe(4);
  });

  test("other data is refused", async () => {
    await expect(openPreview(new Uint8Array(3))).rejects.toThrow(/preview cannot be read/);
    await expect(openPreview(fixture("example.osf"))).rejects.toThrow(/preview cannot be read/);
  });
});
