import {
  type AreaCondition,
  commandEvents,
  fileEvents,
  type RuleCondition,
  type RuleDefinition,
} from "@heliograph/contract";
import { inputNamed, keyOf, type RuleCompare, type RuleInputs, typeOf } from "./rule-names.ts";

type Steps = RuleDefinition["steps"];
type Input = RuleInputs[number];

/** Where a condition stands: in a step or in clearing, and which way down the tree. */
export interface ConditionPlace {
  readonly of: number | "clear";
  readonly way: readonly number[];
}

/** As the server names it. */
export const pathOf = ({ of, way }: ConditionPlace): string =>
  [of === "clear" ? "clear.when" : `steps.${of}.when`, ...way.map((at) => `conditions.${at}`)].join(".");

export function conditionAt(definition: RuleDefinition, { of, way }: ConditionPlace): RuleCondition | undefined {
  let found = of === "clear" ? definition.clear?.when : definition.steps[of]?.when;
  for (const at of way) found = found && "conditions" in found ? found.conditions[at] : undefined;
  return found;
}

/** Another condition in its place, or none: a group of one is that one, and one of none is none. */
export function withCondition(
  definition: RuleDefinition,
  { of, way }: ConditionPlace,
  condition: RuleCondition | undefined,
): RuleDefinition {
  const root = conditionAt(definition, { of, way: [] });
  if (!root) return definition;
  return withRoot(definition, of, replaced(root, way, condition));
}

function replaced(
  node: RuleCondition,
  [at, ...rest]: readonly number[],
  by: RuleCondition | undefined,
): RuleCondition | undefined {
  if (at === undefined) return by;
  if (!("conditions" in node)) return node;
  const conditions = node.conditions.flatMap((one, index) => {
    const next = index === at ? replaced(one, rest, by) : one;
    return next === undefined ? [] : [next];
  });
  const [only] = conditions;
  if (conditions.length === 1 && only && node.kind !== "NONE") return only;
  return conditions.length === 0 ? undefined : { ...node, conditions };
}

/** A step without a condition is none; clearing without one is that nothing is met. */
function withRoot(
  definition: RuleDefinition,
  of: ConditionPlace["of"],
  condition: RuleCondition | undefined,
): RuleDefinition {
  if (of === "clear") return withClear(definition, condition);
  const steps: Steps = definition.steps.flatMap((step, index) => {
    if (index !== of) return [step];
    return condition ? [{ ...step, when: condition }] : [];
  });
  return withoutUnused({ ...definition, steps });
}

function withClear(definition: RuleDefinition, when: RuleCondition | undefined): RuleDefinition {
  const { when: _, ...rest } = definition.clear ?? {};
  const clear = { ...rest, ...(when && { when }) };
  const { clear: __, ...without } = definition;
  return withoutUnused(Object.keys(clear).length === 0 ? without : { ...definition, clear });
}

/** One more beside it: in the group it is in, or in a new group of both. */
export function withAnother(definition: RuleDefinition, place: ConditionPlace, another: RuleCondition): RuleDefinition {
  const found = conditionAt(definition, place);
  if (!found) return definition;
  if ("conditions" in found)
    return withCondition(definition, place, { ...found, conditions: [...found.conditions, another] });
  return withCondition(definition, place, { kind: "ALL", conditions: [found, another] });
}

/** What a key is called in conditions: letters, digits and _, and no other has it. */
export function inputNameFor(key: string, taken: readonly string[]): string {
  const letters = key.replaceAll(/[^a-zA-Z0-9_]+/g, "_").replace(/^[^a-zA-Z]+/, "");
  const plain = letters.slice(0, 60) || "value";
  const wanted = celWords.has(plain) ? `${plain}_value` : plain;
  if (!taken.includes(wanted)) return wanted;
  for (let at = 2; ; at++) if (!taken.includes(`${wanted}_${at}`)) return `${wanted}_${at}`;
}

const celWords = new Set(
  "true false null in as break const continue else for function if import let loop package namespace return var void while".split(
    " ",
  ),
);

