import { expect, test } from "vitest";
import { openOsf } from "../read/osf-file.ts";
import { encodeOsf } from "../write/osf-writer.ts";
import { TimeRange } from "./time-range.ts";

test("a range of time is the least and the most, stamped or equidistant, and ends are counted as selections do", async () => {
  const channels = [
    { name: "a", datatype: "int32" as const },
    { name: "e", datatype: "double" as const },
  ];
  const bytes = encodeOsf({ channels }, (out) => {
    out.stamped("a", [7n, 3n, 5n], [1, 2, 3]);
    out.start("e", 4n, 1e9, [1, 2, 3, 4, 5, 6]);
  });
  const range = new TimeRange();
  expect(range.overlaps({ from: -(2n ** 63n), to: 2n ** 63n })).toBe(false);

  for await (const batch of (await openOsf(bytes)).batches()) range.add(batch);

  expect([range.first, range.last]).toEqual([3n, 9n]);
  const windows: [bigint, bigint][] = [
    [0n, 3n],
    [0n, 4n],
    [9n, 10n],
    [10n, 11n],
  ];
  expect(windows.map(([from, to]) => range.overlaps({ from, to }))).toEqual([false, true, true, false]);
});
