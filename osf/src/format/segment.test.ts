import { expect, test } from "vitest";
import { hex, joinedBytes, osf4, osf5, readSamples } from "../testing/raw-file.ts";
import { segmentTime, segmentTimes } from "./segment.ts";

const maxNs = 2n ** 63n - 1n;
const timeOf = (ns: bigint): Uint8Array => new Uint8Array(new BigInt64Array([ns]).buffer);
const doubles = (...values: readonly number[]): Uint8Array => new Uint8Array(new Float64Array(values).buffer);

test.each([
  ["a step of whole nanoseconds", { startNs: maxNs - 15_000_000n, rateHz: 100, incrementNs: undefined }],
  ["any other rate", { startNs: maxNs - 500_000_000n, rateHz: 3, incrementNs: undefined }],
  ["a rate close to zero", { startNs: 5n, rateHz: 1e-12, incrementNs: undefined }],
  ["a timeincrement", { startNs: maxNs - 15n, rateHz: 0, incrementNs: 10n }],
])("§6.6 times beyond 64 bits stay at their end, alone and in a whole array: %s", (_name, segment) => {
  const single = [0, 1, 2, 3].map((i) => segmentTime(segment, i));

  expect([...segmentTimes(segment, 0, 4)]).toEqual(single);
  expect([single[0], single[3]]).toEqual([segment.startNs, maxNs]);
});

test("§6.6 the last time of a batch is the one its array ends with, and a window finds every sample", async () => {
  const startNs = maxNs - 4n;
  const block = (rateHz: number) =>
    joinedBytes(hex("00 00 2D 00 86"), timeOf(startNs), doubles(rateHz), hex("03 00 00 00"), doubles(1, 2, 3));
  const old = joinedBytes(hex("00 00 25 00 86"), timeOf(startNs), hex("03 00 00 00"), doubles(1, 2, 3));
  const oldFile = osf4(['datatype="double" timeincrement="10"'], old);
  for (const file of [osf5(["double"], block(100)), osf5(["double"], block(3)), oldFile]) {
    const { samples, report } = await readSamples(file);
    const window = await readSamples(file, {}, { from: startNs });

    expect(samples["c0"]).toEqual([
      [startNs, 1],
      [maxNs, 2],
      [maxNs, 3],
    ]);
    expect(report.channels).toMatchObject([{ firstNs: startNs, lastNs: maxNs }]);
    expect(window.samples).toEqual(samples);
  }
});