/** One more input, called after its key. */
export function withInput(definition: RuleDefinition, input: Omit<Extract<Input, { kind: "TELEMETRY" }>, "name">) {
  const name = inputNameFor(input.key, namesOf(definition));
  return { definition: { ...definition, inputs: [...definition.inputs, { ...input, name }] }, name };
}

const namesOf = ({ inputs }: RuleDefinition): string[] => inputs.map(({ name }) => name);

/** An input says something else now; its name follows its key where no expression knows it by the old one. */
export function withChangedInput(definition: RuleDefinition, name: string, changed: Input): RuleDefinition {
  const before = inputNamed(definition.inputs, name);
  if (!before) return definition;
  const others = namesOf(definition).filter((one) => one !== name);
  const isCalledByKey = name === inputNameFor(keyOf(before), others) || keyOf(before) === "";
  const mayRename = isCalledByKey && !isInExpression(definition, name);
  const next = mayRename ? inputNameFor(keyOf(changed), others) : name;
  const inputs = definition.inputs.map((one) => (one.name === name ? { ...changed, name: next } : one));
  return next === name ? { ...definition, inputs } : renamed({ ...definition, inputs }, name, next);
}

/** An input of another kind: comparisons that make no sense with it any more begin anew. */
export function withInputOfKind(definition: RuleDefinition, name: string, changed: Input): RuleDefinition {
  const next = withChangedInput(definition, name, changed);
  const types = new Map(next.inputs.map((input) => [input.name, typeOf(input)]));
  const fitted = (leaf: RuleCondition): RuleCondition => {
    if (leaf.kind !== "COMPARE") return leaf;
    const input = inputNamed(next.inputs, leaf.input);
    const type = types.get(leaf.input);
    if (
      !input ||
      !type ||
      (leaf.other === undefined
        ? isOfType(leaf.value, type) && isOne(leaf.value, input)
        : types.get(leaf.other) === type)
    )
      return leaf;
    return { kind: "COMPARE", input: leaf.input, ...usualCompare(input) };
  };
  return mapLeaves(next, fitted);
}

const isOfType = (value: unknown, type: ReturnType<typeof typeOf>): boolean =>
  typeof value === { NUMBER: "number", TEXT: "string", BOOLEAN: "boolean" }[type];

/** Of events there are few, and no other value is one. */
const isOne = (value: unknown, { kind }: Input): boolean =>
  kind === "FILE"
    ? fileEvents.some((one) => one === value)
    : kind === "COMMAND"
      ? commandEvents.some((one) => one === value)
      : true;

/** What an input is compared with at first. */
function usualCompare(input: Input): Pick<RuleCompare, "comparison" | "value"> {
  if (input.kind === "ACTIVITY") return { comparison: "EQUAL", value: false };
  if (input.kind === "FILE" || input.kind === "COMMAND") return { comparison: "EQUAL", value: "FAILED" };
  const type = typeOf(input);
  if (type === "NUMBER") return { comparison: "GREATER", value: 0 };
  return { comparison: "EQUAL", value: type === "TEXT" ? "" : true };
}

const isInExpression = (definition: RuleDefinition, name: string): boolean =>
  leavesOf(definition).some((leaf) => leaf.kind === "EXPRESSION" && wordsOf(leaf.expression).has(name));

/** Names in an expression; what stands in texts is none. */
export const wordsOf = (expression: string): ReadonlySet<string> =>
  new Set(expression.replaceAll(/"(\\.|[^"\\])*"|'(\\.|[^'\\])*'/g, "").match(/[a-zA-Z_][a-zA-Z0-9_]*/g) ?? []);

function renamed(definition: RuleDefinition, from: string, to: string): RuleDefinition {
  const inLeaf = (leaf: RuleCondition): RuleCondition => {
    if (leaf.kind === "AREA")
      return {
        ...leaf,
        ...(leaf.latitude === from && { latitude: to }),
        ...(leaf.longitude === from && { longitude: to }),
      };
    if (leaf.kind !== "COMPARE") return leaf;
    return {
      ...leaf,
      ...(leaf.input === from && { input: to }),
      ...(leaf.other === from && { other: to }),
    };
  };
  return mapLeaves(definition, inLeaf);
}

