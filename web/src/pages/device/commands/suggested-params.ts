import { exactJson } from "@heliograph/client";
import type { TypeCommand } from "@heliograph/contract";

/** The parameters that a command of the type begins with: those that have a value by themselves, and those it needs. */
export function suggestedParams(command: TypeCommand | undefined): string | undefined {
  if (!command?.parameters?.length) return undefined;
  const wanted = command.parameters.filter((one) => one.default !== undefined || one.required);
  return exactJson(Object.fromEntries(wanted.map((one) => [one.key, one.default ?? null])));
}
