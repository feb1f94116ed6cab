import { type Static, Type } from "typebox";
import type { Operand } from "../../device-groups/comparison.ts";
import { valueKey } from "../inputs/input-kind.ts";
import { type SaidProblem, said, unknownInput } from "../said-problem.ts";
import { actionSchema } from "./action-kind.ts";

/** Either of the two. */
const written = {
  value: Type.Optional(
    Type.Unsafe<Operand>({
      type: ["string", "number", "boolean"],
      maxLength: 1_024,
      description: "What is written; or name an input",
      examples: [true],
    }),
  ),
  input: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description: "The input whose value is written, as it was when it happened",
      examples: ["mean"],
    }),
  ),
};

/** Writes a value among the device's telemetry, at the time of what happened: written twice it is one point. */
export const PublishTelemetryAction = actionSchema(
  "PUBLISH_TELEMETRY",
  { key: valueKey, ...written },
  "Writes a point of the device",
);
export type PublishTelemetryAction = Static<typeof PublishTelemetryAction>;

export const PublishAttributeAction = actionSchema(
  "PUBLISH_ATTRIBUTE",
  {
    scope: Type.Enum(["SHARED_SCOPE", "SERVER_SCOPE"], {
      description: "SHARED_SCOPE is shown to the device",
      examples: ["SHARED_SCOPE"],
    }),
    key: valueKey,
    ...written,
  },
  "Writes an attribute of the device",
);
export type PublishAttributeAction = Static<typeof PublishAttributeAction>;

export type PublishAction = PublishTelemetryAction | PublishAttributeAction;

/** Why it makes no sense, or undefined. */
export function publishProblem({ value, input }: PublishAction, inputs: ReadonlySet<string>): SaidProblem | undefined {
  if ((value === undefined) === (input === undefined)) return said("WRITTEN_UNCLEAR", "it has either value or input");
  return input === undefined || inputs.has(input) ? undefined : unknownInput(input);
}
