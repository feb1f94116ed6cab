import type { RuleDefinition } from "@heliograph/contract";
import { RuleDefinition as RuleSchema } from "@heliograph/contract";
import { describe, expect, test } from "vitest";
import { bodyValidator } from "../../kernel/schema-validators.ts";
import { backtested } from "./backtest/backtest.ts";
import { compileRule } from "./compile/compile-rule.ts";
import { Evaluation } from "./evaluation.ts";
import { checkRule } from "./rule-check.ts";
import { initialState } from "./step/rule-state.ts";
import { explained } from "./trace.ts";

const minute = 60_000;
const noon = Date.UTC(2026, 10, 20, 12);
const above = (value: number) => ({ kind: "COMPARE", input: "temperature", comparison: "GREATER", value }) as const;

/** The rule of the mock-up: a sentence with two limits, a clearing limit, no data and late data. */
const bearing: RuleDefinition = {
  scope: { kind: "DEVICE", deviceIds: ["784f394c-42b6-435a-983c-b7beff2784f9"] },
  inputs: [{ kind: "TELEMETRY", name: "temperature", key: "bearing.temperature", maxAgeMs: 15 * minute }],
  steps: [
    { severity: "MAJOR", when: above(80), for: { ms: 5 * minute } },
    { severity: "CRITICAL", when: above(90), for: { ms: minute } },
  ],
  clear: { when: { ...above(76), comparison: "LESS" }, for: { ms: 2 * minute } },
  noData: { afterMs: 15 * minute, policy: "KEEP" },
  late: { afterMs: 5 * minute, policy: "COUNT_SILENTLY" },
  alarmType: "Bearing too hot",
  actions: [],
};

function evaluationOf(changes: Partial<RuleDefinition> = {}) {
  const rule = compileRule({ ...bearing, ...changes });
  const evaluation = new Evaluation(rule, initialState(rule), noon);
  /** Values from a minute on, a minute apart. */
  const send = (fromMinute: number, ...values: (number | string)[]) =>
    values.flatMap((value, at) => {
      const ts = noon + (fromMinute + at) * minute;
      return evaluation.take([0], ts, value, ts);
    });
  return { rule, evaluation, send };
}

const told = (
  transitions: readonly { from: string; to: string; occasion: string | null; severity: string | null; ts: number }[],
) =>
  transitions.map(
    ({ from, to, occasion, severity, ts }) => `${(ts - noon) / minute} ${from} ${to} ${occasion} ${severity}`,
  );

describe("[RUL1] a rule as it is sent", () => {
  const validate = bodyValidator(RuleSchema);

  test("fits the schema and has no problem", () => {
    expect(validate(structuredClone(bearing))).toMatchObject({ value: bearing });
    expect(checkRule({ name: "bearing", definition: bearing }, [])).toEqual([]);
  });

  test.each<[string, object, RegExp]>([
    ["an unknown field", { ...bearing, colour: "red" }, /colour/],
    ["an unknown kind of input", { ...bearing, inputs: [{ kind: "MOON", name: "a" }] }, /inputs/],
    [
      "a name that is a word of the expressions",
      { ...bearing, inputs: [{ ...bearing.inputs[0], name: "in" }] },
      /letter/,
    ],
    ["a condition too deep", { ...bearing, steps: [{ severity: "MAJOR", when: nested(6) }] }, /steps/],
  ])("%s is refused, and named", (_, rule, message) => {
    const checked = validate(rule);

    expect("error" in checked ? checked.error.message : "").toMatch(message);
  });

  test("expressions that take too long together are too many", () => {
    const terms = Array.from({ length: 70 }, (_, at) => `temperature > ${at}.0`).join(" || ");
    const when = { kind: "EXPRESSION", expression: terms } as const;
    const many = { kind: "ANY", conditions: Array(14).fill(when) } as const;

    const problems = checkRule(
      { name: "bearing", definition: { ...bearing, steps: [{ severity: "MAJOR", when: many }] } },
      [],
    );

    expect(problems).toMatchObject([{ path: "steps", code: "OPERATIONS_TOO_MANY", params: { most: "3000" } }]);
  });

  test("what is wrong with an expression is said with its place", () => {
    const when = { kind: "EXPRESSION", expression: "temperature > 'hot'" } as const;

    const problems = checkRule(
      { name: "bearing", definition: { ...bearing, steps: [{ severity: "MAJOR", when }] } },
      [],
    );

    expect(problems).toMatchObject([
      {
        ...{ path: "steps.0.when.expression", message: expect.stringMatching(/overload/) },
        ...{ code: "EXPRESSION_TYPES_DIFFER", params: { types: "double > string" } },
      },
    ]);
  });
});

