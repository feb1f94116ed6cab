import { describe, expect, test } from "vitest";
import { openOsf } from "../read/osf-file.ts";
import { codesOf, fixture, hex, joinedBytes, osf4, readSamples } from "../testing/raw-file.ts";
import { convertOsf } from "../transform/convert.ts";
import { type MergeOptions, mergeOsf } from "../transform/merge.ts";
import type { ChannelSpec, WriteOptions } from "../write/channel-spec.ts";
import type { OsfEncoder } from "../write/osf-encoder.ts";
import { encodeOsf, OsfWriter } from "../write/osf-writer.ts";
import { type ExportOptions, exportText } from "./export-text.ts";
import { timeText } from "./value-text.ts";

const t0 = 1_700_000_000_000_000_000n;
const channels: ChannelSpec[] = [
  { name: "speed, rear", datatype: "float", unit: "km/h" },
  { name: "log", datatype: "string" },
  { name: "big", datatype: "int64" },
  { name: "on", datatype: "bool" },
  { name: "where", datatype: "gpslocation" },
  { name: "raw", datatype: "binary" },
];
const bytes = encodeOsf({ channels }, (out) => {
  out.stamped(0, [t0 + 2n, t0, t0 + 2n], [67.78, 0.1, 3]);
  out.stamped(1, [t0], ['say "hi"']);
  out.stamped(2, [t0 + 2n], [2n ** 62n + 1n]);
  out.stamped(3, [t0], [true]);
  out.stamped(4, [t0 + 3n], [50.5, 8.25, 199]);
  out.stamped(5, [t0 + 3n], [Uint8Array.of(1, 2, 255)]);
});

async function textOf(options: ExportOptions, source: Uint8Array = bytes): Promise<string[]> {
  let text = "";
  for await (const piece of exportText(await openOsf(source), options)) text += piece;
  return text.trimEnd().split("\n");
}

describe("CSV", () => {
  test("wide: a line per distinct time in its order, duplicates as lines of their own, an empty cell where nothing was measured", async () => {
    expect(await textOf({ time: "ns", units: true })).toEqual([
      'time,"speed, rear",log,big,on,where.latitude,where.longitude,where.altitude,raw',
      "ns,km/h,,,,,,,",
      `${t0},0.1,"say ""hi""",,1,,,,`,
      `${t0 + 2n},67.78,,4611686018427387905,,,,,`,
      `${t0 + 2n},3,,,,,,,`,
      `${t0 + 3n},,,,,50.5,8.25,199,AQL/`,
    ]);
  });

  test("long: a line per sample", async () => {
    expect(await textOf({ layout: "long", channels: ["big", "where"], time: "s" })).toEqual([
      "time,channel,value",
      "1700000000.000000002,big,4611686018427387905",
      "1700000000.000000003,where,50.5 8.25 199",
    ]);
  });

  test("other separators, a window, ISO times", async () => {
    expect(await textOf({ separator: ";", decimal: ",", channels: ["speed, rear"], from: t0, to: t0 + 1n })).toEqual([
      "time;speed, rear",
      "2023-11-14T22:13:20.000000000Z;0,1",
    ]);
  });

  test("more than is sorted at once comes out the same, in several passes", async () => {
    const source = fixture("example.osf");
    const whole = await textOf({}, source);

    for (const maxBytes of [800, 16_000]) expect(await textOf({ maxBytes }, source)).toEqual(whole);
    expect(whole.length).toBeGreaterThan(700);
    expect(await textOf({ layout: "long" }, source)).toHaveLength(2414 + 1);
  });
});

describe("JSON lines", () => {
  test("wide and long", async () => {
    const wide = await textOf({ format: "jsonl", time: "ms" });
    const long = await textOf({ format: "jsonl", layout: "long", channels: ["on", "raw", "where"] });

    expect(wide.map((line) => JSON.parse(line))).toEqual([
      { time: "1700000000000.000000", values: { "speed, rear": 0.1, log: 'say "hi"', on: true } },
      { time: "1700000000000.000002", values: { "speed, rear": 67.78, big: "4611686018427387905" } },
      { time: "1700000000000.000002", values: { "speed, rear": 3 } },
      {
        time: "1700000000000.000003",
        values: { where: { latitude: 50.5, longitude: 8.25, altitude: 199 }, raw: "AQL/" },
      },
    ]);
    expect(long.map((line) => JSON.parse(line).value)).toEqual([
      true,
      { latitude: 50.5, longitude: 8.25, altitude: 199 },
      "AQL/",
    ]);
  });
});

