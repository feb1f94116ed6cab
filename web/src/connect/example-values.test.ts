import { expect, test } from "vitest";
import { exampleValues } from "./example-values.ts";

test("[17/20] a type without channels gets a temperature", () => {
  expect(exampleValues([])).toEqual({ temperature: 21.5 });
});

test("[17/20] the first two channels are sent, pinned ones first, within what the type expects", () => {
  const channels = [
    { key: "hidden", hidden: true },
    { key: "bearing_*_temp" },
    { key: "oil_temp", decimals: 1, range: { min: 20, max: 120 }, limits: { warnAbove: 90 } },
    { key: "note", kind: "text" as const },
    { key: "mode", states: [{ value: "auto" }, { value: "hand" }] },
    { key: "flow", pinned: true, decimals: 2, limits: { warnBelow: 12 } },
  ];

  expect(exampleValues(channels)).toEqual({ flow: 18, oil_temp: 55 });
  expect(exampleValues(channels.slice(3, 5))).toEqual({ mode: "auto" });
});