function nested(levels: number): object {
  return levels === 0 ? above(1) : { kind: "NONE", conditions: [nested(levels - 1)] };
}

describe("[RUL2] one state machine for each device and rule", () => {
  test("pending, active, worse, better, recovering, normal", () => {
    const { send } = evaluationOf();

    const transitions = send(0, 70, 81, 82, 83, 84, 85, 86, 91, 92, 85, 79, 75, 74, 73);

    expect(told(transitions)).toEqual([
      "1 NORMAL PENDING null null",
      "6 PENDING ACTIVE RAISED MAJOR",
      "8 ACTIVE ACTIVE CHANGED CRITICAL",
      "9 ACTIVE ACTIVE CHANGED MAJOR",
      "11 ACTIVE RECOVERING null MAJOR",
      "13 RECOVERING NORMAL CLEARED MAJOR",
    ]);
    expect(transitions[1]).toMatchObject({ startTs: noon + minute, values: { temperature: 86 }, isQuiet: false });
  });

  test("above the limit for too short a time it never fires", () => {
    const { send, evaluation } = evaluationOf();

    expect(told(send(0, 81, 82, 83, 79.9))).toEqual(["0 NORMAL PENDING null null", "3 PENDING NORMAL null null"]);
    expect(evaluation.due).toBe(Number.POSITIVE_INFINITY);
  });

  test("it falls due although nothing arrives any more, however late the timer rings", () => {
    const { send, evaluation } = evaluationOf();
    send(0, 70, 85);

    expect(evaluation.due).toBe(noon + 6 * minute);
    expect(told(evaluation.elapse(noon + 60 * minute))).toEqual(["6 PENDING ACTIVE RAISED MAJOR"]);
  });

  test("a value that is too old by then is not taken for the present one", () => {
    const { send, evaluation } = evaluationOf({ inputs: [{ ...bearing.inputs[0], maxAgeMs: 2 * minute } as never] });
    send(0, 70, 85);

    expect(evaluation.elapse(noon + 60 * minute)).toEqual([]);
    expect(evaluation.state.phase).toBe("PENDING");
  });

  test("a device whose clock is two hours behind is treated as any other", () => {
    const { evaluation } = evaluationOf();
    const behind = (at: number, value: number) =>
      evaluation.take([0], noon + (at - 120) * minute, value, noon + at * minute);

    expect(behind(0, 85)).toHaveLength(1);
    const raised = evaluation.elapse(noon + 6 * minute);

    expect(told(raised)).toEqual(["-115 PENDING ACTIVE RAISED MAJOR"]);
  });

  test("one point from far in the future makes nothing late for longer than five minutes", () => {
    const { evaluation, send } = evaluationOf({ steps: [{ severity: "MAJOR", when: above(80) }] });
    evaluation.take([0], noon + 10_000 * minute, 70, noon);

    expect(told(send(6, 85))).toEqual(["6 NORMAL ACTIVE RAISED MAJOR"]);
  });

  test("a text where numbers were is unknown: it raises nothing and clears nothing", () => {
    const { send } = evaluationOf({ steps: [{ severity: "MAJOR", when: above(80) }] });

    expect(told(send(0, 85, "hot", "cold", "cold", "cold"))).toEqual(["0 NORMAL ACTIVE RAISED MAJOR"]);
  });

  test("what is latched stays until somebody clears it, and is raised anew when it is still so", () => {
    const { send, evaluation } = evaluationOf({ latch: true, steps: [{ severity: "MAJOR", when: above(80) }] });

    expect(told(send(0, 85, 20, 20, 20))).toEqual(["0 NORMAL ACTIVE RAISED MAJOR"]);
    expect(told(evaluation.clear(noon + 4 * minute))).toEqual(["3 ACTIVE NORMAL null MAJOR"]);
    expect(told(send(5, 85))).toEqual(["5 NORMAL ACTIVE RAISED MAJOR"]);
  });

  test("silence raises, and data clears again; beginning anew, as after a start, raises nothing at once", () => {
    const { rule, evaluation, send } = evaluationOf({
      steps: [],
      clear: {},
      noData: { afterMs: 15 * minute, policy: "RAISE", severity: "WARNING" },
    });
    send(0, 1);

    expect(told(evaluation.elapse(noon + 20 * minute))).toEqual(["15 NORMAL ACTIVE RAISED WARNING"]);
    expect(told(send(21, 1))).toEqual(["21 ACTIVE NORMAL CLEARED WARNING"]);
    const restarted = new Evaluation(rule, evaluation.state, noon + 500 * minute);
    expect(restarted.elapse(noon + 514 * minute)).toEqual([]);
  });

  test("a rule that is given another type of alarm clears that of the old one", () => {
    const { evaluation, send } = evaluationOf({ steps: [{ severity: "MAJOR", when: above(80) }] });
    send(0, 85);
    const changed = compileRule({ ...bearing, alarmType: "Other" }, 2);

    const transitions = new Evaluation(changed, evaluation.state, noon + minute).elapse(noon + minute);

    expect(transitions).toMatchObject([{ occasion: "CLEARED", alarmType: "Bearing too hot", cause: "RULE_CHANGED" }]);
  });
});

