import { describe, expect, test } from "vitest";
import { crc32c } from "../format/crc32c.ts";
import { codesOf, hex, joinedBytes, osf4, osf5, rawFile, readSamples } from "../testing/raw-file.ts";
import { encodeOsf } from "../write/osf-writer.ts";

const t0 = 1_700_000_000_000_000_000n;
const time = "00 00 2A 36 FE 9C 97 17";
const good = hex(`00 00 | 0A 00 | 08 | ${time} | 07`);
const goodSample = [t0, 7];

/** Between two good blocks of a uint8 channel; the second must be read whatever stands between. */
async function between(...blocks: readonly Uint8Array[]) {
  return readSamples(osf5(["uint8", "string", "gpsdata", "double"], good, ...blocks, good));
}

describe("what is tolerated is skipped, reported with its place, and reading goes on", () => {
  test.each([
    ["§4.2 a block of length zero", "00 00 00 00", "zero-length"],
    ["§4.1 an unknown control byte", "00 00 | 03 00 | 55 | 01 02", "unknown-block"],
    ["§4.1 a signature on an ordinary channel", "00 00 | 02 00 | 09 | 01", "unknown-block"],
    ["§4.1 the reserved type", "00 00 | 01 00 | 00", "reserved-block"],
    ["§6.1 a trusted timestamp", `00 00 | 09 00 | 01 | ${time}`, "legacy-event"],
    ["§6.1 a realigned time base", `00 00 | 11 00 | 02 | ${time} ${time}`, "legacy-event"],
    ["§6.1 a status event", `00 00 | 0D 00 | 03 | ${time} 01 00 00 00`, "status-event"],
    ["§6.7 continued data without a start", "00 00 | 02 00 | 05 | 01", "no-time-base"],
    ["§6.5 a message on a number channel", `00 00 | 0D 00 | 04 | ${time} 00 00 00 00`, "unsupported-block"],
    ["§6.5 a message with bit 7", `01 00 | 0D 00 00 00 | 84 | ${time} 00 00 00 00`, "unsupported-block"],
    ["§6.5 a message longer than its block", `01 00 | 0D 00 00 00 | 04 | ${time} 01 00 00 00`, "malformed"],
    ["§6.4 a string without time", "01 00 | 03 00 00 00 | 08 | 01 02", "malformed"],
    [
      "§6.4 several strings that cannot be split",
      `01 00 | 10 00 00 00 | 88 | 02 00 00 00 | ${time} 01 02 03`,
      "malformed",
    ],
    ["§6.6 a start block on a string channel", `01 00 | 11 00 00 00 | 06 | ${time} ${time}`, "unsupported-block"],
    ["§6.2 a sample without room for its value", `00 00 | 09 00 | 08 | ${time}`, "malformed"],
    ["§6.2 a count without room", "00 00 | 03 00 | 88 | 01 00", "malformed"],
    ["§6.6 a start block without rate in OSF5", `03 00 | 11 00 | 06 | ${time} ${time}`, "malformed"],
    ["§5 a removed datatype", `02 00 | 21 00 | 08 | ${time} ${time} ${time} ${time}`, "unsupported-type"],
  ])("%s", async (_name, block, code) => {
    const { samples, report } = await between(hex(block));

    expect(samples["c0"]).toEqual([goodSample, goodSample]);
    expect(codesOf(report)).toEqual([code]);
    expect(report.skipped.get(report.findings[0]?.code ?? "malformed")).toBe(1);
    expect(report.findings[0]?.position).toBe(report.bytes - good.length - hex(block).length);
    expect(report.findings[0]?.what).not.toBe("");
    expect(report.truncated).toBe(false);
  });

  test("§14 relative times without an anchor", async () => {
    const { report } = await readSamples(osf5(["uint8"], hex("00 00 | 06 00 | 07 | 01 00 00 00 05")));

    expect(codesOf(report)).toEqual(["no-anchor"]);
  });

  test("§6.9 a count of 4 294 967 295: the samples that fit are read, nothing more is allocated", async () => {
    const { samples, report } = await between(hex(`00 00 | 17 00 | 88 | FF FF FF FF | ${time} 01 ${time} 02`));

    expect(samples["c0"]).toEqual([goodSample, [t0, 1], [t0, 2], goodSample]);
    expect(codesOf(report)).toEqual(["count-too-large"]);
  });

  test("§6.9 bytes behind the samples are ignored; N may be 0 or 1 with bit 7", async () => {
    const surplus = hex(`00 00 | 0C 00 | 08 | ${time} 01 AA BB`);
    const none = hex("00 00 | 05 00 | 88 | 00 00 00 00");
    const one = hex(`00 00 | 0E 00 | 88 | 01 00 00 00 | ${time} 02`);
    const { samples, report } = await between(surplus, none, one);

    expect(samples["c0"]).toEqual([goodSample, [t0, 1], [t0, 2], goodSample]);
    expect(codesOf(report)).toEqual(["surplus-bytes"]);
  });

  test("§6.9 equidistant and stamped blocks on one channel stay in the order of the file", async () => {
    const start = hex(`00 00 | 12 00 | 06 | ${time} 00 00 00 00 00 00 59 40 | 01`);
    const more = hex("00 00 | 02 00 | 05 | 02");
    const { samples, report } = await between(start, more);

    expect(samples["c0"]).toEqual([goodSample, [t0, 1], [t0 + 10_000_000n, 2], goodSample]);
    expect(codesOf(report)).toEqual(["mixed-times"]);
  });

  test("§6.4 N > 1 strings: with length prefixes, or in equal parts", async () => {
    const prefixed = hex(
      `01 00 | 20 00 00 00 | 88 | 02 00 00 00 | ${time} 02 00 00 00 "a" 00 | ${time} 01 00 00 00 "b"`,
    );
    const equal = hex(`01 00 | 19 00 00 00 | 88 | 02 00 00 00 | ${time} "ab" | ${time} "cd"`);
    const { samples, report } = await between(prefixed, equal);

    expect(samples["c1"]?.map(([, value]) => value)).toEqual(["a", "b", "ab", "cd"]);
    expect(report.findings).toMatchObject([{ code: "several-values", count: 2 }]);
  });

  test("§6.4 OSF4 text without terminator keeps its last byte and is reported; empty text in every form", async () => {
    const channel = 'datatype="string" sizeoflengthvalue="4"';
    const forms = [
      `0A 00 00 00 | 08 | ${time} 41`,
      `0A 00 00 00 | 08 | ${time} 00`,
      `09 00 00 00 | 08 | ${time}`,
      `0D 00 00 00 | 04 | ${time} 00 00 00 00`,
    ];
    const { samples, report } = await readSamples(osf4([channel], ...forms.map((form) => hex(`00 00 | ${form}`))));

    expect(samples["c0"]?.map(([, value]) => value)).toEqual(["A", "", "", ""]);
    expect(codesOf(report)).toEqual(["missing-terminator"]);
  });

  test("§6.4 a zero byte at the end of an OSF5 value is data, unless the old writer's option is set", async () => {
    const file = osf5(
      ["binary", "string"],
      hex(`00 00 | 0B 00 00 00 | 08 | ${time} 05 00`),
      hex(`01 00 | 0B 00 00 00 | 08 | ${time} 41 00`),
    );

    expect((await readSamples(file)).samples).toEqual({ c0: [[t0, Uint8Array.of(5, 0)]], c1: [[t0, "A\0"]] });
    expect((await readSamples(file, { dropOsf5Terminator: true })).samples).toEqual({
      c0: [[t0, Uint8Array.of(5)]],
      c1: [[t0, "A"]],
    });
  });

  test("§6.4 text that is not UTF-8 is read as Windows-1252 and reported", async () => {
    const { samples, report } = await readSamples(osf5(["string"], hex(`00 00 | 0B 00 00 00 | 08 | ${time} B0 43`)));

    expect(samples["c0"]).toEqual([[t0, "°C"]]);
    expect(codesOf(report)).toEqual(["invalid-text"]);
  });

  test("§6.6 an old OSF4 start block without rate uses timeincrement; strict reading refuses it", async () => {
    const blocks = [
      hex(`00 00 | 0B 00 | 06 | ${time} 01 00`),
      hex(`00 00 | 11 00 | 86 | ${time} 02 00 00 00 | 02 00 03 00`),
    ];
    const file = osf4(['datatype="int16" timeincrement="1000"'], ...blocks);
    const { samples, report } = await readSamples(file);

    expect(samples["c0"]).toEqual([
      [t0, 1],
      [t0, 2],
      [t0 + 1000n, 3],
    ]);
    expect(report.findings).toMatchObject([{ code: "old-start-block", count: 2 }]);
    await expect(readSamples(file, { strict: true })).rejects.toThrow(/without sample rate.*at byte/);
  });

  test("§3.4 a metablock with single Windows-1252 bytes opens", async () => {
    const xml = joinedBytes(
      hex("\"<a><channels><channel index='0' name='c0' datatype='int8' physicalunit='\""),
      hex("B0"),
      hex('"C\'/></channels></a>"'),
    );
    const { report } = await readSamples(rawFile("OSF4", xml));

    expect(report.findings).toMatchObject([{ code: "metablock-text", position: "OSF4 90\n".length }]);
  });

  test("§5 strict reading refuses removed types and names the replacement", async () => {
    await expect(readSamples(osf5(["gpsdata"]), { strict: true })).rejects.toThrow(/gpsdata.*gpslocation/);
  });
});

