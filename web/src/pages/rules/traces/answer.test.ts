import type { RuleDefinition } from "@heliograph/contract";
import { expect, test } from "vitest";
import { en } from "../../../i18n/en/index.ts";
import { answerOf, type Look, placeOf, textAt } from "./answer.ts";
import { phasesWithin } from "./phases.ts";

const wording = {
  words: en.rules,
  severities: en.alarms.severities,
  locale: "en",
  names: {
    channel: (key: string) => ({ title: key, unitShown: "°C", kind: "number" as const }),
    device: () => "P-02",
    type: () => "Pump",
    project: () => "North",
    group: () => "Outdoor",
  },
};

const above = (value: number) => ({ kind: "COMPARE", input: "t", comparison: "GREATER", value }) as const;
const definition: RuleDefinition = {
  scope: { kind: "DEVICE_TYPE", deviceTypeIds: ["t"] },
  inputs: [{ kind: "TELEMETRY", name: "t", key: "temperature" }],
  steps: [{ severity: "MAJOR", when: { kind: "ALL", conditions: [above(10), above(80)] }, for: { ms: 300_000 } }],
  alarmType: "Hot",
  actions: [],
};
const rule = { mode: "LIVE", definition } as const;
const hold = { path: "MAJOR.for", soFarMs: 0, neededMs: 300_000, times: 0, neededTimes: 1, isMet: false };
const look: Look = {
  isFor: true,
  phase: "NORMAL",
  values: { t: 71 },
  conditions: [
    { path: "steps.0.when", answer: "NOT_MET" },
    { path: "steps.0.when.conditions.0", answer: "MET" },
    { path: "steps.0.when.conditions.1", answer: "NOT_MET" },
  ],
  holds: [hold],
};
const told = (changes: Partial<Look>, mode: "LIVE" | "SHADOW" | "OFF" = "LIVE") =>
  answerOf({ ...look, ...changes }, { ...rule, mode }, wording);

test("[RUL5] why a rule did not fire is answered with the condition that kept it from it", () => {
  expect(told({})).toEqual({ kind: "calm", text: "Not so: temperature is above 80 °C." });
  expect(told({ phase: "PENDING", holds: [{ ...hold, soFarMs: 228_000, times: 9 }] })).toEqual({
    kind: "waiting",
    text: "It has been so for 3 min 48 sec; the rule needs 5 min.",
  });
  const counted = { ...hold, neededMs: 0, times: 1, neededTimes: 3 };
  expect(told({ phase: "PENDING", holds: [counted] }).text).toContain("1 value; the rule needs 3 values");
  expect(told({ conditions: [{ path: "steps.0.when", answer: "UNKNOWN" }] }).kind).toBe("unknown");
});

test("[RUL5] what fired, what is off, what is not for a device and what knows no value say so", () => {
  expect(told({ phase: "ACTIVE" }, "SHADOW").text).toBe(
    "It fired, and is not over. In shadow mode no alarm is raised.",
  );
  expect(told({ isFor: false }, "OFF").text).toBe("The rule is off: it decides nothing.");
  expect(told({ isFor: false }).text).toBe("The rule is not for this device.");
  expect(told({ values: { t: null } }).text).toBe("No value of it is known yet.");
});

test("[RUL5] places of a rule that is another one by now are told as they are", () => {
  expect(placeOf("clear.when.conditions.2")).toEqual({ of: "clear", way: [2] });
  expect(textAt(definition, "steps.0.when.conditions.0", wording)).toBe("temperature is above 10 °C");
  expect([textAt(definition, "steps.4.when", wording), textAt(definition, "MAJOR.for", wording)]).toEqual([
    "steps.4.when",
    "MAJOR.for",
  ]);
});

test("[RUL5] the states a rule was in follow from what happened", () => {
  const happened = [
    { from: "PENDING", to: "ACTIVE", ts: 30 },
    { from: "NORMAL", to: "PENDING", ts: 20 },
  ] as const;

  expect(phasesWithin(happened, { from: 10, to: 40 }, "ACTIVE")).toEqual([
    { from: 10, to: 20, phase: "NORMAL" },
    { from: 20, to: 30, phase: "PENDING" },
    { from: 30, to: 40, phase: "ACTIVE" },
  ]);
  expect(phasesWithin(happened, { from: 35, to: 40 }, "NORMAL")).toEqual([{ from: 35, to: 40, phase: "ACTIVE" }]);
  expect(phasesWithin(happened, { from: 1, to: 5 }, "ACTIVE")).toEqual([{ from: 1, to: 5, phase: "NORMAL" }]);
  expect(phasesWithin([], { from: 1, to: 5 }, "NORMAL")).toEqual([{ from: 1, to: 5, phase: "NORMAL" }]);
});
