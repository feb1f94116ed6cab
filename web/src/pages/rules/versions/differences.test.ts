import { expect, test } from "vitest";
import { lineChanges, partChanges } from "./differences.ts";

test("[RUL5] versions are compared sentence by sentence, and part by part", () => {
  expect(lineChanges(["a", "b"], ["b", "c"])).toEqual([
    { text: "a", change: "removed" },
    { text: "b" },
    { text: "c", change: "added" },
  ]);
  const steps = [{ severity: "MAJOR", when: { value: 80 } }];
  expect(
    partChanges({ name: "x", steps }, { name: "x", steps: [{ severity: "MAJOR", when: { value: 85 } }], late: 0 }),
  ).toEqual([
    { path: "steps.0.when.value", before: "80", after: "85" },
    { path: "late", before: "–", after: "0" },
  ]);
  expect(partChanges({ description: null }, {})).toEqual([]);
});