describe("what could not be read", () => {
  const sample = (channel: string, time: string) =>
    hex(`${channel} 00 | 0A 00 | 08 | ${time} 00 2A 36 FE 9C 97 17 | 07`);
  /** A channel of a removed type, and a last block that is cut off. */
  const damaged = osf4(
    ['datatype="uint8"', 'datatype="pair"'],
    joinedBytes(sample("00", "05"), sample("01", "06"), sample("00", "07"), sample("00", "08").subarray(0, 9)),
  );
  const lost = ["unsupported-type", "truncated"];

  test.each(["wide", "long"] as const)("a %s export reports it, in however many passes", async (layout) => {
    for (const maxBytes of [1, 1 << 20]) {
      const text = exportText(await openOsf(damaged), { layout, maxBytes });
      expect((await Array.fromAsync(text)).join("").split("\n")).toHaveLength(4);
      expect([text.report.samples, text.report.truncated, codesOf(text.report)]).toEqual([2, true, lost]);
    }
  });

  test("converting and merging report it", async () => {
    const [source, other] = [await openOsf(damaged), await openOsf(osf4(['datatype="uint8"'], sample("00", "05")))];
    expect(codesOf(await convertOsf(source, memory().open))).toEqual(lost);

    const { samples, files } = await mergeOsf([source, other], memory().open);

    expect([samples, files.map(codesOf), files.map((file) => file.samples)]).toEqual([2, [lost, []], [2, 1]]);
  });

  test("an export that is not over has no report", async () => {
    const text = exportText(await openOsf(damaged));

    expect(() => text.report).toThrow("not over");
  });
});

test("times before 1970 are written right", () => {
  expect([timeText(-1n, "iso"), timeText(-1n, "s"), timeText(-1_500_000n, "ms"), timeText(0n, "ns")]).toEqual([
    "1969-12-31T23:59:59.999999999Z",
    "-0.000000001",
    "-1.500000",
    "0",
  ]);
});

/** A writer into memory, and what it wrote. */
function memory() {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const sink = { write: (part: Uint8Array<ArrayBuffer>) => void parts.push(part), close: () => undefined };
  return { open: (options: WriteOptions) => new OsfWriter(sink, options), blob: () => new Blob(parts) };
}

describe("converting", () => {
  test.each([4, 5] as const)("to OSF%d keeps every sample, name, unit, unknown key and info", async (version) => {
    for (const name of ["example.osf", "osf4_ruvvi.osf"]) {
      const target = memory();
      const source = await openOsf(fixture(name));
      await convertOsf(source, target.open, { name, write: { version, crc: version === 5 } });
      const result = await openOsf(target.blob());

      expect((await readSamples(target.blob())).samples).toEqual((await readSamples(fixture(name))).samples);
      expect(result.header).toMatchObject({
        version,
        metadata: { creator: source.header.metadata.creator, tag: source.header.metadata.tag },
      });
      expect(result.header.infos).toEqual([
        ...source.header.infos,
        { name: "source_file", value: name, datatype: "string", unit: "" },
      ]);
      expect(result.channels.map(({ name: n, unit, declaredType }) => [n, unit, declaredType])).toEqual(
        source.channels.map(({ name: n, unit, declaredType }) => [n, unit, declaredType]),
      );
      expect(result.channels.map(({ ancientUtc }) => ancientUtc)).toEqual(
        source.channels.map(({ ancientUtc }) => ancientUtc),
      );
    }
  });

  test("keys that cannot be names in XML are left out of OSF4", async () => {
    const source = encodeOsf(
      {
        attributes: new Map([["a key", "1"]]),
        channels: [
          {
            name: "a",
            datatype: "double",
            attributes: new Map([
              ["<>", "x"],
              ["ok", "y"],
            ]),
          },
        ],
      },
      () => undefined,
    );
    const target = memory();
    await convertOsf(await openOsf(source), target.open, { write: { version: 4 } });
    const [channel] = (await openOsf(target.blob())).channels;

    expect([channel?.attributes.get("ok"), channel?.attributes.has("<>")]).toEqual(["y", false]);
  });

  test("a source that fails half way lets go of the target", async () => {
    const bytesOf = fixture("example.osf");
    const failing = async function* (): AsyncIterable<Uint8Array> {
      yield bytesOf.subarray(0, 20_000);
      throw new Error("the disk is gone");
    };
    const ended: string[] = [];
    const sink = {
      write: () => undefined,
      close: () => void ended.push("closed"),
      abort: () => void ended.push("aborted"),
    };

    await expect(convertOsf(await openOsf(failing()), (options) => new OsfWriter(sink, options))).rejects.toThrow(
      "the disk is gone",
    );
    expect(ended).toEqual(["aborted"]);
  });

  test("equidistant data stays equidistant, and exact when cut", async () => {
    const values = Float64Array.from({ length: 20_000 }, (_, i) => i);
    for (const rate of [1000, 3]) {
      const source = encodeOsf({ channels: [{ name: "a", datatype: "double" }] }, (out) =>
        out.start("a", t0, rate, values),
      );
      const whole = memory();
      await convertOsf(await openOsf(source, { maxBatchSamples: 999 }), whole.open, { write: { version: 4 } });
      const cut = memory();
      await convertOsf(await openOsf(source), cut.open, { from: t0 + 1_000_000_001n, to: t0 + 4_000_000_000n });

      expect((await readSamples(whole.blob())).report.channels[0]).toMatchObject({ segments: 1, samples: 20_000 });
      expect((await readSamples(whole.blob())).samples).toEqual((await readSamples(source)).samples);
      const expected = await readSamples(source, {}, { from: t0 + 1_000_000_001n, to: t0 + 4_000_000_000n });
      expect((await readSamples(cut.blob())).samples).toEqual(expected.samples);
    }
  });
});