describe("oddities of first line and metablock are findings with their place", () => {
  const channel = { index: 0, name: "c0", datatype: "uint8" };
  const json = (more: object): string => JSON.stringify({ osf: { channels: [channel], ...more } });

  test("§2 one carriage return in front of the line feed is stripped", async () => {
    const { samples, report } = await readSamples(
      joinedBytes(new TextEncoder().encode(`OSF5 ${json({}).length}\r\n${json({})}`), good),
    );

    expect(samples["c0"]).toEqual([goodSample]);
    expect(report.findings).toMatchObject([{ code: "line-end", position: 7 }]);
  });

  test("§2 the first byte decides between XML and JSON, whatever the version", async () => {
    const xml = '<osf><channels><channel index="0" name="c0" datatype="uint8"/></channels></osf>';
    for (const file of [rawFile("OSF5", xml, good), rawFile("OSF4", json({}), good)]) {
      const { samples, report } = await readSamples(file);
      expect(samples["c0"]).toEqual([goodSample]);
      expect(report.findings).toMatchObject([{ code: "metablock-encoding", position: file.indexOf(0x0a) + 1 }]);
    }
  });

  test("§3.2 a name that two channels have is legal but suspicious", async () => {
    const { report } = await readSamples(
      rawFile("OSF5", json({ channels: [channel, { ...channel, index: 1 }] }), good),
    );

    expect(report.samples).toBe(1);
    expect(report.findings).toMatchObject([{ code: "duplicate-name", channel: 1 }]);
  });

  test("§3.3 additional information without name or value is left out", async () => {
    const infos = [{ name: "a" }, { value: 1 }, "text", { name: "b", value: "c" }];
    const { report } = await readSamples(rawFile("OSF5", json({ infos }), good));

    expect(report.findings).toMatchObject([{ code: "info-incomplete", what: expect.stringContaining("3 entries") }]);
  });

  test("§6.6 a rate that is not above zero gives every sample the start time", async () => {
    const start = hex(`00 00 | 17 00 | 86 | ${time} 00 00 00 00 00 00 00 00 | 02 00 00 00 | 01 02`);
    const { samples, report } = await readSamples(osf5(["uint8"], start));

    expect(samples["c0"]).toEqual([
      [t0, 1],
      [t0, 2],
    ]);
    expect(codesOf(report)).toEqual(["no-rate"]);
  });

  test("more kinds of findings than are kept are counted, not forgotten", async () => {
    const channels = Array.from({ length: 1500 }, (_, index) => ({ index, name: `c${index}`, datatype: "int8" }));
    const zeros = channels.map(({ index }) => Uint8Array.of(index & 0xff, index >> 8, 0, 0));
    const { report } = await readSamples(rawFile("OSF5", JSON.stringify({ osf: { channels } }), ...zeros));

    expect(report.findings).toHaveLength(1001);
    expect(report.findings.at(-1)).toMatchObject({ code: "more-findings", count: 500 });
    expect(report.skipped.get("zero-length")).toBe(1500);
  });

  test("§9 an info block without readable text is ignored", async () => {
    const { samples, report } = await readSamples(
      osf4(['datatype="uint8"'], good, hex('FF FF | 03 00 00 00 | 00 "hi"')),
    );

    expect(samples["c0"]).toEqual([goodSample]);
    expect(codesOf(report)).toEqual(["info-unreadable"]);
  });
});

