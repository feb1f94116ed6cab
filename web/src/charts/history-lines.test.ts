import { expect, test } from "vitest";
import { unitInName } from "../format/unit-in-name.ts";
import { linesOf } from "./history-lines.ts";

test("points become lines, and keys that are only text are told apart", () => {
  const NONE = { a: [{ ts: 1, value: "2.5" }], door: [{ ts: 1, value: "open" }] };

  const { lines, texts } = linesOf(
    { plan: { kind: "raw", points: 1 }, counts: new Map(), parts: { NONE } },
    ["a", "door", "gone"],
    unitInName,
  );

  expect(lines).toEqual([{ label: "a", unit: "", times: [1], values: [2.5] }]);
  expect(texts).toEqual(["door"]);
});

test("an envelope takes its bounds from the same buckets", () => {
  const parts = {
    AVG: { a: [10, 20].map((ts) => ({ ts, value: "2" })) },
    MIN: { a: [{ ts: 10, value: "1" }] },
    MAX: { a: [10, 20].map((ts) => ({ ts, value: "3" })) },
  };

  const history = {
    plan: { kind: "envelope", points: 9, intervalMs: 10 },
    counts: new Map([["door", 9]]),
    parts,
  } as const;
  const { lines, texts } = linesOf(history, ["a", "door", "gone"], unitInName);

  expect(texts).toEqual(["door"]); // counted, but without a mean
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatchObject({ values: [2, 2], min: [1, null], max: [3, 3] });
});
