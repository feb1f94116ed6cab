import { describe, expect, test } from "vitest";
import { ruleProblems } from "./problems.ts";
import type { RuleDefinition } from "./rule.ts";
import { ruleCycle } from "./rule-cycle.ts";

const temperature = { kind: "TELEMETRY", name: "temperature", key: "temperature" } as const;
const area = { kind: "AREA", latitude: "temperature", longitude: "temperature", where: "INSIDE" } as const;
const above = { kind: "COMPARE", input: "temperature", comparison: "GREATER", value: 80 } as const;

const ruleOf = (changes: Partial<RuleDefinition>): RuleDefinition => ({
  scope: { kind: "DEVICE", deviceIds: ["784f394c-42b6-435a-983c-b7beff2784f9"] },
  inputs: [temperature],
  steps: [{ severity: "MAJOR", when: above }],
  alarmType: "Too hot",
  actions: [],
  ...changes,
});

describe("[RUL1] what is wrong with a rule is said, and where", () => {
  test("a plain rule has no problem", () => {
    expect(ruleProblems(ruleOf({}))).toEqual([]);
  });

  test.each<[string, Partial<RuleDefinition>, string, RegExp]>([
    [
      "an unknown input",
      { steps: [{ severity: "MAJOR", when: { ...above, input: "x" } }] },
      "steps.0.when",
      /no input "x"/,
    ],
    [
      "a text compared with a number",
      {
        steps: [
          { severity: "MAJOR", when: { kind: "NONE", conditions: [{ ...above, comparison: "EQUAL", value: "a" }] } },
        ],
      },
      "steps.0.when.conditions.0",
      /is NUMBER, what it is compared with is TEXT/,
    ],
    ["a name twice", { inputs: [temperature, temperature] }, "inputs.1", /twice/],
    [
      "a severity twice",
      {
        steps: [
          { severity: "MAJOR", when: above },
          { severity: "MAJOR", when: above },
        ],
      },
      "steps",
      /once/,
    ],
    [
      "a window of texts",
      { inputs: [{ ...temperature, type: "TEXT", window: { function: "AVG", overMs: 1 } }] },
      "inputs.0",
      /number/,
    ],
    [
      "conditions without end",
      {
        steps: (["MAJOR", "MINOR"] as const).map((severity) => ({
          severity,
          when: { kind: "ANY", conditions: Array(6).fill({ kind: "ALL", conditions: Array(20).fill(above) }) },
        })),
      },
      "steps",
      /more than 200 conditions/,
    ],
    ["no step at all", { steps: [] }, "steps", /never raises/],
    [
      "both a value and another input",
      { steps: [{ severity: "MAJOR", when: { ...above, other: "temperature" } }] },
      "steps.0.when",
      /either/,
    ],
    [
      "a dead band of equality",
      { steps: [{ severity: "MAJOR", when: { ...above, comparison: "EQUAL", deadBand: 1 } }] },
      "steps.0.when",
      /dead band/,
    ],
    [
      "an area of no shape",
      { steps: [{ severity: "MAJOR", when: area }] },
      "steps.0.when",
      /either a circle or corners/,
    ],
    [
      "an area at a text",
      {
        inputs: [{ kind: "TELEMETRY", name: "temperature", key: "t", type: "TEXT" }],
        steps: [{ severity: "MAJOR", when: { ...area, circle: { latitude: 1, longitude: 2, radius: 3 } } }],
      },
      "steps.0.when",
      /numbers/,
    ],
    [
      "a time and a number of points",
      { steps: [{ severity: "MAJOR", when: above, for: { ms: 1, count: 2 } }] },
      "steps.0.for",
      /either/,
    ],
    ["a latch that clears itself", { latch: true, clear: {} }, "clear", /people/],
    ["RAISE without a severity", { noData: { afterMs: 1_000, policy: "RAISE" } }, "noData.severity", /needs/],
    ["a command without a text", { actions: [{ kind: "COMMAND", on: ["RAISED"], type: "SCPI" }] }, "actions.0", /text/],
    [
      "a value and an input to write",
      { actions: [{ kind: "PUBLISH_TELEMETRY", on: ["RAISED"], key: "a", value: 1, input: "temperature" }] },
      "actions.0",
      /either/,
    ],
    [
      "the value of an input that is not there",
      { actions: [{ kind: "PUBLISH_ATTRIBUTE", on: ["RAISED"], scope: "SERVER_SCOPE", key: "a", input: "x" }] },
      "actions.0",
      /no input "x"/,
    ],
    [
      "a notification of nobody",
      { actions: [{ kind: "NOTIFY", on: ["RAISED"], recipients: { userIds: [] } }] },
      "actions.0",
      /nobody/,
    ],
  ])("%s", (_, changes, path, message) => {
    const problems = ruleProblems(ruleOf(changes));

    expect(problems.find((problem) => problem.path === path)?.message).toMatch(message);
  });

  test("more dead bands than a state has bits are refused", () => {
    const conditions = Array.from({ length: 16 }, () => ({ ...above, deadBand: 1 }));
    const when = { kind: "ALL" as const, conditions };

    const problems = ruleProblems(
      ruleOf({
        steps: [
          { severity: "MAJOR", when },
          { severity: "MINOR", when },
        ],
      }),
    );

    expect(problems).toContainEqual({
      ...{ path: "steps", code: "DEAD_BANDS_TOO_MANY", params: { most: "30" } },
      message: expect.stringMatching(/30 dead bands/),
    });
  });
});

