import { chosenTexts, type DashboardConfiguration } from "@heliograph/contract";
import { useMemo } from "react";

/** What variables stand for that are not devices; the same map as long as it says the same, so that nothing is drawn again. */
export function useChosenTexts(
  { variables }: Pick<DashboardConfiguration, "variables">,
  choice: Readonly<Record<string, string>>,
): ReadonlyMap<string, string> {
  const chosen = JSON.stringify([...chosenTexts(variables, choice)]);
  return useMemo(() => new Map(JSON.parse(chosen) as [string, string][]), [chosen]);
}
