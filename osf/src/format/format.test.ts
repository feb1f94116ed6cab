import { describe, expect, test } from "vitest";
import { crc32c } from "./crc32c.ts";
import { parseJson } from "./json.ts";
import { parseMagicLine } from "./magic-line.ts";
import { parseMetablock } from "./metablock.ts";
import { segmentTime, segmentTimes } from "./segment.ts";
import { decodeLenientText } from "./text.ts";
import { parseMagicTrailer, parseTrailer } from "./trailer.ts";
import { parseXml, XmlError } from "./xml.ts";

const maxEntries = 100;
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const lineOf = (text: string) => parseMagicLine(bytes(text), true);

describe("CRC32C (§10.1)", () => {
  test("has the published check value, and 0 for nothing", () => {
    expect(crc32c(bytes("123456789"))).toBe(0xe3069283);
    expect(crc32c(new Uint8Array(0))).toBe(0);
  });

  test("gives the same for every alignment and part", () => {
    const text = bytes("__The quick brown fox jumps over the lazy dog, twice over the lazy dog__");
    for (let start = 0; start < 9; start++)
      expect(crc32c(text, start, start + 50)).toBe(crc32c(text.slice(start, start + 50)));
  });
});

describe("magic line (§2)", () => {
  test.each([
    ["OSF4 10\n", 4],
    ["OCEAN_STREAM_FORMAT4 10\n", 4],
    ["OCEAN_STREAMING_FORMAT4 10\n", 4],
    ["OSF5 10\r\n", 5],
  ])("%j is version %d", (text, version) => {
    expect(lineOf(text)).toMatchObject({ version, metablockBytes: 10, lineBytes: text.length, integrity: "none" });
  });

  test("tokens declare checksums and signatures", () => {
    expect(lineOf("OSF5 354 crc32c:0377A5E2\n")).toMatchObject({ integrity: "crc", metablockCrc: 0x0377a5e2 });
    expect(lineOf("OSF5 354 crc32c:0377A5E2 ed25519:0123456789abcdef\n")).toMatchObject({
      integrity: "signed",
      keyId: "0123456789abcdef",
    });
  });

  test.each([
    ["OCEAN_STREAM_FORMAT3 390\n", "unsupported-version", /version 3 is not supported/],
    ["OSF6 12\n", "unsupported-version", /version 6/],
    ["PK\u0003\u0004 x\n", "not-osf", /Not an OSF file/],
    ["OSF5\n", "malformed-header", /length/],
    ["OSF5 -3\n", "malformed-header", /length/],
    ["OSF5  12\n", "malformed-header", /length/],
    ["OSF5 12 sha256:AA\n", "unknown-token", /unknown header token 'sha256'/],
    ["OSF5 12 crc32c:0377a5e2\n", "malformed-header", /crc32c/],
    ["OSF5 12 crc32c:0377A5E2 \n", "malformed-header", /token/],
    ["OSF5 12 ed25519:0123456789abcdef\n", "malformed-header", /crc32c, then ed25519/],
    ["OSF4 12 crc32c:0377A5E2\n", "malformed-header", /OSF4 allows no tokens/],
    [`OSF5 ${"1".repeat(200)}\n`, "not-osf", /identifier line/],
  ])("%j is refused", (text, code, message) => {
    expect(() => lineOf(text)).toThrow(expect.objectContaining({ code, message: expect.stringMatching(message) }));
  });

  test("other data is refused at its first byte, not after a whole line", () => {
    expect(() => parseMagicLine(bytes("x"), false)).toThrow(/Not an OSF file/);
    expect(parseMagicLine(bytes("OSF"), false)).toBeUndefined();
  });
});

