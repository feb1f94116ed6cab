import { expect, test } from "vitest";
import { spansWithin } from "./alarm-spans.ts";

test("[ALM4] a chart shows the part of each span that lies in its range, the worst over the others", () => {
  const spans = [
    { from: 0, to: 100, severity: "CRITICAL" },
    { from: 50, to: 60, severity: "MINOR" },
    { from: 200, to: 300, severity: "MAJOR" },
  ] as const;

  expect(spansWithin(spans, 40, 90)).toEqual([
    { from: 50, to: 60, severity: "MINOR" },
    { from: 40, to: 90, severity: "CRITICAL" },
  ]);
});
