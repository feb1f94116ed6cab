import { endOfJsonString, isJsonName, parseJsonString } from "./json-strings.ts";

/** Nobody knows it who sends something. Not by `randomUUID`: that is not there on pages without https. */
const mark = `#${crypto.getRandomValues(new Uint32Array(4)).join("-")}#`;

export class TooManyCodedNames extends Error {}

/** The second argument of `JSON.parse`, but that it is not told true names, and gives nothing that has names. */
type Revived = (name: string, value: unknown, context?: { readonly source?: string }) => unknown;

export interface JsonReading {
  readonly revived?: Revived;
  /** More are refused with TooManyCodedNames: each costs a little. */
  readonly maxCodedNames?: number;
}

/**
 * `JSON.parse` of Node 26.10 compares a name as it is written with the name that stood there the last time: once anybody sent
 * `a\u` behind the same members, `"a\u00b0"` is read as that, in the whole process, for all tenants. So it is given no name
 * with an escape: one is written without or, where it needs one, in code behind a mark [TEL3]. What we write ourselves has
 * such names as well, those that people and devices chose. Texts are known to come from UTF-8: halves of surrogates are written
 * as escapes.
 */
export function parseJsonText(
  text: string,
  { revived, maxCodedNames = Number.POSITIVE_INFINITY }: JsonReading = {},
): unknown {
  if (!text.includes("\\")) return JSON.parse(text, revived); // nearly all
  const names = new PlainNames(maxCodedNames);
  try {
    const value: unknown = JSON.parse(withPlainNames(text, names), revived);
    return names.areAllPlain ? value : decoded(value, names);
  } catch (error) {
    if (error instanceof SyntaxError) JSON.parse(text); // what is wrong is told of the text that was sent
    throw error;
  }
}

/** What stands in the place of names with escapes: names without or, where they need one, their numbers behind the mark. */
class PlainNames {
  /** By what is written; the same for the same name, however it is written: of two the last value counts. */
  readonly #plain = new Map<string, string>();
  readonly #codes = new Map<string, string>();
  readonly #coded: string[] = [];
  readonly #atMost: number;
  #count = 0;

  constructor(atMost: number) {
    this.#atMost = atMost;
  }

  get areAllPlain(): boolean {
    return this.#count === 0;
  }

  inPlaceOf(written: string): string {
    let plain = this.#plain.get(written);
    if (plain === undefined) {
      plain = this.#plainOf(parseJsonString(written));
      this.#plain.set(written, plain);
    }
    if (plain.startsWith(mark, 1) && ++this.#count > this.#atMost) throw new TooManyCodedNames();
    return plain;
  }

  nameOf(name: string): string {
    return name.startsWith(mark) ? (this.#coded[Number(name.slice(mark.length))] ?? name) : name;
  }

  #plainOf(name: string): string {
    const plain = JSON.stringify(name);
    if (!plain.includes("\\")) return plain;
    const code = this.#codes.get(name) ?? `"${mark}${this.#coded.push(name) - 1}"`;
    this.#codes.set(name, code);
    return code;
  }
}

function withPlainNames(text: string, names: PlainNames): string {
  const parts: string[] = [];
  let copiedTo = 0;
  for (let start = text.indexOf('"'); start >= 0; ) {
    const end = endOfJsonString(text, start);
    if (isJsonName(text, end + 1)) {
      const written = text.slice(start, end + 1);
      if (written.includes("\\")) {
        parts.push(text.slice(copiedTo, start), names.inPlaceOf(written));
        copiedTo = end + 1;
      }
    }
    start = text.indexOf('"', end + 1);
  }
  return parts.join("") + text.slice(copiedTo);
}

function decoded(value: unknown, names: PlainNames): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => decoded(item, names));
  const members = Object.entries(value);
  for (const member of members) {
    member[0] = names.nameOf(member[0]);
    member[1] = decoded(member[1], names);
  }
  return Object.fromEntries(members);
}
