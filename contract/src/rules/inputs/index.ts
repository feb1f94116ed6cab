import { type Static, Type } from "typebox";
import type { SaidProblem } from "../said-problem.ts";
import { activityInput } from "./activity-input.ts";
import { alarmInput } from "./alarm-input.ts";
import { attributeInput } from "./attribute-input.ts";
import { commandInput, fileInput } from "./event-inputs.ts";
import type { InputType } from "./input-kind.ts";
import { telemetryInput } from "./telemetry-input.ts";

/** Every kind of input there is: one more is one more file and one more line. */
export const inputKinds = [telemetryInput, attributeInput, activityInput, alarmInput, fileInput, commandInput] as const;

export type RuleInput = Static<(typeof inputKinds)[number]["schema"]>;

/** What a rule looks at [RUL1]. */
export const RuleInput = Type.Unsafe<RuleInput>({
  type: "object",
  discriminator: { propertyName: "kind" },
  required: ["kind"],
  oneOf: inputKinds.map(({ schema }) => schema),
});

/** The module of an input. Its functions take inputs of its own kind only, which is why they are asked for here. */
function moduleOf(input: RuleInput) {
  const found = inputKinds.find(({ kind }) => kind === input.kind);
  if (!found) throw new Error(`no input of the kind ${input.kind}`);
  return found as unknown as {
    typeOf(input: RuleInput): InputType;
    problemOf(input: RuleInput): SaidProblem | undefined;
  };
}

export const inputTypeOf = (input: RuleInput): InputType => moduleOf(input).typeOf(input);
export const inputProblem = (input: RuleInput): SaidProblem | undefined => moduleOf(input).problemOf(input);

export type { ActivityInput } from "./activity-input.ts";
export type { AlarmInputOfRule } from "./alarm-input.ts";
export type { AttributeInput } from "./attribute-input.ts";
export {
  type CommandInputOfRule,
  commandEvents,
  commandEventsOf,
  type FileInput,
  fileEvents,
} from "./event-inputs.ts";
export { type InputType, inputTypes } from "./input-kind.ts";
export { type InputWindow, type TelemetryInput, type WindowFunction, windowFunctions } from "./telemetry-input.ts";
