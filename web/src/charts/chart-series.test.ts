import type uPlot from "uplot";
import { expect, test } from "vitest";
import type { Line } from "./aligned.ts";
import { seriesOf } from "./chart-series.ts";

const line: Line = { label: "P-01", unit: "°C", times: [1, 2], values: [20, 48.7], min: [10, 48.7], max: [30, 48.7] };
const words = { numberText: String, hasUnits: true, hasBounds: true };
const pen = { stroke: "#0b6482", width: 1, scale: "y" };

const said = (index: number | null, more: Partial<typeof words> = {}) => {
  const [mean] = seriesOf(line, pen, { ...words, ...more });
  const plot = { data: [line.times, line.values, line.min, line.max] } as unknown as uPlot;
  const value = index === null ? null : line.values[index];
  return typeof mean?.value === "function" ? mean.value(plot, value ?? 0, 1, index) : mean?.value;
};

test("[DSH3] a legend tells mean and bounds, bounds only where they differ and find room, and nothing without a pointer", () => {
  expect([said(0), said(1), said(null)]).toEqual(["20 (10 … 30)", "48.7", ""]);
  expect(said(0, { hasBounds: false })).toBe("20");
});

test("[TYP3] a legend has units where axes do not tell them", () => {
  expect(seriesOf(line, pen, words)[0]?.label).toBe("P-01 (°C)");
  expect(seriesOf(line, pen, { ...words, hasUnits: false })[0]?.label).toBe("P-01");
});
