import type { RuleDefinition } from "@heliograph/contract";
import { expect, test } from "vitest";
import { missingParts } from "./missing-parts.ts";

const whole: RuleDefinition = {
  scope: { kind: "DEVICE_TYPE", deviceTypeIds: ["t"] },
  inputs: [{ kind: "TELEMETRY", name: "t", key: "temperature" }],
  steps: [{ severity: "MAJOR", when: { kind: "COMPARE", input: "t", comparison: "GREATER", value: 80 } }],
  alarmType: "Too hot",
  actions: [],
};
const missing = (changes: Partial<RuleDefinition>) =>
  missingParts({ ...whole, ...changes }).map(({ code, path }) => `${code} ${path}`);

test("[RUL1] a rule that says everything lacks nothing", () => {
  expect(missing({})).toEqual([]);
  expect(missing({ scope: { kind: "DEVICE_GROUP", deviceGroupId: "g" } })).toEqual([]);
});

test("[RUL1] what is not said yet is told at its place", () => {
  const expression = { kind: "EXPRESSION", expression: " " } as const;

  expect(missing({ scope: { kind: "DEVICE", deviceIds: [] } })).toEqual(["SCOPE_EMPTY scope"]);
  expect(missing({ inputs: [{ kind: "TELEMETRY", name: "t", key: "" }] })).toEqual(["KEY_EMPTY inputs.0"]);
  expect(missing({ alarmType: "" })).toEqual(["ALARM_EMPTY alarmType"]);
  expect(missing({ steps: [{ severity: "MAJOR", when: { kind: "ALL", conditions: [expression] } }] })).toEqual([
    "EXPRESSION_EMPTY steps.0.when.conditions.0.expression",
  ]);
});
