// In which block type texts and bytes go on living: message events (type 4) or stamped values (type 8).
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sizeOf } from "../../../test/switches.ts";
import type { StringBlocks } from "../format/string-blocks.ts";
import { openOsf } from "../read/osf-file.ts";
import { controlsOf, fixture, joinedBytes, osf4, readSamples } from "../testing/raw-file.ts";
import type { WriteOptions } from "../write/channel-spec.ts";
import { encodeOsf, OsfWriter } from "../write/osf-writer.ts";
import { convertOsf } from "./convert.ts";
import { mergeOsf } from "./merge.ts";

const numRuns = sizeOf("HELIO_TEST_OSF_FILES");
type Write = Partial<WriteOptions>;
const [message, stamped] = [0x04, 0x08];
const t0 = 1_700_000_000_000_000_000n;

/** A target in memory. */
function memory() {
  const parts: Uint8Array[] = [];
  const sink = { write: (bytes: Uint8Array) => void parts.push(bytes), close: () => undefined };
  return { open: (options: WriteOptions) => new OsfWriter(sink, options), bytes: () => joinedBytes(...parts) };
}

async function converted(source: Uint8Array<ArrayBuffer>, write: Write = {}): Promise<Uint8Array<ArrayBuffer>> {
  const target = memory();
  await convertOsf(await openOsf(source), target.open, { write });
  return target.bytes();
}

async function merged(sources: readonly Uint8Array<ArrayBuffer>[], write: Write = {}) {
  const target = memory();
  const files = await Promise.all(sources.map((source) => openOsf(source)));
  await mergeOsf(files, target.open, { write, duplicates: "all" });
  return target.bytes();
}

/** One text and one run of bytes per second, from `second` on; `strings` undefined: as the writer thinks best. */
const file = (version: 4 | 5, strings: StringBlocks | undefined, second = 0): Uint8Array<ArrayBuffer> =>
  encodeOsf(
    {
      version,
      ...(strings === undefined ? {} : { strings }),
      channels: [
        { name: "n", datatype: "int32" },
        { name: "s", datatype: "string" },
        { name: "b", datatype: "binary" },
      ],
    },
    (out) => {
      const times = [2n, 0n, 1n].map((i) => t0 + (BigInt(second) + i) * 1_000_000_000n);
      out.stamped("n", times, [second, 2, 3]);
      out.stamped("s", times, [`Grüße ✓ ${second}`, "", "ends with zero\0"]);
      out.stamped("b", times, [Uint8Array.of(0), new Uint8Array(0), Uint8Array.of(255, 0, 0)]);
    },
  );

/** Block types of the string and the binary channel, each once. */
async function typesOf(bytes: Uint8Array): Promise<number[][]> {
  const { s = [], b = [] } = await controlsOf(bytes);
  return [[...new Set(s)], [...new Set(b)]];
}

const samplesOf = async (bytes: Uint8Array<ArrayBuffer>) => (await readSamples(bytes)).samples;

