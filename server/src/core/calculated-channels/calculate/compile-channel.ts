import {
  type CalculatedDefinition,
  type CalculatedInput,
  type InputType,
  maxAgeOf,
  type RuleProblem,
} from "@heliograph/contract";
import { compileCalculation, type RuleValue, type RuleValues } from "../../rules/index.ts";

/** A calculated channel as it is evaluated: nothing of its text is left to be looked at. */
export interface CompiledChannel {
  readonly key: string;
  readonly inputs: readonly CalculatedInput[];
  /** How old the value of each input may be. */
  readonly ages: readonly number[];
  readonly types: readonly InputType[];
  /** Undefined: a result at each point. */
  readonly everyMs: number | undefined;
  /** Undefined where there is no result. */
  readonly evaluate: (values: RuleValues) => RuleValue | undefined;
}

const typeOfInput = (input: CalculatedInput): InputType =>
  input.kind === "CHANNEL" ? (input.type ?? "NUMBER") : "NUMBER";

const namedInputs = ({ inputs }: CalculatedDefinition) =>
  inputs.map((input) => ({ name: input.name, type: typeOfInput(input) }));

/** What is wrong with its expression and where, or undefined. */
export function expressionProblemOf(definition: CalculatedDefinition): RuleProblem | undefined {
  const compiled = compileCalculation(definition.expression, namedInputs(definition));
  if (compiled.isOk) return undefined;
  const { problem, range } = compiled;
  return { path: "expression", ...problem, ...(range && { range }) };
}

export function compileChannel(definition: CalculatedDefinition): CompiledChannel {
  const compiled = compileCalculation(definition.expression, namedInputs(definition));
  if (!compiled.isOk) throw new Error(`${definition.key} cannot be calculated: ${compiled.problem.message}`);
  const { key, inputs, everyMs } = definition;
  const told = { key, inputs, ages: inputs.map(maxAgeOf), types: inputs.map(typeOfInput), everyMs };
  return { ...told, evaluate: guarded(compiled.evaluate) };
}

/** What fails for these values has no result for them. */
const guarded = (evaluate: CompiledChannel["evaluate"]): CompiledChannel["evaluate"] => {
  return (values) => {
    try {
      return evaluate(values);
    } catch {
      return undefined;
    }
  };
};
