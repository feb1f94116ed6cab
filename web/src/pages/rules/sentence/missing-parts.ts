import type { RuleDefinition, RuleProblem } from "@heliograph/contract";
import { leavesWithPaths } from "./edits.ts";
import { idsOf } from "./rule-names.ts";

/** What is not said yet. Its words are those of the page: the server refuses the form of such a rule before it judges it. */
export type MissingPart = RuleProblem & {
  readonly code: "SCOPE_EMPTY" | "KEY_EMPTY" | "ALARM_EMPTY" | "EXPRESSION_EMPTY";
};

export function missingParts(definition: RuleDefinition): readonly MissingPart[] {
  const { scope, inputs, alarmType } = definition;
  const missing = (code: MissingPart["code"], path: string): MissingPart => ({ code, path, message: code });
  const { devices, types, projects } = idsOf(scope);
  const hasScope =
    scope.kind === "DEVICE_GROUP" ? scope.deviceGroupId !== "" : devices.length + types.length + projects.length > 0;
  return [
    ...(hasScope ? [] : [missing("SCOPE_EMPTY", "scope")]),
    ...inputs.flatMap((input, at) =>
      "key" in input && input.key === "" ? [missing("KEY_EMPTY", `inputs.${at}`)] : [],
    ),
    ...leavesWithPaths(definition).flatMap(([path, leaf]) =>
      leaf.kind === "EXPRESSION" && leaf.expression.trim() === ""
        ? [missing("EXPRESSION_EMPTY", `${path}.expression`)]
        : [],
    ),
    ...(alarmType !== undefined && alarmType.trim() === "" ? [missing("ALARM_EMPTY", "alarmType")] : []),
  ];
}
