import type { RuleDefinition } from "@heliograph/contract";
import { expect, test } from "vitest";
import { de } from "../../../i18n/de/index.ts";
import { en } from "../../../i18n/en/index.ts";
import { valueTyped } from "./actions.ts";
import { presetNames, presetOf } from "./presets.ts";
import type { RuleNames } from "./rule-names.ts";
import { ruleText } from "./rule-text.ts";
import { msOf, spanOf, spanText } from "./spans.ts";
import { filledText } from "./template.ts";
import type { Wording } from "./wording.ts";

const names: RuleNames = {
  channel: (key) => ({ title: key, unitShown: key === "temperature" ? "°C" : "", kind: "number" }),
  device: (id) => (id === "gone" ? undefined : `P-${id}`),
  type: () => "Pump",
  project: () => "North",
  group: () => "Outdoor",
};
const wordingOf = ({ rules, alarms }: typeof en, locale: string): Wording => ({
  words: rules,
  severities: alarms.severities,
  locale,
  names,
});
const english = wordingOf(en, "en");

const rule: RuleDefinition = {
  scope: { kind: "PROJECT", projectIds: ["p"], deviceTypeIds: ["t"] },
  inputs: [
    { kind: "TELEMETRY", name: "t", key: "temperature" },
    { kind: "TELEMETRY", name: "load", key: "load", window: { function: "AVG", overMs: 300_000 } },
  ],
  steps: [
    {
      severity: "MAJOR",
      when: { kind: "COMPARE", input: "t", comparison: "GREATER", value: 80, deadBand: 4 },
      for: { ms: 300_000 },
    },
  ],
  alarmType: "Bearing too hot",
  actions: [],
};

test("[RUL1] a rule reads as a sentence, in each language", () => {
  expect(ruleText(rule, english)).toEqual([
    "When temperature of every Pump in North is above 80 °C for 5 min, raise Major “Bearing too hot”.",
    "It is over when it is back below 76 °C.",
  ]);
  expect(ruleText(rule, wordingOf(de, "de"))[0]).toBe(
    "Wenn gilt: temperature von jedem Gerät vom Typ Pump in North liegt über 80 °C, 5 min lang, dann Schwer „Bearing too hot“ melden.",
  );
});

test("[RUL1] groups of conditions, windows, other channels, values in a row and latching have their words", () => {
  const load = { kind: "COMPARE", input: "load", comparison: "LESS_OR_EQUAL", other: "t" } as const;
  const hot = { kind: "COMPARE", input: "t", comparison: "GREATER", value: 80 } as const;
  const definition: RuleDefinition = {
    ...rule,
    scope: { kind: "DEVICE", deviceIds: ["1", "gone", "3", "4", "5"] },
    steps: [
      { severity: "MAJOR", when: { kind: "ANY", conditions: [hot, load] }, for: { count: 3 } },
      { severity: "CRITICAL", when: { kind: "NONE", conditions: [hot] } },
    ],
    latch: true,
    noData: { afterMs: 900_000, policy: "KEEP" },
    late: { afterMs: 300_000, policy: "IGNORE" },
  };

  expect(ruleText(definition, english)).toEqual([
    "At P-1, (gone), P-3, 2 more: when (temperature is above 80 °C or the average of load over 5 min is at most temperature) for 3 values in a row, raise Major “Bearing too hot”.",
    "When none of temperature is above 80 °C, it is Critical.",
    "It is over only when somebody clears it.",
    "Without values for 15 min keep the state.",
    "Late values (more than 5 min) decide nothing.",
  ]);
});

test("[RUL1] every preset reads as a sentence and takes what its type says", () => {
  const scope = { kind: "DEVICE_TYPE", deviceTypeIds: ["t"] } as const;
  const channels = [
    { key: "mode", kind: "state" as const },
    { key: "temperature", limits: { alarmAbove: 120 } },
    { key: "pos.y", part: "latitude" as const, kind: "position" as never },
  ];
  const told = presetNames.map((name) => {
    const ground = { scope: { ...scope, deviceTypeIds: ["t"] }, channels, keys: [], title: name };
    const definition = presetOf(name, { ...ground, position: { latitude: 48.1, longitude: 11.5 } });
    return [name, ruleText(definition, english)[0]];
  });

  expect(Object.fromEntries(told)).toMatchObject({
    limit: expect.stringMatching(/^When temperature of every Pump is above 120 °C for 5 min/),
    silent: "When activity of every Pump is inactive, raise Warning “silent”.",
    missing: "When temperature of every Pump does not arrive for 15 min, raise Warning “missing”.",
    rate: expect.stringMatching(/^When the change of temperature within 10 min of every Pump is above 10 °C/),
    stuck: expect.stringMatching(/is the lowest temperature within 1 h for 1 h/),
    battery: expect.stringMatching(/^When battery of every Pump is below 20/),
    geofence:
      "When the position of every Pump is outside a circle of 1 km radius around 48.10000° N, 11.50000° E for 2 values in a row, raise Minor “geofence”.",
    fileFailed: "When the last file of every Pump is unreadable, raise Minor “fileFailed”.",
    fileArrived: "When a file of every Pump is received, raise Indeterminate “fileArrived”.",
    expression: expect.stringMatching(/temperature > 80\.0/),
  });
});

