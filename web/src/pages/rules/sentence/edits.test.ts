import type { RuleDefinition } from "@heliograph/contract";
import { describe, expect, test } from "vitest";
import {
  conditionAt,
  furtherLimit,
  inputNameFor,
  pathOf,
  withAnother,
  withChangedInput,
  withCondition,
  withInput,
  withInputOfKind,
  wordsOf,
} from "./edits.ts";

const above = (value: number, input = "temperature") =>
  ({ kind: "COMPARE", input, comparison: "GREATER", value }) as const;

const rule: RuleDefinition = {
  scope: { kind: "DEVICE", deviceIds: ["784f394c-42b6-435a-983c-b7beff2784f9"] },
  inputs: [
    { kind: "TELEMETRY", name: "temperature", key: "temperature" },
    { kind: "TELEMETRY", name: "load", key: "load" },
  ],
  steps: [{ severity: "MAJOR", when: { kind: "ALL", conditions: [above(80), above(5, "load")] } }],
  alarmType: "Hot",
  actions: [],
};

describe("[RUL1] the conditions of a rule are edited in place", () => {
  test("one more stands beside it, in its group or in a new one", () => {
    const first = { of: 0, way: [0] };
    const inner = withAnother(rule, first, above(1));

    expect(conditionAt(inner, first)).toEqual({ kind: "ALL", conditions: [above(80), above(1)] });
    expect(conditionAt(withAnother(rule, { of: 0, way: [] }, above(1)), { of: 0, way: [2] })).toEqual(above(1));
    expect(pathOf({ of: 0, way: [0, 1] })).toBe("steps.0.when.conditions.0.conditions.1");
    expect(pathOf({ of: "clear", way: [] })).toBe("clear.when");
  });

  test("a group of one is that one, and what nothing asks for any more is looked at no more", () => {
    const left = withCondition(rule, { of: 0, way: [1] }, undefined);

    expect(left.steps[0]?.when).toEqual(above(80));
    expect(left.inputs.map(({ name }) => name)).toEqual(["temperature"]);
    expect(withCondition(left, { of: 0, way: [] }, undefined)).toMatchObject({
      steps: [],
      inputs: [{ key: "temperature" }],
    });
  });

  test("a condition of clearing goes without a trace", () => {
    const own = { ...rule, clear: { when: above(70), for: { ms: 1 } } };

    expect(withCondition(own, { of: "clear", way: [] }, undefined).clear).toEqual({ for: { ms: 1 } });
    expect(withCondition({ ...rule, clear: { when: above(70) } }, { of: "clear", way: [] }, undefined)).toEqual(rule);
  });
});

test("[RUL1] one more severity begins a tenth further, on the side that is worse", () => {
  expect(furtherLimit(above(80))).toEqual(above(88));
  expect(furtherLimit({ ...above(20), comparison: "LESS" })).toMatchObject({ value: 18 });
  expect([furtherLimit(above(0)), furtherLimit({ ...above(5), comparison: "EQUAL" })]).toMatchObject([
    { value: 1 },
    { value: 5 },
  ]);
});

describe("[RUL1] what a rule looks at", () => {
  test("is called after its key, by a name that expressions can use and no other has", () => {
    expect(inputNameFor("bearing.temperature", [])).toBe("bearing_temperature");
    expect(inputNameFor("4 °C", [])).toBe("C");
    expect(inputNameFor("温度", [])).toBe("value");
    expect(inputNameFor("in", [])).toBe("in_value");
    expect(inputNameFor("t", ["t", "t_2"])).toBe("t_3");
    expect(withInput(rule, { kind: "TELEMETRY", key: "load" }).name).toBe("load_2");
  });

  test("is called after its new key wherever it stands; not where an expression knows it", () => {
    const other = { kind: "TELEMETRY", name: "temperature", key: "oil" } as const;
    const changed = withChangedInput(rule, "temperature", other);
    const expression = { kind: "EXPRESSION", expression: "temperature > 1.0" } as const;
    const kept = withChangedInput({ ...rule, steps: [{ severity: "MAJOR", when: expression }] }, "temperature", other);

    expect(changed.inputs[0]).toEqual({ ...other, name: "oil" });
    expect(conditionAt(changed, { of: 0, way: [0] })).toEqual(above(80, "oil"));
    expect(kept.inputs[0]).toEqual(other);
  });

  test("is found among the words of an expression, not in its texts", () => {
    expect([...wordsOf(`a.contains("b \\" c") && d == 'e'`)]).toEqual(["a", "contains", "d"]);
  });
});

test("[RUL1] an input that becomes one of another kind takes what it is compared with along", () => {
  const compare = { kind: "COMPARE" as const, input: "t", comparison: "GREATER" as const, value: 80, deadBand: 4 };
  const definition: RuleDefinition = {
    scope: { kind: "DEVICE", deviceIds: ["1"] },
    inputs: [{ kind: "TELEMETRY", name: "t", key: "t" }],
    steps: [{ severity: "MINOR", when: compare }],
    alarmType: "Hot",
    actions: [],
  };
  const files = withInputOfKind(definition, "t", { kind: "FILE", name: "t" });

  expect(files.inputs).toEqual([{ kind: "FILE", name: "file" }]);
  expect(files.steps[0]?.when).toEqual({ kind: "COMPARE", input: "file", comparison: "EQUAL", value: "FAILED" });
  const back = withInputOfKind(files, "file", { kind: "TELEMETRY", name: "file", key: "t" });
  expect(back.steps[0]?.when).toEqual({ kind: "COMPARE", input: "t", comparison: "GREATER", value: 0 });
  expect(
    withInputOfKind(definition, "t", { kind: "ATTRIBUTE", name: "t", scope: "SERVER_SCOPE", key: "t" }).steps,
  ).toEqual(definition.steps);
});
