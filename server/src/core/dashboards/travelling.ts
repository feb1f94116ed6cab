import {
  type DashboardConfiguration,
  type DashboardNames,
  type ReferenceKind,
  referenceKinds,
  referencesIn,
  withReferences,
} from "@heliograph/contract";
import type { Reach } from "../projects/index.ts";
import type { ReferenceNames } from "./reference-names.ts";

/** What a dashboard names, as people call it: another installation has other ids [DSH2]. */
export async function namesIn(
  names: ReferenceNames,
  reach: Reach,
  configuration: DashboardConfiguration,
): Promise<DashboardNames> {
  const references = referencesIn(configuration);
  const found = await Promise.all(
    referenceKinds.map(async (kind) => [kind, await names.namesOf(reach, kind, [...references[kind]])] as const),
  );
  return Object.fromEntries(
    found.filter(([, known]) => known.size > 0).map(([kind, known]) => [kind, Object.fromEntries(known)]),
  );
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
  const nameOf = new Map(Object.entries(told).map(([id, name]) => [id.toLowerCase(), name]));
  const missing = ids.flatMap((id) => {
    const name = present.has(id) ? undefined : nameOf.get(id);
    return name === undefined ? [] : [[id, name] as const];
  });
  const found = await names.idsOf(
    reach,
    kind,
    missing.map(([, name]) => name),
  );
  return new Map(missing.flatMap(([id, name]) => (found.has(name) ? [[id, found.get(name) ?? id] as const] : [])));
}
