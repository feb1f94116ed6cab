import { describe, expect, test } from "vitest";
import { codesOf, hex, osf4, osf5, readSamples } from "../testing/raw-file.ts";

const t0 = 1_700_000_000_000_000_000n;

describe("block payloads byte by byte, as the specification prints them", () => {
  test("§6.2 a float with its time, single and counted", async () => {
    const channels = Array.from({ length: 38 }, () => 'datatype="float"');
    const single = hex("04 00 | 0D 00 | 08 | 66 06 98 0D 94 27 94 17 | 52 B8 1E 40");
    const two = hex(
      "25 00 | 1D 00 | 88 | 02 00 00 00 | 4D AD 41 40 98 27 94 17 | 74 24 97 3E | 8A 8D 95 79 98 27 94 17 | A3 01 3C 3E",
    );
    const { samples, report } = await readSamples(osf4(channels, single, two));

    expect(samples["c4"]).toEqual([[1699026476262229606n, Math.fround(2.48)]]);
    expect(samples["c37"]).toHaveLength(2);
    expect(report).toMatchObject({ blocks: 2, samples: 3, truncated: false, findings: [] });
  });

  test("§6.4 a string: OSF4 ends it with a zero byte, OSF5 does not", async () => {
    const five = osf5(
      ["int8", "int8", "int8", "int8", "string"],
      hex("04 00 | 0C 00 00 00 | 08 | 00 00 2A 36 FE 9C 97 17 | C2 B0 43"),
    );
    const types = ["int8", "int8", "int8", "int8"].map((type) => `datatype="${type}"`);
    const four = osf4(
      [...types, 'datatype="string" sizeoflengthvalue="4"'],
      hex("04 00 | 0D 00 00 00 | 08 | 00 00 2A 36 FE 9C 97 17 | C2 B0 43 00"),
    );
    for (const file of [five, four]) {
      const { samples, report } = await readSamples(file);
      expect(samples["c4"]).toEqual([[t0, "°C"]]);
      expect(report.findings).toEqual([]);
    }
  });

  test("§6.5 a message event", async () => {
    const types = ["int8", "int8", "int8"].map((type) => `datatype="${type}"`);
    const block = hex('03 00 | 24 00 00 00 | 04 | 00 61 D2 90 90 27 94 17 | 17 00 00 00 | "smartRAIL-S_Colibri_STH"');
    const { samples } = await readSamples(osf4([...types, 'datatype="string" sizeoflengthvalue="4"'], block));

    expect(samples["c3"]).toEqual([[1699026461284000000n, "smartRAIL-S_Colibri_STH"]]);
  });

  test("§6.6 a start block", async () => {
    const values = "00 00 00 00 00 00 F0 3F 00 00 00 00 00 00 04 40 00 00 00 00 00 00 F0 BF";
    const block = hex(
      `00 00 | 2D 00 | 86 | 00 00 2A 36 FE 9C 97 17 | 00 00 00 00 00 00 59 40 | 03 00 00 00 | ${values}`,
    );
    const { samples, report } = await readSamples(osf5(["double"], block));

    expect(samples["c0"]).toEqual([
      [t0, 1],
      [t0 + 10_000_000n, 2.5],
      [t0 + 20_000_000n, -1],
    ]);
    expect(report.channels[0]).toMatchObject({ segments: 1, samples: 3, firstNs: t0, lastNs: t0 + 20_000_000n });
  });

  test("§6.7 continued data counts on in its segment, single and counted", async () => {
    const start = hex("00 00 | 13 00 | 06 | 00 00 2A 36 FE 9C 97 17 | 00 00 00 00 00 00 59 40 | 05 00");
    const more = hex("00 00 | 09 00 | 85 | 02 00 00 00 | 06 00 07 00 | 00 00 | 03 00 | 05 | FF FF");
    const { samples, report } = await readSamples(osf5(["int16"], start, more));

    expect(samples["c0"]).toEqual([5, 6, 7, -1].map((value, i) => [t0 + BigInt(i) * 10_000_000n, value]));
    expect(report.blocks).toBe(3);
  });

  test("§6.8 relative times add up from the last absolute one", async () => {
    const absolute = hex("00 00 | 0A 00 | 08 | 00 00 2A 36 FE 9C 97 17 | 01");
    const relative = hex(
      "00 00 | 0F 00 | 87 | 02 00 00 00 | 0A 00 00 00 02 | FF FF FF FF 03 | 00 00 | 06 00 | 07 | 01 00 00 00 04",
    );
    const { samples, report } = await readSamples(osf5(["uint8"], absolute, relative));

    expect(samples["c0"]).toEqual([
      [t0, 1],
      [t0 + 10n, 2],
      [t0 + 10n + 0xffff_ffffn, 3],
      [t0 + 11n + 0xffff_ffffn, 4],
    ]);
    expect(report.findings).toEqual([]);
  });

  test("§6.8 the anchor is the last sample of the file, not the last one selected", async () => {
    const absolute = hex("00 00 | 0A 00 | 08 | 00 00 2A 36 FE 9C 97 17 | 01");
    const relative = hex("00 00 | 06 00 | 07 | 0A 00 00 00 02");
    const { samples } = await readSamples(
      osf5(["uint8"], absolute, relative, relative, relative),
      {},
      { from: t0 + 15n, to: t0 + 30n },
    );

    expect(samples["c0"]).toEqual([[t0 + 20n, 2]]);
  });

  test("§5 a position is latitude, longitude, altitude", async () => {
    const block = hex(
      "00 00 | 21 00 | 08 | 00 00 2A 36 FE 9C 97 17 | 00 00 00 00 00 00 F0 3F 00 00 00 00 00 00 00 40 00 00 00 00 00 00 08 40",
    );
    const { samples } = await readSamples(osf5(["gpslocation"], block));

    expect(samples["c0"]).toEqual([[t0, { latitude: 1, longitude: 2, altitude: 3 }]]);
  });

  test("§5 every byte but zero is true", async () => {
    const { samples } = await readSamples(
      osf5(
        ["bool"],
        hex("00 00 | 17 00 | 88 | 02 00 00 00 | 00 00 2A 36 FE 9C 97 17 | 7F | 00 00 2A 36 FE 9C 97 17 | 00"),
      ),
    );

    expect(samples["c0"]).toEqual([
      [t0, true],
      [t0, false],
    ]);
  });

  test("§5 a vector has rows × columns values per sample", async () => {
    const channel = 'datatype="int16" channeltype="vector" rows="3" columns="1"';
    const fits = hex("00 00 | 0F 00 | 08 | 00 00 2A 36 FE 9C 97 17 | 01 00 02 00 03 00");
    const doesNot = hex("00 00 | 0D 00 | 08 | 00 00 2A 36 FE 9C 97 17 | 01 00 02 00");
    const { samples, report } = await readSamples(osf4([channel], fits, doesNot));

    expect(samples["c0"]).toEqual([[t0, [1, 2, 3]]]);
    expect(codesOf(report)).toEqual(["unsupported-block"]);
  });
});
