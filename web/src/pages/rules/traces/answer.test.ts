import type { RuleDefinition } from "@heliograph/contract";
import { expect, test } from "vitest";
import { dateTimeText } from "../../../format/time.ts";
import { en } from "../../../i18n/en/index.ts";
import { answerOf, dueText, type Look, placeOf, textAt, waitedText } from "./answer.ts";
import { phasesWithin } from "./phases.ts";
import { holdsAt, waitedUntil } from "./waiting.ts";

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
const counted = { soFarMs: 0, neededMs: 300_000, times: 0, neededTimes: 1, isMet: false, since: null, dueTime: null };
const hold = { path: "MAJOR.for", ...counted };
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
  expect(told({})).toEqual({ kind: "calm", text: "The condition “temperature is above 80 °C” is not met." });
  expect(told({ phase: "PENDING", holds: [{ ...hold, soFarMs: 228_000, times: 9 }] })).toEqual({
    kind: "waiting",
    text: "It has been so for 3 min 48 sec; the rule needs 5 min.",
  });
  const points = { ...hold, neededMs: 0, times: 1, neededTimes: 3 };
  expect(told({ phase: "PENDING", holds: [points] }).text).toContain("1 value; the rule needs 3 values");
  expect(told({ conditions: [{ path: "steps.0.when", answer: "UNKNOWN" }] }).kind).toBe("unknown");
});

test("[RUL5] time counts while nothing arrives, up to what the rule needs", () => {
  const waiting = { ...hold, since: 0, dueTime: 580_000, times: 1 };
  const soFar = (now: number) => holdsAt([waiting], now)[0]?.soFarMs;

  expect([soFar(280_000), soFar(520_000), soFar(900_000)]).toEqual([0, 240_000, 300_000]);
  expect(holdsAt([hold], 900_000)).toEqual([hold]);
});

test("[RUL5] what happens by itself is said: that it fires, and later where values came late", () => {
  const onTime = { ...hold, since: 0, dueTime: 300_000, times: 1 };
  const late = { ...onTime, dueTime: 580_000 };
  const at = (ms: number) => dateTimeText(ms, "en");

  expect(dueText({ holds: [onTime], dueTime: 300_000 }, wording)).toBe(
    `Without another value it fires at ${at(300_000)}.`,
  );
  expect(dueText({ holds: [late], dueTime: 580_000 }, wording)).toBe(
    `Without another value it fires at ${at(580_000)}: its values came 4 min 40 sec late.`,
  );
  expect(dueText({ holds: [late], dueTime: 10_000 }, wording)).toContain("something happens");
  expect(dueText({ holds: [], dueTime: null }, wording)).toBe("");
});

test("[RUL5] a wait that ended without an alarm says how long it was, and what would have been enough", () => {
  const deviceId = { entityType: "DEVICE", id: "d" } as const;
  const begun = { deviceId, from: "NORMAL", to: "PENDING", ts: 1_000 } as const;
  const ended = { deviceId, from: "PENDING", to: "NORMAL", ts: 281_000 } as const;
  const other = { ...begun, deviceId: { ...deviceId, id: "e" }, ts: 200_000 };

  const waited = waitedUntil(ended, [ended, other, begun], definition);

  expect(waited && waitedText(waited, wording)).toBe(
    "It was so for 4 min 40 sec; the rule needs 5 min. With 4 min it would have fired.",
  );
  expect(waitedUntil(begun, [begun], definition)).toBeUndefined();
  expect(waitedUntil(ended, [other], definition)).toBeUndefined();
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
