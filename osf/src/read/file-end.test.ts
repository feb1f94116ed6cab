import { describe, expect, test } from "vitest";
import { hex, joinedBytes, osf4, readSamples } from "../testing/raw-file.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const text = '<trailer reason="shutDown"/>';
const body = osf4(['datatype="uint8"'], hex("00 00 | 0A 00 | 08 | 00 00 2A 36 FE 9C 97 17 | 07"));
const info = joinedBytes(hex("FF FF"), Uint8Array.of(text.length + 1, 0, 0, 0, 0), bytes(text));
const infoEnd = body.length + info.length;
const magic = `OSF_STREAM_END ${body.length}`.padEnd(40, "=");
const endingWith = (...parts: readonly Uint8Array[]) => readSamples(joinedBytes(body, info, ...parts));

describe("behind the info block (§9)", () => {
  test.each([1, 23, 24, 25, 1000])(
    "%d bytes behind the magic trailer are reported with their place",
    async (surplus) => {
      const { report } = await endingWith(bytes(magic), new Uint8Array(surplus));

      expect(report.trailer?.declaredPosition).toBe(body.length);
      expect(report.findings).toMatchObject([
        { code: "bytes-behind-end", position: infoEnd + 40, what: expect.stringContaining(`(${surplus} bytes`) },
      ]);
    },
  );

  test("bytes in front of the magic trailer are reported as well", async () => {
    const { report } = await endingWith(hex("00 00"), bytes(magic));

    expect(report.findings).toMatchObject([
      { code: "bytes-behind-end", position: infoEnd, what: expect.stringContaining("(2 bytes") },
    ]);
  });

  test.each([
    ["as described", magic],
    ["shorter than described", magic.slice(0, 38)],
    ["with a line feed, as version 3 has it", `OCEAN_STREAM_END ${body.length}\n`.padEnd(40, "=")],
    ["absent", ""],
  ])("a magic trailer %s is no finding", async (_name, end) => {
    expect((await endingWith(bytes(end))).report.findings).toEqual([]);
  });
});
