import { expect, test } from "vitest";
import type { Line } from "./aligned.ts";
import { axisGroups } from "./axis-groups.ts";
import { limitLines } from "./limit-lines.ts";

const line = (unit: string, limits?: Line["limits"]): Line => ({
  ...{ label: "a", unit, times: [1, 2], values: [1, 2] },
  ...(limits && { limits }),
});

test("[TYP2] limits are drawn on the axis of their line, equal ones once", () => {
  const lines = [
    line("°C", { warnAbove: 80, alarmAbove: 90 }),
    line("°C", { warnAbove: 80 }),
    line("bar", { alarmBelow: 0 }),
  ];

  expect(limitLines(lines, axisGroups(lines))).toEqual([
    { scale: "y °C", value: 80, severity: "warning", side: "above" },
    { scale: "y °C", value: 90, severity: "alarm", side: "above" },
    { scale: "y bar", value: 0, severity: "alarm", side: "below" },
  ]);
});

test("lines without limits have none", () => {
  const lines = [line("V"), line("V", {})];

  expect(limitLines(lines, axisGroups(lines))).toEqual([]);
});
