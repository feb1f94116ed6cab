// The vendor's conformance set (§14), rebuilt with our writer and read back.
import { describe, expect, test } from "vitest";
import type { SampleValue } from "../read/samples/sample-value.ts";
import { codesOf, hex, joinedBytes, osf4, readSamples } from "../testing/raw-file.ts";
import type { ChannelSpec, WriteOptions } from "./channel-spec.ts";
import type { OsfEncoder } from "./osf-encoder.ts";
import { encodeOsf } from "./osf-writer.ts";

const t0 = 1_768_478_400_000_000_000n;
const hundred = Array.from({ length: 100 }, (_, i) => i);
const times = (count: number, stepNs: bigint): bigint[] =>
  Array.from({ length: count }, (_, i) => t0 + BigInt(i) * stepNs);
const wave = (i: number): number => Math.sin((2 * Math.PI * i) / 100);
const cosine = (i: number): number => Math.cos((2 * Math.PI * i) / 100);

function file(
  version: 4 | 5,
  channels: readonly ChannelSpec[],
  fill: (out: OsfEncoder) => void,
  more: Partial<WriteOptions> = {},
): Uint8Array<ArrayBuffer> {
  return encodeOsf({ version, creator: "OSFGenerator/1.0", tag: "demo", reason: "GENERATOR", channels, ...more }, fill);
}

/** One row per channel: its values by index, all stamped 10 ms apart. */
type Column = readonly [spec: ChannelSpec, value: (i: number) => number | bigint | boolean | string | Uint8Array];

const numeric: readonly Column[] = [
  [{ name: "Sensor/Double", datatype: "double" }, (i) => 100 * wave(i)],
  [{ name: "Sensor/Float", datatype: "float" }, (i) => Math.fround(50 * cosine(i))],
  [{ name: "Sensor/Int32", datatype: "int32" }, (i) => i],
  [{ name: "Sensor/Int16", datatype: "int16" }, (i) => i],
  [{ name: "Sensor/Int8", datatype: "int8" }, (i) => i % 127],
  [{ name: "Sensor/Bool", datatype: "bool" }, (i) => i % 10 < 5],
];
const unsigned: readonly Column[] = [
  [{ name: "Sensor/UInt8", datatype: "uint8" }, (i) => i % 256],
  [{ name: "Sensor/UInt16", datatype: "uint16" }, (i) => i % 65_535],
  [{ name: "Sensor/UInt32", datatype: "uint32" }, (i) => i % 100_000],
  [{ name: "Sensor/UInt64", datatype: "uint64" }, (i) => BigInt(i) * 1_000_000n],
];
const int64: readonly Column[] = [[{ name: "Sensor/Int64Counter", datatype: "int64" }, (i) => BigInt(i) * 1_000_000n]];
const text: readonly Column[] = [[{ name: "Sensor/Message", datatype: "string" }, (i) => `Sample_${i}`]];
const binary: readonly Column[] = [
  [{ name: "Sensor/Image", datatype: "binary", mimeType: "image/png" }, (i) => new Uint8Array(64).fill(i % 256)],
];

describe.each([4, 5] as const)("OSF%d", (version) => {
  test.each([
    ["scalar_numeric", numeric],
    ["scalar_unsigned", unsigned],
    ["scalar_int64", int64],
    ["timestamped_string", text],
    ["timestamped_binary", binary],
  ])("%s", async (_name, columns) => {
    const bytes = file(
      version,
      columns.map(([spec]) => spec),
      (out) => {
        for (const [{ name }, value] of columns)
          out.stamped(name, times(100, 10_000_000n), hundred.map(value) as number[]);
      },
    );
    const { samples, report } = await readSamples(bytes);

    expect(report).toMatchObject({ samples: 100 * columns.length, truncated: false, findings: [] });
    for (const [{ name }, value] of columns) {
      expect(samples[name]).toEqual(hundred.map((i) => [t0 + BigInt(i) * 10_000_000n, value(i) as SampleValue]));
    }
  });

  test("gpslocation", async () => {
    const values = hundred.flatMap((i) => [48.1374 + 0.01 * wave(i), 11.5755 + 0.01 * cosine(i), 519 + i]);
    const bytes = file(version, [{ name: "Sensor/Position", datatype: "gpslocation" }], (out) =>
      out.stamped(0, times(100, 100_000_000n), values),
    );
    const { samples } = await readSamples(bytes);

    expect(samples["Sensor/Position"]?.[25]).toEqual([
      t0 + 2_500_000_000n,
      { latitude: 48.1474, longitude: 11.5755 + 0.01 * cosine(25), altitude: 544 },
    ]);
    expect(samples["Sensor/Position"]).toHaveLength(100);
  });

  test("equidistant: one start block each, exact times", async () => {
    const rates = { "Sensor/Vibration100Hz": 100, "Sensor/Vibration1kHz": 1000, "Sensor/Vibration10kHz": 10_000 };
    const bytes = file(
      version,
      Object.keys(rates).map((name): ChannelSpec => ({ name, datatype: "double" })),
      (out) => {
        for (const [name, rate] of Object.entries(rates))
          out.start(
            name,
            t0,
            rate,
            hundred.map((i) => 100 * wave(i)),
          );
      },
    );
    const { samples, report } = await readSamples(bytes);

    expect(report.channels).toMatchObject(Object.keys(rates).map(() => ({ blocks: 1, segments: 1, samples: 100 })));
    for (const [name, rate] of Object.entries(rates)) {
      expect(samples[name]).toEqual(hundred.map((i) => [t0 + BigInt((i * 1_000_000_000) / rate), 100 * wave(i)]));
    }
  });

  test("mixed", async () => {
    const channels: ChannelSpec[] = [
      { name: "TemperatureC", datatype: "double" },
      { name: "PressureCounter", datatype: "int16" },
      { name: "Vibration10Hz", datatype: "double", timeIncrementNs: 100_000_000n },
      { name: "AlarmFlag", datatype: "bool" },
    ];
    const bytes = file(version, channels, (out) => {
      for (const i of hundred) {
        out.stamped(0, [t0 + BigInt(i)], [wave(i)]);
        out.stamped(1, [t0 + BigInt(i)], [i]);
        if (i === 0) out.start(2, t0, 10, [wave(i)]);
        else out.continue(2, [wave(i)]);
        out.stamped(3, [t0 + BigInt(i)], [i % 10 < 5]);
      }
    });
    const { report } = await readSamples(bytes);

    expect(report).toMatchObject({ blocks: 400, samples: 400, findings: [] });
    expect(report.channels.map(({ samples: count, segments }) => [count, segments])).toEqual([
      [100, 0],
      [100, 0],
      [100, 1],
      [100, 0],
    ]);
  });
});

