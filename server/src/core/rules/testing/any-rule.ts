import type { RuleCondition, RuleDefinition, RuleHold } from "@heliograph/contract";
import fc from "fast-check";
import { anyExpression } from "./any-expression.ts";

/** Small numbers everywhere: so that limits are met, spans run out and points come late, in a short sequence. */
const comparison: fc.Arbitrary<RuleCondition> = fc
  .record({
    input: fc.constantFrom("a", "b", "c"),
    comparison: fc.constantFrom("GREATER" as const, "LESS" as const),
    value: fc.integer({ min: 2, max: 7 }).map((value) => value + 0.5),
    deadBand: fc.option(fc.constantFrom(1, 2.25), { nil: undefined }),
  })
  .map(({ deadBand, ...rest }) => ({ kind: "COMPARE", ...rest, ...(deadBand === undefined ? {} : { deadBand }) }));

const condition: fc.Arbitrary<RuleCondition> = fc.oneof(
  { weight: 4, arbitrary: comparison },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom("ALL" as const, "ANY" as const, "NONE" as const),
      conditions: fc.array(fc.oneof({ weight: 3, arbitrary: comparison }, { weight: 1, arbitrary: anyExpression }), {
        minLength: 1,
        maxLength: 2,
      }),
    }),
  },
  { weight: 2, arbitrary: anyExpression },
);

const hold: fc.Arbitrary<RuleHold> = fc.oneof(
  fc.record({ ms: fc.constantFrom(5_000, 20_000, 60_000) }),
  fc.record({ count: fc.constantFrom(2, 3) }),
);

/** `undefined` members are left out, as JSON leaves them out. */
const withoutUndefined = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 });

/** Three inputs that stay the same, so that points and what is told mean the same to every rule. */
export const inputsOfRule = (maxAgeMs: number | undefined, withWindow: boolean): RuleDefinition["inputs"] => [
  { kind: "TELEMETRY", name: "a", key: "a", ...(maxAgeMs === undefined ? {} : { maxAgeMs }) },
  { kind: "TELEMETRY", name: "b", key: "b", ...(withWindow ? { window: { function: "AVG", overMs: 30_000 } } : {}) },
  { kind: "ATTRIBUTE", name: "c", scope: "SERVER_SCOPE", key: "c" },
];

/** What a rule decides with: all but its inputs. */
export const anyDecision: fc.Arbitrary<Omit<RuleDefinition, "inputs">> = fc
  .record({
    steps: fc
      .tuple(condition, maybe(hold), fc.option(fc.tuple(condition, maybe(hold)), { nil: undefined }))
      .map(([when, first, second]) => [
        { severity: "MAJOR" as const, when, for: first },
        ...(second ? [{ severity: "CRITICAL" as const, when: second[0], for: second[1] }] : []),
      ]),
    clear: maybe(fc.record({ when: maybe(condition), for: maybe(hold) })),
    latch: fc.option(fc.constant(true), { nil: undefined, freq: 5 }),
    noData: maybe(
      fc.oneof(
        fc.record({ afterMs: fc.constant(45_000), policy: fc.constantFrom("KEEP" as const, "CLEAR" as const) }),
        fc.constant({ afterMs: 45_000, policy: "RAISE" as const, severity: "WARNING" as const }),
      ),
    ),
    late: maybe(
      fc.record({
        afterMs: fc.constant(10_000),
        policy: fc.constantFrom("COUNT" as const, "COUNT_SILENTLY" as const, "IGNORE" as const),
      }),
    ),
    notifyWithinMs: maybe(fc.constant(15_000)),
  })
  .map((parts) =>
    withoutUndefined({
      ...parts,
      scope: { kind: "DEVICE", deviceIds: [] },
      alarmType: "Any",
      actions: [],
    } as unknown as Omit<RuleDefinition, "inputs">),
  );

/** What can happen to a rule. */
export type RuleEvent =
  | {
      readonly kind: "point";
      readonly input: 0 | 1;
      readonly after: number;
      readonly delay: number;
      readonly value: number;
    }
  | { readonly kind: "told"; readonly after: number; readonly value: number | null }
  | { readonly kind: "begin"; readonly after: number }
  | { readonly kind: "time"; readonly after: number }
  | { readonly kind: "restart"; readonly after: number }
  | { readonly kind: "person" }
  | { readonly kind: "edit"; readonly to: Omit<RuleDefinition, "inputs"> }
  | { readonly kind: "clock"; readonly back: number };

const pause = fc.constantFrom(0, 1, 1_000, 4_999, 5_000, 12_000, 30_000, 61_000);

export const anyEvent: fc.Arbitrary<RuleEvent> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      kind: fc.constant("point" as const),
      input: fc.constantFrom(0 as const, 1 as const),
      after: pause,
      delay: fc.constantFrom(0, 0, 0, 0, 500, 9_000, 11_000, 70_000, -100_000, -900_000),
      value: fc.integer({ min: 0, max: 10 }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant("told" as const),
      after: pause,
      value: fc.option(fc.integer({ min: 0, max: 10 }), { nil: null, freq: 6 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("begin" as const), after: pause }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("time" as const), after: pause }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("restart" as const), after: pause }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("person" as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("edit" as const), to: anyDecision }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("clock" as const), back: fc.constantFrom(500, 1_001, 40_000) }),
  },
);
