import {
  type DashboardVariable,
  offeredTexts,
  type PlainSelection,
  type ShareVariable,
  shareTermsProblem,
  type VariableChoices,
} from "@heliograph/contract";
import { shareChoiceRefused, shareInvalid } from "./errors.ts";
import type { ShareTerms } from "./share.ts";

const termOf = ({ variables }: Pick<ShareTerms, "variables">, name: string): ShareVariable | undefined =>
  Object.hasOwn(variables, name) ? variables[name] : undefined;

/** Whether whoever looks may choose: among devices or texts that the dashboard itself names, never anything else. */
export const isFree = (variable: DashboardVariable, terms: Pick<ShareTerms, "variables">): boolean =>
  termOf(terms, variable.name)?.kind === "FREE" && (variable.kind === "DEVICE" || offeredTexts(variable) !== undefined);

/** Refuses terms that do not fit the dashboard they are for. */
export function requireTerms(variables: readonly DashboardVariable[], terms: Pick<ShareTerms, "variables">): void {
  const problem = shareTermsProblem(variables, terms.variables);
  if (problem !== undefined) throw shareInvalid(problem);
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
