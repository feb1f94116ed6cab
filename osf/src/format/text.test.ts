import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openOsf } from "../read/osf-file.ts";
import { hex, joinedBytes, osf5, rawFile, readSamples } from "../testing/raw-file.ts";
import { decodeLenientText, isValidText } from "./text.ts";

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const anyBytes = fc.uint8Array({ maxLength: 12 });
/** Bytes around every border of the encoding: mostly invalid, now and then whole sequences. */
const borderBytes = fc.array(
  fc.constantFrom(0x41, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc1, 0xc2, 0xe0, 0xe2, 0xed, 0xef, 0xf0, 0xf4, 0xf5),
  { maxLength: 8 },
);

function isValidForDecoder(bytes: Uint8Array): boolean {
  try {
    strict.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

describe("text that is not UTF-8 (§3.4)", () => {
  test("is told from UTF-8 as a strict decoder does, wherever it lies", () => {
    fc.assert(
      fc.property(fc.oneof(anyBytes, borderBytes), fc.nat(3), (values, before) => {
        const bytes = Uint8Array.from(values);
        const around = joinedBytes(new Uint8Array(before).fill(0xff), bytes, hex("80"));
        expect(isValidText(around, before, before + bytes.length)).toBe(isValidForDecoder(bytes));
      }),
      { numRuns: 3000 },
    );
  });

  test.each([
    ["overlong forms", "C0 80 E0 9F BF F0 8F BF BF", "À€àŸ¿ð\u008f¿¿", 9],
    ["surrogates", "ED A0 80", "í\u00a0€", 3],
    ["beyond U+10FFFF", "F4 90 80 80 F5", "ô\u0090€€õ", 5],
    ["a sequence cut by the end", '"a" F0 9F 98', "aðŸ˜", 3],
    ["a sequence cut by a character", 'E2 82 "x" E2 82 AC', "â‚x€", 2],
  ])("%s: every byte is taken as Windows-1252, sequences around it stay", (_name, bytes, text, replaced) => {
    expect(decodeLenientText(hex(bytes))).toEqual({ text, replaced });
  });

  test("long text keeps its valid sequences around a single wrong byte", () => {
    const long = new TextEncoder().encode("Temperatur in °C, 温度 😀 ".repeat(2000));

    expect(decodeLenientText(long).replaced).toBe(0);
    expect(decodeLenientText(joinedBytes(long, hex("B0"), long))).toEqual({
      text: `${strict.decode(long)}°${strict.decode(long)}`,
      replaced: 1,
    });
  });
});

// One exception per wrong byte took 40 s for each of these; a synchronous reader blocks everybody that long.
describe("two million wrong bytes", { timeout: 20_000 }, () => {
  const wrong = new Uint8Array(2_000_000).fill(0xb0);
  const length = new Uint8Array(new Uint32Array([9 + wrong.length]).buffer);

  test("are read as one string", async () => {
    const block = joinedBytes(hex("00 00"), length, hex("08 00 00 2A 36 FE 9C 97 17"), wrong);
    const { samples, report } = await readSamples(osf5(["string"], block));

    expect(samples["c0"]?.[0]?.[1]).toBe("°".repeat(wrong.length));
    expect(report.findings).toMatchObject([{ code: "invalid-text", count: 1 }]);
  });

  test("are read in a metablock", async () => {
    const file = await openOsf(rawFile("OSF4", joinedBytes(hex('"<a comment=\'"'), wrong, hex('"\'/>"'))));

    expect(file.header.metadata.comment).toBe("°".repeat(wrong.length));
    expect(file.header.notes).toMatchObject([{ code: "metablock-text", detail: "2000000 bytes" }]);
  });
});
