import {
  type CalculatedChannelRecord,
  type CalculatedChannelToSave,
  type CalculatedDefinition,
  type CalculatedInput,
  type CalculatedScope,
  hasProjects,
  type RuleScope,
} from "@heliograph/contract";

export const isSame = (a: CalculatedDefinition, b: CalculatedDefinition): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

/** As it is sent: the whole channel, with the version it was made from. */
export const inputOf = (
  definition: CalculatedDefinition,
  base: Pick<CalculatedChannelRecord, "id" | "version"> | undefined,
  replacesStored = false,
): CalculatedChannelToSave => ({
  ...(base && { id: base.id, version: base.version }),
  definition,
  ...(replacesStored && { replacesStored }),
});

/** For what knows the scopes of rules. */
export const ruleScopeOf = (scope: CalculatedScope): RuleScope =>
  scope.kind === "DEVICE"
    ? { kind: "DEVICE", deviceIds: scope.deviceId === "" ? [] : [scope.deviceId] }
    : { kind: "DEVICE_TYPE", deviceTypeIds: scope.deviceTypeId === "" ? [] : [scope.deviceTypeId] };

/** Something to begin with: the first two channels there are, multiplied. */
export function newDefinition(scope: CalculatedScope, keys: readonly string[]): CalculatedDefinition {
  const [first = "voltage", second] = keys;
  const inputs: CalculatedInput[] = [
    { kind: "CHANNEL", name: "a", key: first },
    ...(second === undefined ? [] : [{ kind: "CHANNEL" as const, name: "b", key: second }]),
  ];
  return { scope, key: "calculated", inputs, expression: second === undefined ? "a * 2" : "a * b" };
}

const everyUsualMs = 60_000;

/** Inputs of projects need an interval, others have none. */
export function withInputs(definition: CalculatedDefinition, inputs: CalculatedInput[]): CalculatedDefinition {
  const { everyMs, ...rest } = { ...definition, inputs };
  return hasProjects(rest) ? { ...rest, everyMs: everyMs ?? everyUsualMs } : rest;
}

/** A name that is free: the first letters of the alphabet, then x1, x2 … */
export function freeName(inputs: readonly Pick<CalculatedInput, "name">[]): string {
  const taken = new Set(inputs.map(({ name }) => name));
  const letters = [..."abcdefghij", ...Array.from({ length: inputs.length + 1 }, (_, at) => `x${at + 1}`)];
  return letters.find((name) => !taken.has(name)) ?? "x";
}

/** What is renamed is renamed in the expression, too, where it stands as a name and not inside of a text. */
export function renamed(definition: CalculatedDefinition, at: number, name: string): CalculatedDefinition {
  const before = definition.inputs[at];
  const inputs = definition.inputs.map((input, index) => (index === at ? { ...input, name } : input));
  const isUsable = before !== undefined && isName(name) && isName(before.name) && !isTaken(definition, at, name);
  const expression = isUsable ? withName(definition.expression, before.name, name) : definition.expression;
  return { ...definition, inputs, expression };
}

const isName = (text: string): boolean => /^[A-Za-z_]\w*$/.test(text);
const isTaken = ({ inputs }: CalculatedDefinition, at: number, name: string): boolean =>
  inputs.some((input, index) => index !== at && input.name === name);

/** Texts in quotes are passed over. */
const withName = (expression: string, from: string, to: string): string =>
  expression.replaceAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[A-Za-z_]\w*/g, (part) => (part === from ? to : part));
