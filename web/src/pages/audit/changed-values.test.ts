import { expect, test } from "vitest";
import { changedValues, factTexts } from "./changed-values.ts";

test("[AUD1] what differed stands side by side, what is not there is a dash", () => {
  const data = { before: { label: "a", gone: 1 }, after: { label: null, limits: { max: 5 } } };
  expect(changedValues(data)).toEqual([
    { name: "label", before: "a", after: "–" },
    { name: "gone", before: "1", after: "–" },
    { name: "limits", before: "–", after: '{"max":5}' },
  ]);
  expect(changedValues({})).toEqual([]);
});

test("[AUD1] facts are texts, lists are joined", () => {
  expect(factTexts({ facts: { files: ["a", "b"], count: 2 } })).toEqual([
    ["files", "a, b"],
    ["count", "2"],
  ]);
});
