import { randomUUID } from "node:crypto";
import { endOfJsonString, isJsonName } from "./json-strings.ts";

/** Nobody knows it who sends something. */
const mark = `#${randomUUID()}#`;
/** Each costs a microsecond: more than rows of one channel with a quote in its name have in a body [API11]. */
export const maxCodedNames = 65_536;

export class TooManyCodedNames extends Error {}

/**
 * `JSON.parse` of Node 26.10 compares a name as it is written with the name that stood there the last time: once anybody sent
 * `a\u` behind the same members, `"a\u00b0"` is read as that, in the whole process, for all tenants. So it is given no name
 * with an escape: one is written without or, where it needs one, in code behind a mark [TEL3].
 */
export function parseJsonText(text: string): unknown {
  if (!text.includes("\\")) return JSON.parse(text); // nearly all
  const { plain, isCoded } = withPlainNames(text);
  const value: unknown = JSON.parse(plain);
  return isCoded ? decoded(value, new Map()) : value;
}

function withPlainNames(text: string): { readonly plain: string; readonly isCoded: boolean } {
  const parts: string[] = [];
  const names = new Map<string, string>();
  let [copiedTo, coded] = [0, 0];
  for (let start = text.indexOf('"'); start >= 0; ) {
    const end = endOfJsonString(text, start);
    const written = text.slice(start, end + 1);
    if (isJsonName(text, end + 1) && written.includes("\\")) {
      const name = names.getOrInsertComputed(written, plainly);
      if (name.startsWith(mark, 1) && ++coded > maxCodedNames) throw new TooManyCodedNames();
      parts.push(text.slice(copiedTo, start), name);
      copiedTo = end + 1;
    }
    start = text.indexOf('"', end + 1);
  }
  return { plain: parts.join("") + text.slice(copiedTo), isCoded: coded > 0 };
}

function plainly(written: string): string {
  const name = JSON.stringify(JSON.parse(written));
  return name.includes("\\") ? `"${mark}${Buffer.from(name, "utf16le").toString("hex")}"` : name;
}

const nameOf = (code: string): string =>
  code.startsWith(mark)
    ? (JSON.parse(Buffer.from(code.slice(mark.length), "hex").toString("utf16le")) as string)
    : code;

function decoded(value: unknown, names: Map<string, string>): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => decoded(item, names));
  const members = Object.entries(value);
  for (const member of members) {
    member[0] = names.getOrInsertComputed(member[0], nameOf);
    member[1] = decoded(member[1], names);
  }
  return Object.fromEntries(members);
}
