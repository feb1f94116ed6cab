/** Characters that an address shows as they are, so that links stay readable: a star between parts, a blank between things. */
const partMark = "*";
const thingMark = " ";

const escapes: Readonly<Record<string, string>> = { _: "__", [partMark]: "_s", [thingMark]: "_b" };
const originals: Readonly<Record<string, string>> = { __: "_", _s: partMark, _b: thingMark };

const escaped = (text: string): string => text.replaceAll(/[_* ]/g, (one) => escapes[one] ?? one);
const original = (text: string): string => text.replaceAll(/_[_sb]/g, (one) => originals[one] ?? one);

/** Things of several parts each, as one text. */
export const inAddress = (things: readonly (readonly string[])[]): string =>
  things.map((parts) => parts.map(escaped).join(partMark)).join(thingMark);

export const fromAddress = (text: string): readonly (readonly string[])[] =>
  text === "" ? [] : text.split(thingMark).map((thing) => thing.split(partMark).map(original));
