import { expect, test } from "vitest";
import { namesThatFit, shortened, spansWithin } from "./alarm-spans.ts";

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

test("[ALM4] names of alarms stand beside each other, the worst first, each once, and within the chart", () => {
  const span = (name: string, from: number, severity: "MAJOR" | "CRITICAL") => ({
    ...{ name, from, to: from + 10, severity, left: from, width: 40 },
  });
  const told = namesThatFit(
    [span("slow", 0, "MAJOR"), span("hot", 20, "CRITICAL"), span("hot", 70, "CRITICAL"), span("low", 95, "MAJOR")],
    120,
  );

  expect(told.map(({ name, left }) => [name, left])).toEqual([
    ["hot", 20],
    ["low", 80],
  ]);
});

test("[ALM4, #17.19] a name that is longer than the chart keeps its beginning", () => {
  const widthOf = (text: string) => text.length * 10;

  expect(shortened("Too hot", 70, widthOf)).toBe("Too hot");
  expect(shortened("Too hot for too long", 100, widthOf)).toBe("Too hot f…");
  expect(shortened("Too hot", 5, widthOf)).toBe("");
});
