import type { ShareVariable } from "./share.ts";
import type { DashboardVariable } from "./variables.ts";

/** What a variable offers; undefined where anything can be written, which a link never lets anybody do. */
export const offeredTexts = (variable: DashboardVariable): readonly string[] | undefined => {
  if (variable.kind === "CHOICE") return variable.choices;
  return variable.kind === "CHANNEL" ? variable.keys : undefined;
};

/** Why a link with these terms cannot show a dashboard with these variables, or undefined [DSH6]. */
export function shareTermsProblem(
  variables: readonly DashboardVariable[],
  terms: Readonly<Record<string, ShareVariable>>,
): string | undefined {
  const known = new Map(variables.map((variable) => [variable.name, variable]));
  for (const [name, term] of Object.entries(terms)) {
    const variable = known.get(name);
    if (!variable) return `variables: the dashboard has no variable ${name}`;
    const problem = termProblem(variable, term);
    if (problem !== undefined) return `variables: ${name} ${problem}`;
  }
  return undefined;
}

function termProblem(variable: DashboardVariable, term: ShareVariable): string | undefined {
  const offered = offeredTexts(variable);
  if (term.kind === "FREE")
    return variable.kind === "DEVICE" || offered ? undefined : "can be anything, so it cannot be left open";
  if (term.kind === "DEVICES") return variable.kind === "DEVICE" ? undefined : "does not stand for devices";
  if (variable.kind === "DEVICE") return "stands for devices";
  return offered && !offered.includes(term.text) ? `does not offer ${term.text}` : undefined;
}
