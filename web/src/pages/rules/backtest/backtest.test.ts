import type { RuleBacktestResult, RuleDefinition } from "@heliograph/contract";
import { expect, test } from "vitest";
import { aroundOf, inRowOrder, summaryOf } from "./firings.ts";
import { drawnKeys, levelsOf, snapped, stepOf, withLevel } from "./levels.ts";

const hot = { kind: "COMPARE", input: "t", comparison: "GREATER", value: 80, deadBand: 4 } as const;
const rule: RuleDefinition = {
  scope: { kind: "DEVICE", deviceIds: ["784f394c-42b6-435a-983c-b7beff2784f9"] },
  inputs: [
    { kind: "TELEMETRY", name: "d", key: "temperature", window: { function: "DELTA", overMs: 1_000 } },
    { kind: "TELEMETRY", name: "t", key: "temperature" },
    { kind: "TELEMETRY", name: "load", key: "load" },
  ],
  steps: [
    { severity: "MAJOR", when: { kind: "ALL", conditions: [{ ...hot, input: "load" }, hot, { ...hot, input: "d" }] } },
    { severity: "CRITICAL", when: { kind: "COMPARE", input: "t", comparison: "LESS", value: 2, deadBand: 1 } },
  ],
  alarmType: "Hot",
  actions: [],
};

test("[RUL6] the limits on a channel are drawn, and moved in the rule", () => {
  const levels = levelsOf(rule, "temperature");

  expect(levels).toMatchObject([
    { path: "steps.0.when.conditions.1", severity: "MAJOR", value: 80, isUpper: true, back: 76 },
    { path: "steps.1.when", severity: "CRITICAL", value: 2, isUpper: false, back: 3 },
  ]);
  const [first] = levels;
  const moved = first && withLevel(rule, first, 85);
  expect(moved && levelsOf(moved, "temperature")[0]).toMatchObject({ value: 85, back: 81 });
  expect(drawnKeys(rule)).toEqual(["load", "temperature"]);
});

test("[RUL6] a limit snaps to round numbers as fine as a pixel", () => {
  expect([stepOf(0, 100), stepOf(20, 21), stepOf(5, 5)]).toEqual([0.5, 0.005, 1]);
  expect([snapped(80.26, 0.5), snapped(0.1 + 0.2, 0.1)]).toEqual([80.5, 0.3]);
});

test("[RUL6] what a rule would have done is summed over devices, newest first", () => {
  const result = (id: string, startTs: number, endTs: number | null): RuleBacktestResult => ({
    deviceId: { entityType: "DEVICE", id },
    firings: [{ startTs, endTs, severity: "MAJOR", highest: 91, lowest: 81 }],
    ...{ count: 1, lastedMs: 5_000, tooShort: 2, points: 10, isCutOff: false, endedTs: 99_000 },
    silent: [{ startTs: 10_000, endTs: 20_000 }],
  });

  expect(summaryOf([result("a", 1_000, 6_000), result("b", 94_000, null)])).toMatchObject({
    ...{ count: 2, lastedMs: 10_000, tooShort: 4, points: 20, isCutOff: false },
    silent: new Map(["a", "b"].map((id) => [id, [{ from: 10_000, to: 20_000 }]])),
    firings: [
      { deviceId: "b", from: 94_000, to: 99_000, isOver: false },
      { deviceId: "a", from: 1_000, to: 6_000, isOver: true },
    ],
  });
  expect(aroundOf({ from: 1_000_000, to: 1_060_000 })).toEqual({ from: 700_000, to: 1_360_000 });
});

test("rows of devices stand in an order that stays: those that fire first, then by name", () => {
  const devices = ["P-10", "P-2", "Hall", "P-1"].map((name) => ({ id: `id of ${name}`, name }));

  const rows = inRowOrder(devices, [{ deviceId: "id of P-2" }, { deviceId: "id of P-10" }], "en");

  expect(rows.map(({ name }) => name)).toEqual(["P-2", "P-10", "Hall", "P-1"]);
});
