import { type DashboardNames, type DashboardRecord, referenceKinds, referencesIn } from "@heliograph/contract";

type Kind = (typeof referenceKinds)[number];

/** What a dashboard from a file names and this tenant does not have, by kind. */
export interface Missing {
  readonly kind: Kind;
  /** As the file calls them; "" where it says no name. */
  readonly names: readonly string[];
}

/** Whatever has no name here is not here, or not for who imports it; `told` is what the file says about it. */
export function missingReferences(
  { configuration }: Pick<DashboardRecord, "configuration">,
  here: DashboardNames,
  told: DashboardNames,
): Missing[] {
  const references = referencesIn(configuration);
  return referenceKinds.flatMap((kind) => {
    const missing = [...references[kind]].filter((id) => here[kind]?.[id] === undefined);
    return missing.length === 0 ? [] : [{ kind, names: missing.map((id) => told[kind]?.[id] ?? "").sort() }];
  });
}
