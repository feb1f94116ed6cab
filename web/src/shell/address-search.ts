import { defaultStringifySearch } from "@tanstack/react-router";
import { withPlainTimes } from "../time-range/shown-time.ts";

/** Lists of names in addresses; their pages take one that stands alone for a list of one. */
const lists = ["keys", "others", "files", "shifts", "channels"] as const;

/** `keys=speed&keys=temperature`, as people write and read it, in place of a list in brackets and quotes. */
export function stringifyAddress(search: Readonly<Record<string, unknown>>): string {
  const { plain, repeated } = parted(search);
  const first = defaultStringifySearch(withPlainTimes(plain));
  const rest = new URLSearchParams(repeated).toString();
  return rest === "" ? first : `${first === "" ? "?" : `${first}&`}${rest}`;
}

function parted(search: Readonly<Record<string, unknown>>) {
  const plain: Record<string, unknown> = { ...search };
  const repeated: [string, string][] = [];
  for (const name of lists) {
    const values = search[name];
    if (!isTexts(values) || values.length === 0) continue;
    if (values.length === 1) plain[name] = values[0];
    else {
      delete plain[name];
      repeated.push(...values.map((value): [string, string] => [name, value]));
    }
  }
  return { plain, repeated };
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === "string");
