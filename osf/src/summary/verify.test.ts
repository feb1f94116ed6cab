import { expect, test } from "vitest";
import { openOsf } from "../read/osf-file.ts";
import { hex, joinedBytes, osf4 } from "../testing/raw-file.ts";
import { encodeOsf } from "../write/osf-writer.ts";
import { verifyOsf } from "./verify.ts";

const block = (time: string): Uint8Array => hex(`00 00 | 0A 00 | 08 | ${time} 00 2A 36 FE 9C 97 17 | 07`);

test("times that fall are found and kept, and a trailer that counts otherwise is reported", async () => {
  const text = '<trailer><channels><channel index="0" samples="9"/></channels></trailer>';
  const info = joinedBytes(hex("FF FF"), Uint8Array.of(text.length + 1, 0, 0, 0, 0), new TextEncoder().encode(text));
  const file = osf4(['datatype="uint8"'], block("05"), block("04"), block("06"), info);
  const { report, findings, hasLoss } = await verifyOsf(await openOsf(file));

  expect([report.samples, hasLoss]).toEqual([3, false]);
  expect(findings).toMatchObject([
    { code: "falling-times", channel: 0, count: 1 },
    { code: "trailer-statistics", channel: 0, what: expect.stringContaining("9 samples instead of 3") },
  ]);
});

test("a file as it should be has no findings; overlapping segments fall, a cut file has lost samples", async () => {
  const file = encodeOsf({ channels: [{ name: "a", datatype: "double" }] }, (out) => out.start("a", 0n, 10, [1, 2, 3]));

  const twice = encodeOsf({ channels: [{ name: "a", datatype: "double" }] }, (out) => {
    out.start("a", 0n, 10, [1, 2, 3]);
    out.start("a", 150_000_000n, 10, [4]);
  });

  expect(await verifyOsf(await openOsf(file))).toMatchObject({ findings: [], hasLoss: false });
  expect((await verifyOsf(await openOsf(twice))).findings).toMatchObject([{ code: "falling-times", count: 1 }]);
  expect((await verifyOsf(await openOsf(file.subarray(0, -1)))).hasLoss).toBe(true);
});
