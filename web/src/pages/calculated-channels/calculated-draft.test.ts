import type { CalculatedDefinition } from "@heliograph/contract";
import { expect, test } from "vitest";
import { freeName, renamed, withInputs } from "./calculated-draft.ts";
import { placeIn } from "./editor/place-in.ts";

const definition: CalculatedDefinition = {
  scope: { kind: "DEVICE", deviceId: "784f394c-42b6-435a-983c-b7beff2784f9" },
  key: "power",
  inputs: [
    { kind: "CHANNEL", name: "u", key: "voltage" },
    { kind: "CHANNEL", name: "i", key: "current" },
  ],
  expression: 'u * i + (mode == "u" ? 1 : u1)',
};

test("[RUL7] an input that is renamed is renamed in the expression, and nothing that only looks like it", () => {
  expect(renamed(definition, 0, "volt").expression).toBe('volt * i + (mode == "u" ? 1 : u1)');
  expect(renamed(definition, 0, "i")).toMatchObject({ expression: definition.expression });
  expect(renamed(definition, 0, "").expression).toBe(definition.expression);
});

test("[RUL7] inputs of projects bring an interval, and take it along when they go", () => {
  const sum = { kind: "PROJECT" as const, name: "s", key: "power", function: "SUM" as const };

  const withSum = withInputs(definition, [...definition.inputs, sum]);

  expect(withSum.everyMs).toBe(60_000);
  expect("everyMs" in withInputs(withSum, definition.inputs)).toBe(false);
});

test("[RUL7] a new input has a name that is free", () => {
  expect(freeName([])).toBe("a");
  expect(freeName([{ name: "a" }, { name: "c" }])).toBe("b");
});

test("[RUL7] where an expression is wrong is told by line and column", () => {
  expect(placeIn("a +\n  * b", 6)).toEqual({ line: 2, column: 3 });
  expect(placeIn("a +", 3)).toEqual({ line: 1, column: 4 });
});
