import type { RuleProblem } from "../rules/problems.ts";
import { type CalculatedDefinition, type CalculatedInput, calculatedBounds, calculatedMaxAgeMs } from "./definition.ts";

export const maxAgeOf = ({ maxAgeMs = calculatedMaxAgeMs }: CalculatedInput): number => maxAgeMs;

export const hasProjects = ({ inputs }: CalculatedDefinition): boolean => inputs.some(({ kind }) => kind === "PROJECT");

/** What the schema cannot say; for the server and for editors. Expressions are checked by the server. */
export function* calculatedProblems(definition: CalculatedDefinition): Generator<RuleProblem> {
  yield* inputProblems(definition);
  const { scope, everyMs } = definition;
  const isOfProjects = hasProjects(definition);
  if (isOfProjects && scope.kind !== "DEVICE")
    yield { path: "scope", message: "what is calculated over a project is kept by one device" };
  if (isOfProjects !== (everyMs !== undefined))
    yield { path: "everyMs", message: "inputs of projects need an interval, others have none" };
}

function* inputProblems({ inputs, key, everyMs = 0 }: CalculatedDefinition): Generator<RuleProblem> {
  for (const [at, input] of inputs.entries()) {
    const path = `inputs.${at}`;
    if (inputs.findIndex(({ name }) => name === input.name) < at)
      yield { path, message: `"${input.name}" is there twice` };
    if (input.kind === "CHANNEL" && input.key === key)
      yield { path: `${path}.key`, message: "a channel is not calculated from itself" };
    if (maxAgeOf(input) > everyMs * calculatedBounds.intervalsPerAge && everyMs > 0)
      yield { path: `${path}.maxAgeMs`, message: `at most ${calculatedBounds.intervalsPerAge} intervals` };
  }
}