describe("the end of a file (§4.3, §9)", () => {
  test("one stray byte is a clean end with a note", async () => {
    const { report } = await readSamples(osf5(["uint8"], good, hex("00")));

    expect([report.truncated, codesOf(report)]).toEqual([false, ["stray-byte"]]);
  });

  test("an index that is not declared stops reading and names the place", async () => {
    const file = osf5(["uint8"], good, hex("09 00 03 00 08 01 02"), good);
    const { samples, report } = await readSamples(file);

    expect(samples["c0"]).toEqual([goodSample]);
    expect(report.findings).toMatchObject([
      { code: "unknown-channel", channel: 9, position: file.length - good.length - 7 },
    ]);
  });

  test("a cut last block is dropped; salvage reads its complete samples", async () => {
    const run = hex(`00 00 | 20 00 | 88 | 03 00 00 00 | ${time} 01 ${time} 02 ${time} 03`);
    const file = osf5(["uint8"], good, run.subarray(0, run.length - 5));

    const plain = await readSamples(file);
    const salvaged = await readSamples(file, { salvage: true });

    expect([plain.samples["c0"], codesOf(plain.report)]).toEqual([[goodSample], ["truncated"]]);
    expect(salvaged.samples["c0"]).toEqual([goodSample, [t0, 1], [t0, 2]]);
    expect(salvaged.report).toMatchObject({ truncated: true, truncatedAt: file.length - run.length + 5 });
  });

  test("info block and trailer are read, with a wrong position and surplus bytes reported", async () => {
    const text = '<trailer reason="shutDown"><channels><channel index="0" samples="1"/></channels></trailer>';
    const info = joinedBytes(hex("FF FF"), Uint8Array.of(text.length + 1, 0, 0, 0, 0), new TextEncoder().encode(text));
    const body = osf5(["uint8"], good);
    const end = (position: number): Uint8Array =>
      new TextEncoder().encode(`OSF_STREAM_END ${position}`.padEnd(40, "="));

    const right = await readSamples(joinedBytes(body, info, end(body.length)));
    const without = await readSamples(joinedBytes(body, info));
    const wrong = await readSamples(joinedBytes(body, info, end(3), new Uint8Array(100)));

    expect(right.report).toMatchObject({
      samples: 1,
      findings: [{ code: "info-block-osf5", position: body.length }],
      trailer: { reason: "shutDown", declaredPosition: body.length },
    });
    expect(without.report).toMatchObject({ trailer: { declaredPosition: undefined } });
    expect(codesOf(wrong.report)).toEqual(["info-block-osf5", "bytes-behind-end", "trailer-position"]);
  });
});