describe("XML of metablocks (§3.4)", () => {
  test("reads elements, attributes, predefined entities and numeric references", () => {
    const root = parseXml(
      `<?xml version="1.0"?><!-- x --><a b="1 &lt;&amp;&quot;&apos;&gt; &#176;&#xB0;"><c d='"'/>text<e></e></a>\n`,
      maxEntries,
    );

    expect(root).toMatchObject({ name: "a", children: [{ name: "c" }, { name: "e" }] });
    expect(root.attributes.get("b")).toBe(`1 <&"'> °°`);
    expect(root.children[0]?.attributes.get("d")).toBe('"');
  });

  test.each([
    '<!DOCTYPE a [<!ENTITY x "y">]><a/>',
    '<a b="&x;"/>',
    '<a b="a & b"/>',
    '<a b="1" b="2"/>',
    "<a b=1/>",
    "<a><b></a>",
    "<a>",
    "<a/><b/>",
    '<a b="<"/>',
    "",
    `${"<a>".repeat(40)}${"</a>".repeat(40)}`,
    '<a b="&#xD800;"/>',
  ])("%j is refused", (text) => {
    expect(() => parseXml(text, maxEntries)).toThrow(XmlError);
  });
});

describe("metablock (§3)", () => {
  test("bytes that are not UTF-8 are taken as Windows-1252, valid sequences stay", () => {
    const raw = Uint8Array.of(0xb0, 0x43, 0xc2, 0xb0, 0x80, 0xe2, 0x82);

    expect(decodeLenientText(raw)).toEqual({ text: "°C°€â‚", replaced: 4 });
  });

  test("JSON may have the file's fields flat, `info` for `infos`, and integers beyond 2^53", () => {
    const text = `{"osf":{"creator":"me","channels":[{"index":3,"name":"x","datatype":"bytearray","starttime":1700000000000000001}],
      "info":[{"name":"n","value":2.5,"unit":"V"}]}}`;
    const { metablock } = parseMetablock(bytes(text), 0, maxEntries);

    expect(metablock.metadata.creator).toBe("me");
    expect(metablock.channels[0]).toMatchObject({ index: 3, datatype: "binary", lengthSize: 2, unit: "" });
    expect(metablock.channels[0]?.attributes.get("starttime")).toBe("1700000000000000001");
    expect(metablock.infos).toEqual([{ name: "n", value: "2.5", datatype: "string", unit: "V" }]);
  });

  test("any XML root is accepted, old names and short positions are understood", () => {
    const text = `<osf latitude="48.1" created_utc="1700000000000"><channels count="7">
      <channel index="0" name="a" datatype="double" description="d" user_reference="r" physicalunit=" dBm" scale="2"/></channels></osf>`;
    const { metadata, channels } = parseMetablock(bytes(text), 0, maxEntries).metablock;

    expect(metadata).toMatchObject({ latitude: 48.1, createdUtc: "1700000000000", namespaceSeparator: "." });
    expect(channels).toHaveLength(1);
    expect(channels[0]).toMatchObject({ comment: "d", reference: "r", unit: " dBm" });
    expect(channels[0]?.attributes.get("scale")).toBe("2");
  });

  test.each([
    [`{"file":{}}`, /no 'osf' object/],
    [`{"osf":`, /not readable/],
    [`{"osf":{"channels":{"0":{}}}}`, /no list/],
    [`{"osf":{"channels":[7]}}`, /Entry 0 .* no object/],
    [`hello`, /neither XML nor JSON/],
    [
      `<a><channels><channel index="0" name="a" datatype="double" sizeoflengthvalue="3"/></channels></a>`,
      /sizeoflengthvalue is '3'/,
    ],
    [
      `<a><channels><channel index="1" name="a" datatype="int8"/><channel index="1" name="b" datatype="int8"/></channels></a>`,
      /index 1/,
    ],
    [`<a><channels><channel index="65534" name="a" datatype="int8"/></channels></a>`, /no valid index/],
    [`<a><channels><channel index="1" datatype="int8"/></channels></a>`, /without name/],
    [`<a><channels><channel index="" name="a" datatype="int8"/></channels></a>`, /no valid index/],
    [`<a><channels>`, /without end.*at byte/],
  ])("%j is refused with its reason", (text, message) => {
    expect(() => parseMetablock(bytes(text), 10, maxEntries)).toThrow(message);
  });

  test("padding of any length costs no more than its length", () => {
    const spaces = " ".repeat(3_000_000);
    expect(() => parseMetablock(bytes(`<a${spaces}><b/>${spaces}x`), 0, maxEntries)).toThrow(/without end/);
    expect(parseMetablock(bytes(`<a/>${spaces}\0\0`), 0, maxEntries).metablock.channels).toEqual([]);
  });

  test("JSON integers a double cannot hold stay exact", () => {
    const text = '{"a":9007199254740993,"b":1.5,"c":7}';
    expect(parseJson(text, maxEntries)).toEqual({ a: "9007199254740993", b: 1.5, c: 7 });
  });
});

