// Bad input: cuts and flips.
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { limitsOfRun, sizeOf } from "../../../test/switches.ts";
import { inflateWithZlib } from "../node/inflate.ts";
import { codesOf, fixture, type ReadSamples, readSamples } from "../testing/raw-file.ts";
import { encodeOsf } from "../write/osf-writer.ts";
import { openOsf } from "./osf-file.ts";
import type { ReadOptions } from "./read-options.ts";
import type { ReadReport } from "./report.ts";

const start = sizeOf("HELIO_TEST_OSF_START");
const step = sizeOf("HELIO_TEST_OSF_STEP");
/** Each cut of a compressed file is read from its beginning, and takes longer. */
const packedStep = step === 1 ? 1 : step * 17;
const flips = sizeOf("HELIO_TEST_OSF_FLIPS");
/** The long way takes many minutes, and an hour on a busy machine. */
const patience = Math.max(700_000, limitsOfRun().testTimeout);
const t0 = 1_700_000_000_000_000_000n;

/** Small, but with every kind of block a writer makes. */
const small = encodeOsf(
  {
    version: 4,
    trailer: true,
    anyEquidistantType: true,
    createdUtc: "2024-01-01T00:00:00Z",
    channels: [
      { name: "a", datatype: "double" },
      { name: "i", datatype: "int16" },
      { name: "s", datatype: "string" },
      { name: "g", datatype: "gpslocation" },
    ],
  },
  (out) => {
    out.start("a", t0, 100, [1, 2, 3]);
    out.stamped("i", [t0, t0 + 1n], [7, -7]);
    out.stamped("s", [t0, t0 + 1n], ["hello", ""]);
    out.stamped("g", [t0], [48, 11, 500]);
    out.continue("a", [4]);
    out.start("i", t0, 50, [1, 2, 3, 4]);
  },
);

/** Reads to the end without looking at single samples; refusals count as an answer. */
async function outcome(bytes: Uint8Array, options: ReadOptions = {}): Promise<ReadReport | "refused"> {
  try {
    return await (await openOsf(bytes, options)).scan();
  } catch (error) {
    expect(error).toMatchObject({ name: "OsfError", message: expect.stringMatching(/at byte \d+/) });
    return "refused";
  }
}

/** A cheap generator with a fixed seed: failures can be repeated. */
function* randoms(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    yield state;
  }
}

const isPrefix = (part: ReadSamples, whole: ReadSamples): boolean =>
  Object.entries(part.samples).every(([name, samples]) =>
    samples.every((sample, i) => String(sample) === String(whole.samples[name]?.[i])),
  );

describe("a file cut anywhere", () => {
  test("yields all complete blocks, sample by sample, of a small file with every kind of block", async () => {
    const whole = await readSamples(small);
    const dataStart = (await openOsf(small)).header.dataStart;
    for (let cut = 0; cut < dataStart; cut++)
      expect(await outcome(small.subarray(0, cut)), `cut at ${cut}`).toBe("refused");
    for (let cut = dataStart; cut < small.length; cut++) {
      const part = await readSamples(small.subarray(0, cut));
      expect(isPrefix(part, whole), `cut at ${cut}`).toBe(true);
      expect(part.report.truncated, `cut at ${cut}`).toBe(
        part.report.dataEnd < cut && part.report.trailer === undefined && cut - part.report.dataEnd > 1,
      );
    }
  });

  test.each(["example.osf", "osf4_ruvvi.osf"])(
    "%s cut at many bytes: exactly the complete blocks, and one finding where one is cut",
    async (name) => {
      const bytes = fixture(name);
      const ends = await blockEnds(bytes);
      for (let cut = start; cut <= bytes.length; cut += step) {
        const report = await outcome(bytes.subarray(0, cut));
        const complete = ends.filter((end) => end <= cut);
        const seen = report === "refused" ? report : [report.blocks, report.dataEnd, codesOf(report)];
        const rest = cut - (complete.at(-1) ?? 0);
        const codes = rest === 0 ? [] : [rest === 1 ? "stray-byte" : "truncated"];
        const expected = complete.length === 0 ? "refused" : [complete.length - 1, cut - rest, codes];
        if (String(seen) !== String(expected)) expect(seen, `cut at ${cut}`).toEqual(expected);
      }
      expect(ends).toHaveLength(name === "example.osf" ? 2265 : 833);
    },
    patience,
  );

  test(
    "compressed: what inflates is read, whichever inflate is used",
    async () => {
      const packed = gzipSync(fixture("osf4_ruvvi.osf"));
      for (const options of [{}, { inflate: inflateWithZlib }]) {
        let samples = 0;
        for (let cut = packed.length - 1; cut > 0; cut -= packedStep) {
          const report = await outcome(packed.subarray(0, cut), options);
          if (report === "refused") continue;
          expect(report.truncated).toBe(true);
          samples = Math.max(samples, report.samples);
        }
        expect(samples).toBeGreaterThan(820);
      }
    },
    patience,
  );
});

/** Where the blocks begin and where each of them ends, found without the reader's own scanner. */
async function blockEnds(bytes: Uint8Array): Promise<number[]> {
  const { header } = await openOsf(bytes);
  const view = new DataView(bytes.buffer);
  const sizes = new Map(header.channels.map(({ index, lengthSize }) => [index, lengthSize]));
  const ends = [header.dataStart];
  for (let at = header.dataStart; at < bytes.length; ends.push(at)) {
    const size = sizes.get(view.getUint16(at, true)) ?? 0;
    at += 2 + size + (size === 2 ? view.getUint16(at + 2, true) : view.getUint32(at + 2, true));
  }
  return ends;
}

