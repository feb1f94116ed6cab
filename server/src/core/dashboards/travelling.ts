import {
  type DashboardConfiguration,
  type DashboardNames,
  type ReferenceKind,
  referenceKinds,
  referencesIn,
  withReferences,
} from "@heliograph/contract";
import type { Reach } from "../projects/index.ts";
import { namesByStoredId, namesToTell, type ReferenceNames } from "../references/index.ts";

/** What a dashboard names, as people call it: another installation has other ids [DSH2]. */
export function namesIn(
  names: ReferenceNames,
  reach: Reach,
  configuration: DashboardConfiguration,
): Promise<DashboardNames> {
  const references = referencesIn(configuration);
  const ids = referenceKinds.map((kind) => [kind, references[kind]] as const);
  return namesToTell(names, ids, () => reach);
}

/** A configuration that came from elsewhere: what is not here by its id is what is called the same here, if there is one. */
export async function settled(
  names: ReferenceNames,
  reach: Reach,
  configuration: DashboardConfiguration,
  told: DashboardNames,
): Promise<DashboardConfiguration> {
  const references = referencesIn(configuration);
  const here = new Map<ReferenceKind, ReadonlyMap<string, string>>();
  for (const kind of referenceKinds)
    here.set(kind, await idsHere(names, reach, kind, [...references[kind]], told[kind] ?? {}));
  return withReferences(configuration, (kind, id) => here.get(kind)?.get(id) ?? id);
}

/** For ids that are not here, those of the same name. */
async function idsHere(
  names: ReferenceNames,
  reach: Reach,
  kind: ReferenceKind,
  ids: readonly string[],
  told: Readonly<Record<string, string>>,
): Promise<ReadonlyMap<string, string>> {
  const present = await names.namesOf(reach, kind, ids);
  const nameOf = namesByStoredId(told);
  const missing = ids.flatMap((id) => {
    const name = present.has(id) ? undefined : nameOf.get(id);
    return name === undefined ? [] : [[id, name] as const];
  });
  const found = await names.idsOf(
    reach,
    kind,
    missing.map(([, name]) => name),
  );
  return new Map(
    missing.flatMap(([id, name]) => {
      const [one, another] = found.get(name) ?? [];
      return one !== undefined && another === undefined ? [[id, one] as const] : [];
    }),
  );
}