describe("a file written again as the same version", () => {
  test.each(["example.osf", "osf4_ruvvi.osf"])("§6.5 texts of %s stay message events, value by value", async (name) => {
    const source = fixture(name);
    const strings = (await openOsf(source)).channels.filter(({ datatype }) => datatype === "string");
    const before = await controlsOf(source);

    for (const result of [await converted(source), await merged([source])]) {
      const after = await controlsOf(result);
      for (const { name: channel } of strings) expect(after[channel]).toEqual(before[channel]);
      expect(await samplesOf(result)).toEqual(await samplesOf(source));
    }
    expect(strings.flatMap(({ name: channel }) => before[channel] ?? [])).toContain(message);
  });

  test.each([
    [4, "messages", message],
    [4, "stamped", stamped],
    [5, "messages", message],
    [5, "stamped", stamped],
  ] as const)(
    "OSF%d with %s keeps them, texts and bytes, through convert and merge",
    async (version, strings, type) => {
      const [early, late] = [file(version, strings), file(version, strings, 2)];

      expect(await typesOf(early)).toEqual([[type], [type]]);
      expect(await typesOf(await converted(early))).toEqual([[type], [type]]);
      expect(await typesOf(await merged([late, early]))).toEqual([[type], [type]]);
      expect(await samplesOf(await converted(early))).toEqual(await samplesOf(early));
    },
  );

  const block = (control: number, time: number, ...value: number[]) =>
    Uint8Array.from([0, 0, 1 + 8 + value.length, 0, control, time, 0, 0, 0, 0, 0, 0, 0, ...value]);
  const [a, b, empty] = [
    block(message, 1, 1, 0, 0, 0, 0x61),
    block(stamped, 2, 0x62, 0),
    block(message, 3, 0, 0, 0, 0),
  ];
  test.each([
    ["a message", [a, b, empty], {}, ["a", "b", ""], message],
    ["a stamped value", [b, empty, a], {}, ["b", "", "a"], stamped],
    ["a message that is not selected", [a, b, empty], { from: 2n }, ["b", ""], stamped],
    ["a stamped value that is not selected", [b, empty, a], { from: 3n }, [""], message],
  ] as const)(
    "§6.5 a channel that changes its block type after %s goes on as its first selected sample",
    async (...row) => {
      const [, blocks, selection, texts, type] = row;
      for (const maxBatchSamples of [1, 100]) {
        const target = memory();
        await convertOsf(
          await openOsf(osf4(['datatype="string"'], ...blocks), { maxBatchSamples }),
          target.open,
          selection,
        );

        expect((await controlsOf(target.bytes()))["c0"]).toEqual(texts.map(() => type));
        expect((await samplesOf(target.bytes()))["c0"]?.map(([, value]) => value)).toEqual(texts);
      }
    },
  );

  test("several files that differ: the first that has the channel decides", async () => {
    expect(await typesOf(await merged([file(4, "stamped"), file(4, "messages", 5)]))).toEqual([[stamped], [stamped]]);
    expect(await typesOf(await merged([file(4, "messages", 5), file(4, "stamped")]))).toEqual([[message], [message]]);
  });
});

describe("a file written as the other version, or from nothing", () => {
  test("is as the format tells writers and most programs read it: stamped, in OSF4 and OSF5", async () => {
    for (const source of [file(5, "stamped"), file(5, "messages"), file(5, undefined)]) {
      const result = await converted(source, { version: 4 });
      expect(await typesOf(result)).toEqual([[stamped], [stamped]]);
      expect(await samplesOf(result)).toEqual(await samplesOf(source));
    }
    for (const strings of ["stamped", "messages"] as const)
      expect(await typesOf(await converted(file(4, strings), { version: 5 }))).toEqual([[stamped], [stamped]]);
    expect(await typesOf(file(4, undefined))).toEqual([[stamped], [stamped]]);
    expect(await typesOf(file(5, undefined))).toEqual([[stamped], [stamped]]);
  });

  test("merging: only files of the version that is written say how", async () => {
    const mixed = [file(5, "stamped"), file(4, "messages", 5)];

    expect(await typesOf(await merged(mixed, { version: 4 }))).toEqual([[message], [message]]);
    expect(await typesOf(await merged([file(5, "stamped")], { version: 4 }))).toEqual([[stamped], [stamped]]);
    expect(await typesOf(await merged(mixed, { version: 5 }))).toEqual([[stamped], [stamped]]);
  });
});

test("the choice of the caller comes first, and no byte of a value is lost on any way", async () => {
  const any = fc.constantFrom<StringBlocks>("messages", "stamped");
  const version = fc.constantFrom(4 as const, 5 as const);
  const texts = fc.array(fc.string({ unit: "grapheme" }), { maxLength: 6 });
  const bytes = fc.array(fc.uint8Array({ maxLength: 20 }), { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(texts, bytes, version, version, any, any, async (s, b, from, to, source, strings) => {
      const channels = [
        { name: "s", datatype: "string" },
        { name: "b", datatype: "binary" },
      ] as const;
      const original = encodeOsf({ version: from, strings: source, channels }, (out) => {
        const times = (all: readonly unknown[]) => all.map((_, i) => BigInt(i));
        out.stamped("s", times(s), s);
        out.stamped("b", times(b), b);
      });
      for (const result of [
        await converted(original, { version: to, strings }),
        await merged([original], { version: to, strings }),
      ]) {
        const all = Object.values(await controlsOf(result)).flat();
        expect(all).toEqual(all.map(() => (strings === "messages" ? message : stamped)));
        expect(await samplesOf(result)).toEqual(await samplesOf(original));
      }
      expect((await samplesOf(original))["b"]?.map(([, value]) => value)).toEqual(b);
    }),
    { numRuns },
  );
});
