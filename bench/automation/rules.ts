import type { RuleDefinition } from "@heliograph/contract";

const temperature = { kind: "TELEMETRY", name: "temperature", key: "temperature" } as const;
const above = (value: number) =>
  ({ kind: "COMPARE", input: "temperature", comparison: "GREATER", value, deadBand: 4 }) as const;
const whole = {
  scope: { kind: "DEVICE", deviceIds: ["784f394c-42b6-435a-983c-b7beff2784f9"] },
  alarmType: "Too hot",
  actions: [],
} satisfies Partial<RuleDefinition>;

/** The kinds of rules that are measured, simple ones first. */
export const measuredRules: Readonly<Record<string, RuleDefinition>> = {
  "a limit with a dead band, for 5 min, cleared after 2 min, no data after 15 min": {
    ...whole,
    inputs: [{ ...temperature, maxAgeMs: 900_000 }],
    steps: [
      { severity: "MAJOR", when: above(80), for: { ms: 300_000 } },
      { severity: "CRITICAL", when: above(90), for: { ms: 60_000 } },
    ],
    clear: { when: { kind: "COMPARE", input: "temperature", comparison: "LESS", value: 76 }, for: { ms: 120_000 } },
    noData: { afterMs: 900_000, policy: "CLEAR" },
  },
  "all of a limit and an average of 5 min": {
    ...whole,
    inputs: [temperature, { ...temperature, name: "average", window: { function: "AVG", overMs: 300_000 } }],
    steps: [
      {
        severity: "MAJOR",
        when: {
          kind: "ALL",
          conditions: [above(80), { kind: "COMPARE", input: "average", comparison: "GREATER", value: 75 }],
        },
      },
    ],
  },
  "an expression": {
    ...whole,
    inputs: [temperature],
    steps: [{ severity: "MAJOR", when: { kind: "EXPRESSION", expression: "temperature * 1.8 + 32 > 176" } }],
  },
};