describe("checksums (§10)", () => {
  const file = encodeOsf(
    {
      crc: true,
      createdUtc: "2024-01-01T00:00:00Z",
      channels: [
        { name: "a", datatype: "double" },
        { name: "s", datatype: "string" },
      ],
    },
    (out) => {
      out.start("a", t0, 100, [1, 2, 3]);
      out.stamped("s", [t0, t0 + 1n], ["one", "two"]);
    },
  );

  test("a flipped byte anywhere behind the metablock loses its block and is reported, never a wrong value", async () => {
    const whole = await readSamples(file);
    const known = new Set(Object.values(whole.samples).flat().map(String));
    const dataStart = file.length - whole.report.bytes + (whole.report.dataEnd - blocksBytes);
    for (let at = dataStart; at < file.length; at++) {
      const damaged = file.slice();
      damaged[at] = (damaged[at] ?? 0) ^ 0x10;
      const { samples, report } = await readSamples(damaged);
      expect(report.findings.length).toBeGreaterThan(0);
      expect(
        Object.values(samples)
          .flat()
          .map(String)
          .filter((sample) => !known.has(sample)),
      ).toEqual([]);
    }
  });
  const blocksBytes = 2 + 2 + 1 + 8 + 8 + 4 + 24 + 4 + 2 * (2 + 4 + 1 + 8 + 3 + 4);

  test("a flipped byte anywhere in first line or metablock refuses the file", async () => {
    for (let at = 0; at < file.length - blocksBytes; at++) {
      const damaged = file.slice();
      damaged[at] = (damaged[at] ?? 0) ^ 0x01;
      await expect(readSamples(damaged), `byte ${at}`).rejects.toMatchObject({
        name: "OsfError",
        code: expect.any(String),
      });
    }
  });

  test("repairing reading finds the blocks behind a damaged length", async () => {
    const damaged = file.slice();
    const firstLength = file.length - blocksBytes + 2;
    damaged[firstLength] = 0xf0;
    const plain = await readSamples(damaged);
    const repaired = await readSamples(damaged, { resync: true });

    expect(plain.samples["s"]).toEqual([]);
    expect(repaired.samples["s"]?.map(([, value]) => value)).toEqual(["one", "two"]);
    expect(codesOf(repaired.report)).toContain("resynchronised");
  });

  test("signature blocks are counted and left unread", async () => {
    const metablock = '{"osf":{"channels":[{"index":0,"name":"c0","datatype":"uint8"}]}}';
    const sealed = (bytes: Uint8Array): Uint8Array => {
      const out = joinedBytes(bytes, new Uint8Array(4));
      new DataView(out.buffer).setUint32(bytes.length, crc32c(bytes), true);
      return out;
    };
    const line = `OSF5 ${metablock.length} crc32c:${crc32c(new TextEncoder().encode(metablock)).toString(16).toUpperCase().padStart(8, "0")} ed25519:0011223344556677\n`;
    const block = sealed(hex(`00 00 | 0E 00 | 08 | ${time} 07`));
    const signature = sealed(hex("FE FF | 06 00 00 00 | 09 | 00"));
    const { samples, report } = await readSamples(
      joinedBytes(new TextEncoder().encode(line + metablock), block, signature, block),
    );

    expect(samples["c0"]).toEqual([goodSample, goodSample]);
    expect([report.blocks, report.skipped.get("signature")]).toEqual([2, 1]);
  });
});
