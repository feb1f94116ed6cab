import type { RuleDefinition } from "@heliograph/contract";
import { expect, test } from "vitest";
import { type RuleDraft, renamed } from "./draft.ts";

const draftNamed = (name: string, alarmType: string): RuleDraft => ({
  name,
  description: "",
  definition: { alarmType } as RuleDefinition,
});

test("the alarm of a rule that is named for the first time is called as the rule is", () => {
  expect(renamed(draftNamed("Value too high", "Value too high"), "Bearing too hot")).toEqual({
    name: "Bearing too hot",
    definition: { alarmType: "Bearing too hot" },
  });
});

test("one that was called otherwise keeps its name, and none is left without", () => {
  expect(renamed(draftNamed("Rule", "Hot"), "Another")).toEqual({ name: "Another" });
  expect(renamed(draftNamed("Rule", "Rule"), " ")).toEqual({ name: " " });
});