describe("message events", () => {
  const texts = ["OSF-DEMO-0001", "no signal", "", "Grüße aus Säckingen ✓", "A".repeat(300)];
  const stamps = times(5, 5_000_000_000n);
  const channels: ChannelSpec[] = [
    { name: "c0", datatype: "uint32" },
    { name: "c1", datatype: "string" },
  ];

  test("type 4 and type 8 with its zero byte decode to the same", async () => {
    const counters = (out: OsfEncoder): void => out.stamped("c0", stamps, [10, 20, 30, 40, 50]);
    const blocks = encodeOsf({ version: 4, channels }, counters);
    const messages = texts.map((value, i) => {
      const encoded = new TextEncoder().encode(value);
      const head = new DataView(new ArrayBuffer(19));
      head.setUint16(0, 1, true);
      head.setUint32(2, 13 + encoded.length, true);
      head.setUint8(6, 4);
      head.setBigInt64(7, stamps[i] ?? 0n, true);
      head.setUint32(15, encoded.length, true);
      return joinedBytes(new Uint8Array(head.buffer), encoded);
    });
    const first = await readSamples(joinedBytes(blocks, ...messages));
    const second = await readSamples(
      encodeOsf({ version: 4, strings: "stamped", channels }, (out) => {
        counters(out);
        out.stamped("c1", stamps, texts);
      }),
    );

    expect(first.samples).toEqual(second.samples);
    expect(first.samples["c1"]).toEqual(texts.map((value, i) => [stamps[i], value]));
    expect(first.report.findings).toEqual([]);
  });
});

describe("integrity", () => {
  test("osf5_crc_equidistant: no checksum fails", async () => {
    const rates = [100, 1000, 10_000];
    const bytes = file(
      5,
      rates.map((rate): ChannelSpec => ({ name: `Vibration${rate}`, datatype: "double" })),
      (out) => {
        for (const [i, rate] of rates.entries())
          out.start(
            i,
            1_000_000n,
            rate,
            hundred.map((n) => Math.sin(0.1 * n * Math.log10(rate))),
          );
      },
      { crc: true },
    );
    const { report } = await readSamples(bytes);

    expect(report).toMatchObject({ samples: 300, findings: [] });
  });

  test("osf5_crc_variable", async () => {
    const ten = hundred.slice(0, 10);
    const stamps = ten.map((i) => BigInt(i + 1) * 1_000_000n);
    const bytes = file(
      5,
      [
        { name: "Sensor/Log", datatype: "string" },
        { name: "Sensor/Blob", datatype: "binary" },
      ],
      (out) => {
        out.stamped(
          0,
          stamps,
          ten.map((i) => `event-00${i}`),
        );
        out.stamped(
          1,
          stamps,
          ten.map((i) => Uint8Array.of(i, i + 1, i + 2)),
        );
      },
      { crc: true },
    );
    const { samples, report } = await readSamples(bytes);

    expect(report.findings).toEqual([]);
    expect(samples["Sensor/Blob"]?.[9]).toEqual([10_000_000n, Uint8Array.of(9, 10, 11)]);
  });

  test("osf5_zero_length_block: counted exactly once", async () => {
    const stamps = times(10, 1n);
    const part = (from: number) =>
      encodeOsf(
        { channels: [{ name: "Sensor/Double", datatype: "double" }], createdUtc: "2024-01-01T00:00:00Z" },
        (out) => {
          for (let i = from; i < from + 5; i++) out.stamped(0, [stamps[i] ?? 0n], [i]);
        },
      );
    const head = part(0).length - 5 * 21;
    const { samples, report } = await readSamples(joinedBytes(part(0), hex("00 00 00 00"), part(5).subarray(head)));

    expect(samples["Sensor/Double"]).toHaveLength(10);
    expect([report.skipped.get("zero-length"), codesOf(report), report.truncated]).toEqual([1, ["zero-length"], false]);
  });

  test("old attributes of field files open", async () => {
    const { report } = await readSamples(
      osf4(['datatype="double" scale="1" offset="0" channeltype="timestamped" uselogscale="0"']),
    );

    expect(report.findings).toEqual([]);
  });
});