describe("times of segments (§6.6)", () => {
  test.each([100, 3, 7.3, 44_100, 51_200, 1e9, 0.5])(
    "the times of a whole array agree with the formula at %d Hz",
    (rateHz) => {
      const segment = { startNs: 1_700_000_000_123_456_789n, rateHz, incrementNs: undefined };
      for (const first of [0, 999_999, 123_456_789]) {
        const times = segmentTimes(segment, first, 1000);
        for (const i of [0, 1, 2, 500, 999]) {
          const expected = segment.startNs + BigInt(Math.trunc(((first + i) * 1e9) / rateHz));
          expect([times[i], segmentTime(segment, first + i)]).toEqual([expected, expected]);
        }
      }
    },
  );

  test.each([0, -1, Number.NaN])("a rate of %d gives every sample the start time", (rateHz) => {
    expect([...segmentTimes({ startNs: 5n, rateHz, incrementNs: undefined }, 3, 3)]).toEqual([5n, 5n, 5n]);
  });

  test("times before 1970 and steps over the 32-bit border are right", () => {
    const segment = { startNs: -4_294_967_297n, rateHz: 1, incrementNs: undefined };
    expect([...segmentTimes(segment, 0, 7)]).toEqual(
      [0, 1, 2, 3, 4, 5, 6].map((i) => segment.startNs + BigInt(i) * 1_000_000_000n),
    );
  });

  test("a rate close to zero stays inside 64 bits", () => {
    expect(segmentTime({ startNs: 5n, rateHz: 1e-300, incrementNs: undefined }, 7)).toBe(2n ** 63n - 1n);
  });
});

describe("info block and magic trailer (§9)", () => {
  test("XML and JSON say the same", () => {
    const xml = `<trailer reason="shutDown"><channels><channel index="0" samples="900000" first_ns="1693792800000000001"/></channels></trailer>`;
    const json = `{"trailer":{"reason":"shutDown","channels":[{"index":0,"samples":900000,"first_ns":1693792800000000001}]}}`;
    for (const text of [xml, json, `\u0005\0\0\0${xml}\0`]) {
      const trailer = parseTrailer(bytes(text), 7, maxEntries);
      expect(trailer).toMatchObject({
        position: 7,
        reason: "shutDown",
        channels: [{ index: 0, samples: 900_000n, firstNs: 1693792800000000001n }],
      });
    }
  });

  test("an unreadable text is no trailer", () => {
    expect(parseTrailer(bytes("<trailer"), 0, maxEntries)).toBeUndefined();
    expect(parseTrailer(bytes("nothing"), 0, maxEntries)).toBeUndefined();
  });

  test.each([
    "OSF_STREAM_END 1234=====================",
    "OCEAN_STREAM_END 1234\n=================",
    "x=OSF_STREAM_END   1234",
  ])("%j names 1234", (text) => {
    expect(parseMagicTrailer(bytes(text))).toEqual({
      declaredPosition: 1234,
      start: text.indexOf("O"),
      end: text.length,
    });
  });
});
