import type { DashboardVariable } from "@heliograph/contract";

type Problem = "badName" | "nameTaken" | "needsDefault" | "defaultNotChoice";

const name = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;

/** What has to be corrected about a variable, by the name of its words. */
export function variableProblem(variable: DashboardVariable, others: readonly string[]): Problem | undefined {
  if (!name.test(variable.name)) return "badName";
  if (others.includes(variable.name)) return "nameTaken";
  if (variable.kind === "CHANNEL" && variable.default === "") return "needsDefault";
  const isOutside = variable.kind === "CHOICE" && !variable.choices.includes(variable.default);
  return isOutside ? "defaultNotChoice" : undefined;
}
