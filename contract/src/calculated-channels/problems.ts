import type { RuleProblem } from "../rules/problems.ts";
import { said } from "../rules/said-problem.ts";
import { type CalculatedDefinition, type CalculatedInput, calculatedBounds, calculatedMaxAgeMs } from "./definition.ts";

export const maxAgeOf = ({ maxAgeMs = calculatedMaxAgeMs }: CalculatedInput): number => maxAgeMs;

export const hasProjects = ({ inputs }: CalculatedDefinition): boolean => inputs.some(({ kind }) => kind === "PROJECT");

/** What the schema cannot say; for the server and for editors. Expressions are checked by the server. */
export function* calculatedProblems(definition: CalculatedDefinition): Generator<RuleProblem> {
  yield* inputProblems(definition);
  const { scope, everyMs } = definition;
  const isOfProjects = hasProjects(definition);
  if (isOfProjects && scope.kind !== "DEVICE")
    yield { path: "scope", ...said("SUM_IS_OF_DEVICE", "what is calculated over a project is kept by one device") };
  if (isOfProjects !== (everyMs !== undefined))
    yield { path: "everyMs", ...said("INTERVAL_UNFIT", "inputs of projects need an interval, others have none") };
}

function* inputProblems({ inputs, key, everyMs = 0 }: CalculatedDefinition): Generator<RuleProblem> {
  const most = calculatedBounds.intervalsPerAge;
  for (const [at, input] of inputs.entries()) {
    const path = `inputs.${at}`;
    if (inputs.findIndex(({ name }) => name === input.name) < at)
      yield { path, ...said("INPUT_TWICE", `"${input.name}" is there twice`, { name: input.name }) };
    if (input.kind === "CHANNEL" && input.key === key)
      yield { path: `${path}.key`, ...said("CALCULATED_FROM_ITSELF", "a channel is not calculated from itself") };
    if (maxAgeOf(input) > everyMs * most && everyMs > 0)
      yield { path: `${path}.maxAgeMs`, ...said("AGE_TOO_LONG", `at most ${most} intervals`, { most: String(most) }) };
  }
}
