import { HttpError } from "./faults.ts";

type OneOrMore = string | readonly string[] | undefined;

export interface KeysQuery {
  readonly keys?: string | readonly string[];
  readonly key?: string | readonly string[];
}

const listOf = (value: OneOrMore): readonly string[] => (value === undefined ? [] : [value].flat());

/** The keys a query names, each once and verbatim: `keys=a,b` and `key=c,d` [TEL2]. */
export function namedKeys({ keys, key }: KeysQuery): readonly string[] {
  const separated = listOf(keys).flatMap((text) => text.split(","));
  return [...new Set([...separated, ...listOf(key)])].filter((name) => name !== "");
}

/** Where no key must not mean "all of them". */
export function requiredKeys(query: KeysQuery): readonly string[] {
  const keys = namedKeys(query);
  if (keys.length === 0)
    throw new HttpError("KEYS_REQUIRED", 400, "keys is required: name the keys, separated by commas");
  return keys;
}
