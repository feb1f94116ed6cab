import type { RuleDefinition } from "@heliograph/contract";
import { expect, test } from "vitest";
import type { DeviceId, RuleId, TenantId } from "../../../kernel/ids.ts";
import { epochMs } from "../../../kernel/time.ts";
import type { Transition } from "../step/transition.ts";
import type { Rule } from "./rule.ts";
import { alarmChangeOf, type RaisedByRules } from "./rule-alarms.ts";

const alarms: RaisedByRules = {
  changeAll: async () => new Map(),
  openAmong: async () => [],
  isSmallEnough: () => true,
};
const telemetry = { kind: "TELEMETRY", name: "t", key: "t" } as const;
const step = {
  severity: "MAJOR",
  when: { kind: "COMPARE", input: "t", comparison: "GREATER", value: 80 },
} as const;
const noData = { afterMs: 60_000, policy: "RAISE", severity: "WARNING" } as const;

const ruleOf = (definition: Pick<RuleDefinition, "inputs" | "steps"> & Partial<RuleDefinition>): Rule => ({
  ...{
    id: "rule" as RuleId,
    tenantId: "tenant" as TenantId,
    name: "rule",
    description: null,
    mode: "LIVE",
    version: 1,
  },
  ...{ createdTime: epochMs(1), updatedTime: epochMs(1) },
  definition: { scope: { kind: "DEVICE", deviceIds: [] }, alarmType: "Alarm", actions: [], ...definition },
});
const transition: Transition = {
  ...{ from: "NORMAL", to: "ACTIVE", cause: "NO_DATA", ts: 5, now: 6, occasion: "RAISED", alarmType: "Alarm" },
  ...{ severity: "MAJOR", startTs: 5, isQuiet: false, values: {} },
};
const raisedBy = (rule: Rule, changes: Partial<Transition> = {}) =>
  alarmChangeOf(alarms, rule, "device" as DeviceId, { ...transition, ...changes });

test.each([
  ["nothing but a channel that is missing", ruleOf({ inputs: [telemetry], steps: [], noData }), false],
  ["activity alone", ruleOf({ inputs: [{ kind: "ACTIVITY", name: "active" }], steps: [step] }), true],
  ["a limit, and missing data beside it", ruleOf({ inputs: [telemetry], steps: [step], noData }), false],
  [
    "activity among others",
    ruleOf({ inputs: [telemetry, { kind: "ACTIVITY", name: "active" }], steps: [step] }),
    false,
  ],
])("[ALM3] whether an alarm says that a device is silent: a rule for %s", (_, rule, silent) => {
  expect(raisedBy(rule)).toMatchObject({ kind: "raise", details: { cause: "NO_DATA" } });
  expect(JSON.stringify(raisedBy(rule)).includes('"silent":true')).toBe(silent);
});

test("[RUL3] the alarm of what is late says so, for whoever tells people", () => {
  const rule = ruleOf({ inputs: [telemetry], steps: [step] });

  expect([raisedBy(rule, { isQuiet: true }), raisedBy(rule)]).toMatchObject([{ isQuiet: true }, { isQuiet: false }]);
});

test("[ALM1] what ends an alarm of a rule says what was seen then, and nothing of the rule again", () => {
  const rule = ruleOf({ inputs: [telemetry], steps: [step] });
  const over = { from: "ACTIVE", to: "NORMAL", cause: "NOT_MET", occasion: "CLEARED", values: { t: 50 } } as const;
  const limits = [{ input: "t", key: "t", comparison: "GREATER", limit: 80 }];

  expect(raisedBy(rule, over)).toMatchObject({
    kind: "clear",
    details: { cause: "NOT_MET", values: { t: 50 }, limits },
  });
  expect(JSON.stringify(raisedBy(rule, over))).not.toContain("ruleId");
});

test("[RUL4] the alarm of a file names it, and one that holds for a moment says so", () => {
  const file = { kind: "FILE", name: "f", momentary: true } as const;
  const arrived = { kind: "COMPARE", input: "f", comparison: "EQUAL", value: "ARRIVED" } as const;
  const rule = ruleOf({ inputs: [file], steps: [{ severity: "MAJOR", when: arrived }] });

  expect(raisedBy(rule, { cause: "MET", file: "run 7.csv" })).toMatchObject({
    details: { file: "run 7.csv", momentary: true },
  });
  expect(JSON.stringify(raisedBy(ruleOf({ inputs: [telemetry], steps: [step] })))).not.toMatch(/file|momentary/);
});
