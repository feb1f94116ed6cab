import type { Reach } from "../projects/index.ts";
import type { NamedKind, ReferenceNames } from "./reference-names.ts";

/** Names by id, by kind, as they stand in a file. */
type ToldNames<Kind extends NamedKind> = { [K in Kind]?: Record<string, string> };

/** What these ids are called, for a file: another installation has other ids. Kinds without a reach are not told. */
export async function namesToTell<Kind extends NamedKind>(
  names: ReferenceNames,
  ids: Iterable<readonly [Kind, Iterable<string>]>,
  reachTo: (kind: Kind) => Reach | undefined,
): Promise<ToldNames<Kind>> {
  const found = [...ids].map(async ([kind, some]) => {
    const reach = reachTo(kind);
    return [kind, reach ? await names.namesOf(reach, kind, [...some]) : new Map<string, string>()] as const;
  });
  const known = (await Promise.all(found)).filter(([, those]) => those.size > 0);
  return Object.fromEntries(known.map(([kind, those]) => [kind, Object.fromEntries(those)])) as ToldNames<Kind>;
}

/** Ids as they are stored, in whatever letters they were sent. */
export const namesByStoredId = (told: Readonly<Record<string, string>> = {}): ReadonlyMap<string, string> =>
  new Map(Object.entries(told).map(([id, name]) => [id.toLowerCase(), name]));