/** Every comparison, area and expression, with where the server says it stands. */
export const leavesWithPaths = ({ steps, clear }: RuleDefinition): readonly (readonly [string, Leaf])[] => {
  const inside = (condition: RuleCondition, place: ConditionPlace): readonly (readonly [string, Leaf])[] =>
    "conditions" in condition
      ? condition.conditions.flatMap((one, at) => inside(one, { ...place, way: [...place.way, at] }))
      : [[pathOf(place), condition]];
  return [
    ...steps.flatMap(({ when }, of) => inside(when, { of, way: [] })),
    ...(clear?.when ? inside(clear.when, { of: "clear", way: [] }) : []),
  ];
};

/** The areas of a rule, with where they stand. */
export const areasOf = (definition: RuleDefinition): readonly (readonly [ConditionPlace, AreaCondition])[] => {
  const inside = (
    condition: RuleCondition,
    place: ConditionPlace,
  ): readonly (readonly [ConditionPlace, AreaCondition])[] => {
    if (condition.kind === "AREA") return [[place, condition]];
    if (!("conditions" in condition)) return [];
    return condition.conditions.flatMap((one, at) => inside(one, { ...place, way: [...place.way, at] }));
  };
  const { steps, clear } = definition;
  return [
    ...steps.flatMap(({ when }, of) => inside(when, { of, way: [] })),
    ...(clear?.when ? inside(clear.when, { of: "clear", way: [] }) : []),
  ];
};

type Leaf = Exclude<RuleCondition, { conditions: RuleCondition[] }>;

const leavesIn = (condition: RuleCondition): readonly Leaf[] =>
  "conditions" in condition ? condition.conditions.flatMap(leavesIn) : [condition];

/** Every comparison and expression of a rule. */
const leavesOf = ({ steps, clear }: RuleDefinition): readonly Leaf[] =>
  [...steps.map(({ when }) => when), ...(clear?.when ? [clear.when] : [])].flatMap(leavesIn);

function mapLeaves(definition: RuleDefinition, change: (leaf: RuleCondition) => RuleCondition): RuleDefinition {
  const inside = (node: RuleCondition): RuleCondition =>
    "conditions" in node ? { ...node, conditions: node.conditions.map(inside) } : change(node);
  const { clear } = definition;
  return {
    ...definition,
    steps: definition.steps.map((step) => ({ ...step, when: inside(step.when) })),
    ...(clear?.when && { clear: { ...clear, when: inside(clear.when) } }),
  };
}

/**
 * Inputs nothing asks for any more go; one always stays, as a rule without any is none. While there is an expression all stay:
 * it may be half written.
 */
export function withoutUnused(definition: RuleDefinition): RuleDefinition {
  if (leavesOf(definition).some(({ kind }) => kind === "EXPRESSION")) return definition;
  const used = usedNames(definition);
  const inputs = definition.inputs.filter(({ name }) => used.has(name));
  const kept = inputs.length > 0 ? inputs : definition.inputs.slice(0, 1);
  return kept.length === definition.inputs.length ? definition : { ...definition, inputs: kept };
}

/** Names of inputs that something asks for. */
export const usedNames = (definition: RuleDefinition): ReadonlySet<string> =>
  new Set(leavesOf(definition).flatMap(namesIn));

function namesIn(leaf: Leaf): readonly string[] {
  if (leaf.kind === "COMPARE") return [leaf.input, leaf.other ?? leaf.input];
  return leaf.kind === "AREA" ? [leaf.latitude, leaf.longitude] : [...wordsOf(leaf.expression)];
}

/** A limit a tenth further: what one more severity begins with, so that both can be told apart. */
export function furtherLimit(condition: RuleCondition): RuleCondition {
  if (condition.kind !== "COMPARE" || typeof condition.value !== "number") return condition;
  const tenth = Math.abs(condition.value) / 10 || 1;
  const by = condition.comparison.startsWith("GREATER") ? tenth : condition.comparison.startsWith("LESS") ? -tenth : 0;
  return { ...condition, value: Number((condition.value + by).toPrecision(3)) };
}
