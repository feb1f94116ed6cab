import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { openOsf } from "../read/osf-file.ts";
import { rawFile } from "../testing/raw-file.ts";
import { parseJson } from "./json.ts";
import { parseMetablock } from "./metablock.ts";
import { parseTrailer } from "./trailer.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const packed = (file: Uint8Array): Uint8Array => new Uint8Array(gzipSync(file, { level: 1 }));
const unlimited = Number.POSITIVE_INFINITY;
const many = 1_000_000;

describe("a small file that unpacks to a metablock of a million parts is refused, not built", () => {
  test.each([
    ["XML elements", rawFile("OSF4", `<o>${"<a/>".repeat(many)}<channels/></o>`)],
    ["JSON numbers", rawFile("OSF5", `{"osf":{"channels":[],"x":[${"0,".repeat(many)}0]}}`)],
    ["JSON objects", rawFile("OSF5", `{"osf":{"channels":[],"x":[${"{},".repeat(many)}0]}}`)],
  ])("%s: the error names maxMetablockEntries", async (_name, file) => {
    await expect(openOsf(packed(file))).rejects.toMatchObject({
      code: "metablock-too-large",
      message: expect.stringContaining("maxMetablockEntries, 1000000"),
      position: file.indexOf(0x0a) + 1,
    });
  });
});

describe("the number of entries of a metablock", () => {
  const channel = { index: 0, name: "a", datatype: "int8" };
  const json = JSON.stringify({ osf: { channels: [channel, { ...channel, index: 1 }] } });
  const xml = '<o v="1"><channels><channel index="0" name="a" datatype="int8"/></channels></o>';

  test.each([
    ["values in JSON", "OSF5", json, 10],
    ["elements and attributes in XML", "OSF4", xml, 7],
  ])("counts %s", async (_name, identifier, metablock, entries) => {
    const file = rawFile(identifier, metablock);

    expect((await openOsf(file, { maxMetablockEntries: entries })).channels[0]?.name).toBe("a");
    await expect(openOsf(file, { maxMetablockEntries: entries - 1 })).rejects.toThrow(/maxMetablockEntries/);
  });

  test("does not count what stands in strings", () => {
    const text = JSON.stringify({ osf: { channels: [], comment: `\\",[{`.repeat(100) } });

    expect(parseMetablock(bytes(text), 0, 10).metablock.metadata.comment).toBe(`\\",[{`.repeat(100));
  });

  test("leaves room for as many channels as there can be, with twelve keys each", () => {
    const channels = Array.from({ length: 65_534 }, (_, index) => ({
      ...{ index, name: `c${index}`, datatype: "int8", channeltype: "scalar", sizeoflengthvalue: 2, physicalunit: "V" },
      ...{ displayname: "", comment: "", reference: "", factor: 1, offset: 0, id: 7 },
    }));
    const { metablock } = parseMetablock(bytes(JSON.stringify({ osf: { channels } })), 0, many);

    expect(metablock.channels).toHaveLength(65_534);
  });

  test("is limited in info blocks as well, which are then ignored", () => {
    const trailer = bytes(`<trailer reason="r">${"<a/>".repeat(9)}</trailer>`);

    expect([parseTrailer(trailer, 0, 11)?.reason, parseTrailer(trailer, 0, 10)]).toEqual(["r", undefined]);
  });
});

test("JSON nested deeper than any metablock is refused", () => {
  const text = `{"osf":{"channels":[],"x":${"[".repeat(100_000)}${"]".repeat(100_000)}}}`;

  expect(() => parseMetablock(bytes(text), 0, unlimited)).toThrow(
    expect.objectContaining({
      code: "metablock-unreadable",
      message: expect.stringContaining("more than 32 nested values"),
    }),
  );
});

test.each([
  ["9007199254740993", "9007199254740993"],
  ["-9223372036854775808", "-9223372036854775808"],
  ["1700000000000000001.5", 1.7e18],
  ["1700000000000000001e3", 1.7e21],
  ["0.1700000000000000001", 0.17],
  ["1e-12", 1e-12],
  ["9007199254740991", 9007199254740991],
  ['"a \\" 1700000000000000001"', 'a " 1700000000000000001'],
])("the JSON value %s is kept exactly or as the double it is", (text, value) => {
  expect(parseJson(`{"a":${text},"b":[${text},7]}`, unlimited)).toEqual({ a: value, b: [value, 7] });
});

test.each(["0001700000000000000001", "17000000000000000x", "--1700000000000000000"])("%s is no JSON", (text) => {
  expect(() => parseJson(`{"a":${text}}`, unlimited)).toThrow(SyntaxError);
});