describe("[RUL3] late points", () => {
  const late = (policy: "COUNT" | "COUNT_SILENTLY" | "IGNORE") => {
    const { evaluation } = evaluationOf({
      steps: [{ severity: "MAJOR", when: above(80) }],
      late: { afterMs: minute, policy },
    });
    return evaluation.take([0], noon - 10 * minute, 85, noon);
  };

  test("do what the policy says", () => {
    expect(late("COUNT")).toMatchObject([{ occasion: "RAISED", isQuiet: false }]);
    expect(late("COUNT_SILENTLY")).toMatchObject([{ occasion: "RAISED", isQuiet: true }]);
    expect(late("IGNORE")).toEqual([]);
  });

  test("nobody is told of what happened too long ago, whatever the policy", () => {
    const { evaluation } = evaluationOf({
      steps: [{ severity: "MAJOR", when: above(80) }],
      late: { afterMs: minute, policy: "COUNT" },
      notifyWithinMs: 30 * minute,
    });

    expect(evaluation.take([0], noon - 31 * minute, 85, noon)).toMatchObject([{ occasion: "RAISED", isQuiet: true }]);
  });
});

test("[RUL5] a trace tells each condition's answer and how long it was met", () => {
  const { rule, evaluation, send } = evaluationOf();
  send(0, 70, 85, 86);
  const { state } = evaluation;

  const { values, conditions, holds } = explained(rule, [86], noon + 2 * minute, state, state);

  expect(values).toEqual({ temperature: 86 });
  expect(conditions.map(({ path, answer }) => [path, answer])).toEqual([
    ["steps.0.when", "MET"],
    ["steps.1.when", "NOT_MET"],
    ["clear.when", "NOT_MET"],
  ]);
  expect(holds.find(({ path }) => path === "MAJOR.for")).toMatchObject({
    soFarMs: minute,
    neededMs: 5 * minute,
    isMet: false,
    since: noon + minute,
    due: noon + 6 * minute,
  });
});

test("[RUL6] what was measured while a rule waited belongs to the firing, also where nothing came afterwards", () => {
  const points = [70, 99].map((value, at) => ({ inputs: [0], ts: noon + at * minute, value }));

  const { firings } = backtested(compileRule(bearing), points, { from: noon, to: noon + 20 * minute });

  expect(firings).toMatchObject([{ startTs: noon + minute, endTs: null, highest: 99, lowest: 99 }]);
});

test("[RUL6] a backtest tells when a rule would have fired, for how long and how high", () => {
  const values = [70, 85, 86, 87, 88, 95, 95, 70, 70, 70, 82, 70, 99, 99];
  const points = values.map((value, at) => ({ inputs: [0], ts: noon + at * minute, value }));

  const result = backtested(compileRule(bearing), points, { from: noon, to: noon + 20 * minute });

  expect(result).toEqual({
    firings: [
      { startTs: noon + minute, endTs: noon + 9 * minute, severity: "CRITICAL", highest: 95, lowest: 70 },
      { startTs: noon + 12 * minute, endTs: null, severity: "CRITICAL", highest: 99, lowest: 99 },
    ],
    count: 2,
    lastedMs: 16 * minute,
    tooShort: 1,
    points: 14,
  });
});