describe("flipped bytes", () => {
  test.each(["example.osf", "osf4_ruvvi.osf", "osf3.osf"])(
    "%s with one bit flipped at many places is read or refused, with or without repair",
    async (name) => {
      const bytes = fixture(name);
      for (let at = start; at < bytes.length; at += step) {
        const flipped = bytes.slice();
        flipped[at] = (bytes[at] ?? 0) ^ (1 << (at % 8));
        const report = await outcome(flipped);
        const repaired = await outcome(flipped, { resync: true, salvage: true });
        const isRefused = [report, repaired].map((result) => result === "refused");
        if (isRefused[0] !== isRefused[1]) expect(isRefused, `byte ${at}`).toEqual([false, false]);
        if (report !== "refused" && report.samples > bytes.length) expect(report.samples, `byte ${at}`).toBe(0);
      }
    },
    patience,
  );

  test.each(["example.osf", "osf4_ruvvi.osf", "osf3.osf"])(
    "%s with random damage is read or refused, never more",
    async (name) => {
      const bytes = fixture(name);
      const random = randoms(name.length);
      for (let round = 0; round < flips; round++) {
        const damaged = bytes.slice();
        for (let flip = 0; flip <= round % 3; flip++)
          damaged[random.next().value % damaged.length] = random.next().value & 0xff;
        const options = { salvage: round % 2 === 0, resync: round % 5 === 0 };
        const report = await outcome(damaged, options);
        if (report !== "refused") expect(report.samples).toBeLessThanOrEqual(bytes.length);
      }
    },
    patience,
  );

  test("in compressed files are noticed: refused, or reported", async () => {
    const packed = gzipSync(fixture("osf4_ruvvi.osf"));
    const whole = await readSamples(fixture("osf4_ruvvi.osf"));
    const random = randoms(5);
    for (let round = 0; round < Math.min(flips, 200); round++) {
      const damaged = Uint8Array.from(packed);
      const at = 10 + (random.next().value % (damaged.length - 14)); // behind the head, before the length field
      damaged[at] = (damaged[at] ?? 0) ^ (1 << (round % 8));
      const report = await outcome(damaged, { inflate: inflateWithZlib });
      if (report !== "refused")
        expect(report.findings.length + Number(report.samples === whole.report.samples), `byte ${at}`).toBeGreaterThan(
          0,
        );
      if (report !== "refused" && report.samples === whole.report.samples)
        expect(report.findings.map(({ code }) => code)).toEqual(["compressed-damaged"]);
    }
  });
});

describe("lengths that lie", () => {
  test("a block of 4 GB in a small file allocates nothing for it", async () => {
    const file = encodeOsf({ channels: [{ name: "s", datatype: "string" }] }, (out) => out.stamped("s", [t0], ["x"]));
    const lying = Uint8Array.from([...file, 0, 0, 0xff, 0xff, 0xff, 0xff, 8]);
    const before = process.memoryUsage().arrayBuffers;
    const report = await outcome(lying);

    expect(report).toMatchObject({ samples: 1, truncated: true });
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16 << 20);
  });

  test("a repairing read over lies without end takes no longer than its bytes", async () => {
    const file = encodeOsf({ channels: [{ name: "s", datatype: "string" }] }, (out) => out.stamped("s", [t0], ["x"]));
    const honest = file.subarray(file.length - 16);
    const lies = Array.from({ length: 60_000 }, () => [0, 0, 0, 0, 0, 5, 8, ...honest]).flat();
    const report = await outcome(Uint8Array.from([...file, ...lies]), { resync: true });

    expect(report).toMatchObject({ samples: 60_001 });
  });

  test("neither does one that has to check sums: each lie reaches to the end of the file", async () => {
    const channels = [{ name: "s", datatype: "string" }] as const;
    const file = encodeOsf({ version: 5, crc: true, channels }, (out) => out.stamped("s", [t0], ["x"]));
    const block = file.subarray(file.length - 20);
    const count = 100_000;
    const lies = Array.from({ length: count }, (_, i) => {
      const head = new DataView(new ArrayBuffer(15));
      head.setUint32(2, (count - i) * 15 - 6, true);
      head.setUint8(6, 8);
      head.setBigInt64(7, t0, true);
      return new Uint8Array(head.buffer);
    });
    const bytes = Uint8Array.from(Buffer.concat([file, ...lies, block]));

    expect(await outcome(bytes, { resync: true, salvage: true })).toMatchObject({ samples: 2 });
  });

  test("a metablock of 900 GB is refused at once", async () => {
    await expect(openOsf(new TextEncoder().encode("OSF5 900000000000\n{"))).rejects.toMatchObject({
      code: "metablock-too-large",
    });
  });

  test("a block above the limit is skipped and reported, the next one is read", async () => {
    const file = encodeOsf({ channels: [{ name: "s", datatype: "string" }] }, (out) =>
      out.stamped("s", [t0, t0], ["x".repeat(5_000_000), "y"]),
    );
    const { samples, report } = await readSamples(file, { maxBlockBytes: 1000 });

    expect(samples["s"]).toEqual([[t0, "y"]]);
    expect(report).toMatchObject({ blocks: 2, findings: [{ code: "block-too-large", channel: 0 }] });
  });

  test.each([{}, { inflate: inflateWithZlib }])("a decompression bomb stops at the limit", async (options) => {
    const bomb = gzipSync(Buffer.concat([small, Buffer.alloc(50_000_000)]));

    expect(bomb.length).toBeLessThan(100_000);
    await expect(readSamples(Uint8Array.from(bomb), { ...options, maxInflatedBytes: 1_000_000 })).rejects.toMatchObject(
      { code: "inflated-too-large" },
    );
  });
});
