import type { DashboardVariable, PlainSelection, ShareVariable, VariableChoices } from "@heliograph/contract";
import { shareChoiceRefused, shareInvalid } from "./errors.ts";
import type { ShareTerms } from "./share.ts";

/** What a variable offers; undefined where anything can be written, which a link never lets anybody do. */
const offeredTexts = (variable: DashboardVariable): readonly string[] | undefined => {
  if (variable.kind === "CHOICE") return variable.choices;
  return variable.kind === "CHANNEL" ? variable.keys : undefined;
};

const termOf = ({ variables }: Pick<ShareTerms, "variables">, name: string): ShareVariable | undefined =>
  Object.hasOwn(variables, name) ? variables[name] : undefined;

/** Whether whoever looks may choose: among devices or texts that the dashboard itself names, never anything else. */
export const isFree = (variable: DashboardVariable, terms: Pick<ShareTerms, "variables">): boolean =>
  termOf(terms, variable.name)?.kind === "FREE" && (variable.kind === "DEVICE" || offeredTexts(variable) !== undefined);

/** Refuses terms that do not fit the dashboard they are for. */
export function requireTerms(variables: readonly DashboardVariable[], terms: Pick<ShareTerms, "variables">): void {
  const known = new Map(variables.map((variable) => [variable.name, variable]));
  for (const [name, term] of Object.entries(terms.variables)) {
    const variable = known.get(name);
    if (!variable) throw shareInvalid(`variables: the dashboard has no variable ${name}`);
    const problem = termProblem(variable, term);
    if (problem !== undefined) throw shareInvalid(`variables: ${name} ${problem}`);
  }
}

function termProblem(variable: DashboardVariable, term: ShareVariable): string | undefined {
  const offered = offeredTexts(variable);
  if (term.kind === "FREE")
    return variable.kind === "DEVICE" || offered ? undefined : "can be anything, so it cannot be left open";
  if (term.kind === "DEVICES") return variable.kind === "DEVICE" ? undefined : "does not stand for devices";
  if (variable.kind === "DEVICE") return "stands for devices";
  return offered && !offered.includes(term.text) ? `does not offer ${term.text}` : undefined;
}

/** What variables stand for: what is fixed, and what was chosen of what is free. */
export async function chosenFor(
  variables: readonly DashboardVariable[],
  terms: Pick<ShareTerms, "variables">,
  sent: Readonly<Record<string, string>>,
  deviceBehind: (variable: DashboardVariable, alias: string) => Promise<string | undefined>,
): Promise<VariableChoices> {
  const refused = Object.keys(sent).find((name) => !variables.some((one) => one.name === name && isFree(one, terms)));
  if (refused !== undefined) throw shareChoiceRefused(refused);
  const chosen: [string, PlainSelection | string][] = [];
  for (const variable of variables) {
    const choice = Object.hasOwn(sent, variable.name) ? sent[variable.name] : undefined;
    const value =
      choice === undefined ? fixedTo(termOf(terms, variable.name)) : await picked(variable, choice, deviceBehind);
    if (value !== undefined) chosen.push([variable.name, value]);
  }
  return Object.fromEntries(chosen);
}

function fixedTo(term: ShareVariable | undefined): PlainSelection | string | undefined {
  if (term?.kind === "DEVICES") return term.devices;
  return term?.kind === "TEXT" ? term.text : undefined;
}

async function picked(
  variable: DashboardVariable,
  choice: string,
  deviceBehind: (variable: DashboardVariable, alias: string) => Promise<string | undefined>,
): Promise<PlainSelection | string> {
  if (variable.kind !== "DEVICE") {
    if (!offeredTexts(variable)?.includes(choice)) throw shareChoiceRefused(variable.name);
    return choice;
  }
  const deviceId = await deviceBehind(variable, choice);
  if (deviceId === undefined) throw shareChoiceRefused(variable.name);
  return { kind: "DEVICES", deviceIds: [deviceId] };
}