describe("merging", () => {
  const part = (fill: (out: OsfEncoder) => void, version: 4 | 5 = 5) =>
    openOsf(
      encodeOsf(
        {
          version,
          channels: [
            { name: "a", datatype: "int32" },
            { name: "s", datatype: "string" },
            { name: "e", datatype: "double" },
          ],
        },
        fill,
      ),
    );
  const first = () =>
    part((out) => {
      out.stamped("a", [t0 + 5n, t0 + 1n], [5, 1]);
      out.stamped("s", [t0], ["first"]);
    });
  const second = () =>
    part((out) => {
      out.stamped("a", [t0 + 1n, t0 + 3n], [100, 3]);
      out.start("e", t0, 1e9, [1, 2]);
    }, 4);

  async function merged(options: MergeOptions) {
    const target = memory();
    await mergeOsf([await first(), await second()], target.open, options);
    return readSamples(target.blob());
  }

  test("sorts by time; of equal times the first file wins, or the last, or all stay", async () => {
    const values = async (options: MergeOptions) =>
      (await merged(options)).samples["a"]?.map(([time, value]) => [time - t0, value]);

    expect(await values({})).toEqual([
      [1n, 1],
      [3n, 3],
      [5n, 5],
    ]);
    expect(await values({ duplicates: "last" })).toEqual([
      [1n, 100],
      [3n, 3],
      [5n, 5],
    ]);
    expect(await values({ duplicates: "all" })).toEqual([
      [1n, 1],
      [1n, 100],
      [3n, 3],
      [5n, 5],
    ]);
    expect(await values({ from: t0 + 2n, to: t0 + 5n })).toEqual([[3n, 3]]);
  });

  test("several samples that one file has at one time stay, whichever file wins", async () => {
    const noRate = hex("00 00 | 2D 00 | 86 | 00 00 2A 36 FE 9C 97 17 | 00 00 00 00 00 00 00 00 | 03 00 00 00");
    const start = (...values: number[]) =>
      osf4(['datatype="double"'], joinedBytes(noRate, new Uint8Array(Float64Array.from(values).buffer)));
    const valuesOf = async (duplicates: "first" | "last" | "all") => {
      const target = memory();
      const files = [await openOsf(start(1, 2, 3)), await openOsf(start(4, 5, 6))];
      await mergeOsf(files, target.open, { duplicates });
      return (await readSamples(target.blob())).samples["c0"]?.map(([, value]) => value);
    };

    expect(await valuesOf("first")).toEqual([1, 2, 3]);
    expect(await valuesOf("last")).toEqual([4, 5, 6]);
    expect(await valuesOf("all")).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test("takes channels from every file that has them and writes a time for every sample", async () => {
    const { samples, report } = await merged({ names: ["x.osf", "y.osf"] });

    expect(samples["s"]).toEqual([[t0, "first"]]);
    expect(samples["e"]).toEqual([
      [t0, 1],
      [t0 + 1n, 2],
    ]);
    expect([report.findings, report.channels.map(({ segments }) => segments)]).toEqual([[], [0, 0, 0]]);
  });
});