describe("[RUL4] rules that trigger each other are found when they are saved", () => {
  const publishing = (from: string, to: string) => ({
    name: `${from} to ${to}`,
    definition: ruleOf({
      inputs: [{ ...temperature, key: from }],
      actions: [{ kind: "PUBLISH_TELEMETRY", on: ["RAISED"], key: to, value: 1 }],
    }),
  });

  test("a rule that triggers itself", () => {
    expect(ruleCycle(publishing("a", "a"), [])).toEqual(["a to a", "a to a"]);
  });

  test("a ring of three, and none where one of them is missing", () => {
    const [first, second, third] = [publishing("a", "b"), publishing("b", "c"), publishing("c", "a")];

    expect(ruleCycle(first, [third, second])).toEqual(["a to b", "b to c", "c to a", "a to b"]);
    expect(ruleCycle(first, [second])).toBeUndefined();
  });

  describe("through calculated channels", () => {
    const channel = (key: string, from: string) => ({
      ...{ name: key, channel: { key, inputs: [{ key: from }] } },
    });

    test("a rule that looks at what is calculated from what it writes", () => {
      const [rule, others] = [publishing("c", "a"), [channel("b", "a"), channel("c", "b")]];

      expect(ruleCycle(rule, others)).toEqual(["c to a", "b", "c", "c to a"]);
      expect(ruleCycle(rule, others.slice(1))).toBeUndefined();
    });

    test("a channel that closes one is found as well; of channels alone none is meant", () => {
      const ring = [channel("b", "a"), channel("a", "b")];

      expect(ruleCycle(channel("b", "a"), [channel("c", "b"), publishing("c", "a")])).toEqual([
        "b",
        "c",
        "c to a",
        "b",
      ]);
      expect(ruleCycle(channel("b", "a"), [channel("a", "b"), publishing("b", "x")])).toBeUndefined();
      expect(ruleCycle(publishing("x", "a"), ring)).toBeUndefined();
    });
  });

  test("a rule that looks at its own alarm", () => {
    const inputs = [temperature, { kind: "ALARM" as const, name: "already", alarmType: "Too hot" }];

    expect(ruleCycle({ name: "hot", definition: ruleOf({ inputs }) }, [])).toEqual(["hot", "hot"]);
  });

  test("a rule that writes the attribute it looks at, and one that sends the command it waits for", () => {
    const limit = { kind: "ATTRIBUTE", name: "limit", scope: "SERVER_SCOPE", key: "limit" } as const;
    const writing = {
      kind: "PUBLISH_ATTRIBUTE",
      on: ["RAISED"],
      scope: "SERVER_SCOPE",
      key: "limit",
      value: 1,
    } as const;
    const answered = { kind: "COMMAND", name: "answered" } as const;
    const sending = { kind: "COMMAND", on: ["RAISED"], type: "RPC", method: "off" } as const;
    const self = (inputs: RuleDefinition["inputs"], action: RuleDefinition["actions"][number]) =>
      ruleCycle(
        {
          name: "self",
          definition: ruleOf({ inputs: [temperature, ...inputs], actions: [{ ...action, on: ["RAISED"] }] }),
        },
        [],
      );

    expect(self([limit], { ...writing, on: ["RAISED"] })).toEqual(["self", "self"]);
    expect(self([answered], { ...sending, on: ["RAISED"] })).toEqual(["self", "self"]);
    expect(self([{ ...answered, type: "SCPI" }], { ...sending, on: ["RAISED"] })).toBeUndefined();
  });
});