test("spans are in the largest unit that is whole, and come back as they were", () => {
  expect([300_000, 5_400_000, 86_400_000, 1_500].map((ms) => spanText(ms, "en"))).toEqual([
    "5 min",
    "90 min",
    "1 d",
    "1.5 s",
  ]);
  expect([1, 1_500, 90_000, 7_200_000].map((ms) => msOf(spanOf(ms)))).toEqual([1, 1_500, 90_000, 7_200_000]);
});

test("a place with nothing in it leaves no gap", () => {
  expect(filledText("when {a} {b}, {c}.", { a: "x", b: "", c: "y" })).toBe("when x, y.");
});

test("[RUL4] what a rule does beside its alarm is a sentence each, and a value is what it reads as", () => {
  const actions: RuleDefinition["actions"] = [
    { kind: "PUBLISH_ATTRIBUTE", on: ["RAISED", "CLEARED"], scope: "SHARED_SCOPE", key: "limit", input: "t" },
    { kind: "COMMAND", on: ["RAISED"], type: "RPC", method: "reduceSpeed" },
  ];

  expect(ruleText({ ...rule, actions }, english).slice(-2)).toEqual([
    "When it is raised or is cleared, write the value of t as attribute limit.",
    "When it is raised, queue RPC reduceSpeed.",
  ]);
  expect(["1.5", " true", "2 bar", ""].map(valueTyped)).toEqual([1.5, true, "2 bar", ""]);
});

test("[RUL1] what is looked at beside points, and a group, are said in words", () => {
  const inputs: RuleDefinition["inputs"] = [
    { kind: "ATTRIBUTE", name: "limit", scope: "SERVER_SCOPE", key: "limit" },
    { kind: "ACTIVITY", name: "activity" },
    { kind: "ALARM", name: "silent", alarmType: "Device silent" },
    { kind: "FILE", name: "file", tag: "raw" },
    { kind: "COMMAND", name: "command", type: "RPC", momentary: true },
  ];
  const is = (input: string, value: string | number | boolean) =>
    ({ kind: "COMPARE", input, comparison: "EQUAL", value }) as const;
  const conditions = [
    is("limit", 3),
    is("activity", false),
    is("silent", true),
    is("file", "FAILED"),
    is("command", "DONE"),
  ];
  const scope = { kind: "DEVICE_GROUP" as const, deviceGroupId: "g" };
  const [sentence] = ruleText(
    { ...rule, scope, inputs, steps: [{ severity: "MINOR", when: { kind: "ALL", conditions } }] },
    english,
  );

  expect(sentence).toContain("every device of the group Outdoor");
  expect(sentence).toContain(
    "attribute limit is 3 and activity is inactive and alarm “Device silent” is active and " +
      "the last file tagged raw is unreadable and a command (RPC) is done",
  );
});

test("[RUL4] whom a rule tells is said by name, and with which severities", () => {
  const choices = {
    me: { id: "me", name: "Ada" },
    users: [],
    roles: [],
    projects: [],
    webhooks: [{ id: "w", name: "Shop" }],
  };
  const told = { policies: en.policies, roles: en.roles.names, choices };
  const actions: RuleDefinition["actions"] = [
    { kind: "NOTIFY", on: ["RAISED"], severities: ["CRITICAL"], recipients: { roles: ["OPERATOR"], userIds: ["me"] } },
    { kind: "WEBHOOK", on: ["CLEARED"], webhookId: "w" },
  ];

  expect(ruleText({ ...rule, actions }, { ...english, told }).slice(-2)).toEqual([
    "When it is raised (Critical only), tell every Operator and me.",
    "When it is cleared, call the webhook Shop.",
  ]);
});
