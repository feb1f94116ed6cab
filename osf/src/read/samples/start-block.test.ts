import { describe, expect, test } from "vitest";
import { codesOf, hex, osf4, osf5, readSamples } from "../../testing/raw-file.ts";

const t0 = 1_700_000_000_000_000_000n;
const time = "00 00 2A 36 FE 9C 97 17";
const [one, half, minus] = ["00 00 00 00 00 00 F0 3F", "00 00 00 00 00 00 04 40", "00 00 00 00 00 00 F0 BF"];
const hundredHz = "00 00 00 00 00 00 59 40";
const withoutRate = hex(`00 00 | 25 00 | 86 | ${time} | 03 00 00 00 | ${one} ${half} ${minus}`);
const withRate = hex(`00 00 | 2D 00 | 86 | ${time} ${hundredHz} | 03 00 00 00 | ${one} ${half} ${minus}`);

describe("a start block without sample rate (§6.6)", () => {
  test.each([
    ["OSF4 and no timeincrement", osf4(['datatype="double"'], withoutRate, withRate)],
    ["OSF4 and a timeincrement of 0", osf4(['datatype="double" timeincrement="0"'], withoutRate, withRate)],
    ["OSF5", osf5(["double"], withoutRate, withRate)],
  ])("is skipped with %s: no value is taken for the rate; strict reading refuses it", async (_name, file) => {
    const { samples, report } = await readSamples(file);

    expect(samples["c0"]).toEqual([
      [t0, 1],
      [t0 + 10_000_000n, 2.5],
      [t0 + 20_000_000n, -1],
    ]);
    expect(report.findings).toMatchObject([{ code: "malformed", count: 1, loss: true }]);
    expect(report.findings[0]?.what).toContain("without sample rate");
    await expect(readSamples(file, { strict: true })).rejects.toMatchObject({ code: "old-start-block" });
  });
});

test("what continues a start block that is skipped has no times, not those of the segment before (§6.6)", async () => {
  const continued = hex(`00 00 | 09 00 | 05 | ${one}`);
  const { samples, report } = await readSamples(osf5(["double"], withRate, withoutRate, continued));

  expect(samples["c0"]).toHaveLength(3);
  expect(codesOf(report)).toEqual(["malformed", "no-time-base"]);
});

describe("a start block that is cut (§4.3)", () => {
  const salvage = (attributes: string, block: Uint8Array, left: number) =>
    readSamples(osf4([`datatype="double" ${attributes}`], block.subarray(0, left)), { salvage: true });

  test("before its value gives no sample: the rate is not taken for one", async () => {
    const block = hex(`00 00 | 19 00 | 06 | ${time} ${hundredHz} ${one}`);
    const { samples, report } = await salvage('timeincrement="10000000"', block, block.length - 8);

    expect(samples["c0"]).toEqual([]);
    expect(codesOf(report)).toContain("salvaged");
  });

  test("anywhere gives its first samples, with and without rate", async () => {
    const all = [
      [t0, 1],
      [t0 + 10_000_000n, 2.5],
      [t0 + 20_000_000n, -1],
    ];
    for (const block of [withRate, withoutRate]) {
      for (let left = 6; left < block.length; left++) {
        const { samples } = await salvage('timeincrement="10000000"', block, left);
        const complete = Math.max(0, 3 - Math.ceil((block.length - left) / 8));
        expect([left, samples["c0"]]).toEqual([left, all.slice(0, complete)]);
      }
    }
  });
});
