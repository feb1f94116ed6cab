import { isPattern, keyMatcher } from "@heliograph/contract";
import type { DeviceTypeId } from "../../kernel/ids.ts";
import { countOf, foldedOf, type SearchedWords } from "./searched-words.ts";
import type { TitledType } from "./type-titles.ts";

/** Keys that hold what is looked for where a device is of one of these types. */
export interface KeysOfTypes {
  readonly keys: readonly string[];
  /** Undefined: whatever it is. */
  readonly types: readonly DeviceTypeId[] | undefined;
}

/** Where the channels may be: their devices have to have the words that neither channel nor type has. */
export interface Candidates {
  /** Bits of words. */
  readonly missing: number;
  readonly parts: readonly KeysOfTypes[];
}

/** Of which keys a type says something that was looked for. */
export const titledKeys = (words: SearchedWords, { titles }: TitledType): readonly string[] =>
  titles.filter(({ text }) => words.in(text) !== 0).map(({ key }) => key);

/** Those that need the fewest words of their devices come first. */
export function candidatesOf(
  words: SearchedWords,
  keys: readonly string[],
  types: readonly TitledType[],
): readonly Candidates[] {
  const found = new Map<number, Map<string, string[]>>();
  const add = (held: number, type: DeviceTypeId | "", key: string): void => {
    const missing = words.all & ~held;
    const byType = found.get(missing) ?? new Map<string, string[]>();
    byType.set(type, [...(byType.get(type) ?? []), key]);
    found.set(missing, byType);
  };
  const inKey = new Map(keys.map((key) => [key, words.in(foldedOf(key))]));
  for (const [key, held] of inKey) if (held !== 0) add(held, "", key);
  for (const type of types) {
    const inName = words.in(type.name);
    for (const [key, held] of heldBy(words, type, inKey))
      if ((held | inName) !== inKey.get(key)) add(held | inName, type.id, key);
  }
  return [...found]
    .map(([missing, byType]) => ({ missing, parts: together(byType) }))
    .sort((a, b) => countOf(a.missing) - countOf(b.missing));
}

/** The keys of which a type's channels, or their own names, hold something. */
function heldBy(words: SearchedWords, type: TitledType, inKey: ReadonlyMap<string, number>): Map<string, number> {
  const held = new Map([...inKey].filter(([, bits]) => bits !== 0));
  const add = (key: string, bits: number) => held.set(key, (held.get(key) ?? inKey.get(key) ?? 0) | bits);
  for (const { key, text } of type.titles) {
    const bits = words.in(text);
    if (bits === 0) continue;
    const matches = keyMatcher(key);
    if (!isPattern(key)) inKey.has(key) && add(key, bits);
    else for (const one of inKey.keys()) if (matches(one)) add(one, bits);
  }
  return held;
}

/** Types with the same keys are asked for together. */
function together(byType: ReadonlyMap<string, readonly string[]>): readonly KeysOfTypes[] {
  const groups = Map.groupBy(byType, ([type, keys]) => (type === "" ? "" : keys.toSorted().join("\0")));
  return [...groups.values()].map((group) => ({
    keys: group[0]?.[1] ?? [],
    types: group[0]?.[0] === "" ? undefined : group.map(([type]) => type as DeviceTypeId),
  }));
}
