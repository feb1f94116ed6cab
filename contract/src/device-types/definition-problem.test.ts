import { expect, test } from "vitest";
import { definitionProblem } from "./definition-problem.ts";
import type { DeviceTypeDefinition } from "./device-type.ts";

const problemOf = (definition: Partial<DeviceTypeDefinition>) =>
  definitionProblem({ channels: [], commands: [], attributes: [], ...definition });

test("[TYP2] what makes sense has no problem: patterns, limits on one side, states of any kind", () => {
  const channels = [
    { key: "*" },
    { key: "bearing_*_temp", range: { min: -20, max: -20 }, limits: { warnAbove: 90, alarmAbove: 90 } },
    { key: "door", kind: "state" as const, states: [{ value: 0 }, { value: "0" }, { value: false }] },
  ];

  expect(problemOf({ channels })).toBeUndefined();
});

test.each([
  [{ channels: [{ key: "a" }, { key: "a" }] }, "the channel a is there twice"],
  [{ channels: [{ key: "a", decimals: 99 }] }, "Channel a: decimals are a whole number from 0 to 15"],
  [{ channels: [{ key: "a", range: { min: 2, max: 1 } }] }, "Channel a: the expected range ends before it begins"],
  [{ channels: [{ key: "a", limits: { warnAbove: 100, alarmAbove: 90 } }] }, "Channel a: limits must rise"],
  [{ channels: [{ key: "a", limits: { alarmBelow: 5, warnAbove: 1 } }] }, "Channel a: limits must rise"],
  [{ channels: [{ key: "a", states: [{ value: 1 }, { value: 1 }] }] }, "Channel a: the state 1 is there twice"],
  [{ commands: [{ method: "m" }, { method: "m" }] }, "the command m is there twice"],
  [{ commands: [{ method: "m", parameters: [{ key: "p", min: 2, max: 1 }] }] }, "Command m: p: the largest number"],
  [{ commands: [{ method: "m", parameters: [{ key: "p", kind: "choice" as const }] }] }, "p: a choice needs choices"],
  [{ attributes: [{ key: "a" }, { key: "a", scope: "SHARED_SCOPE" as const }] }, "the attribute SHARED_SCOPE a"],
  [{ attributes: [{ key: "a", scope: "CLIENT_SCOPE" as const }] }, "people cannot edit it"],
])("[TYP2] %j is refused: %s", (definition, problem) => {
  expect(problemOf(definition)).toContain(problem);
});
