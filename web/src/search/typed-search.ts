/** What somebody typed, taken apart. */
export interface TypedSearch {
  readonly text: string;
  /** In small letters: each has to be found. */
  readonly words: readonly string[];
  /** `position:roof` and `slot=4` look for devices by an attribute. */
  readonly attribute: { readonly key: string; readonly value: string } | undefined;
  /** Behind a `>`. */
  readonly isActionsOnly: boolean;
}

/** More than so many words are not told apart. */
const wordsAtMost = 6;

export function typedSearch(typed: string): TypedSearch {
  const isActionsOnly = typed.trimStart().startsWith(">");
  const text = (isActionsOnly ? typed.trimStart().slice(1) : typed).trim();
  const [, key = "", value = ""] = /^([^\s:=]+)\s*[:=]\s*(.*\S)$/.exec(text) ?? [];
  return {
    ...{ text, words: wordsIn(text), isActionsOnly },
    attribute: key && value && !isActionsOnly ? { key, value } : undefined,
  };
}

const wordsIn = (text: string): readonly string[] =>
  [...new Set(text.toLowerCase().split(/\s+/))].filter((word) => word !== "").slice(0, wordsAtMost);

export const countIn = (words: readonly string[], ...texts: readonly (string | null | undefined)[]): number => {
  const all = texts.join("\n").toLowerCase();
  return words.filter((word) => all.includes(word)).length;
};

export const areIn = (words: readonly string[], ...texts: readonly (string | null | undefined)[]): boolean =>
  countIn(words, ...texts) === words.length;

/** One letter finds everything. */
export const shortestAsked = 2;
const asksAtMost = 4;

/**
 * What the server is asked for, which looks for one text at a time: all of it, all but the last word (which may be of a
 * channel or file), and each word.
 */
export function asksOf({ text, words }: Pick<TypedSearch, "text" | "words">): readonly string[] {
  if (words.length < 2) return words.length === 0 ? [] : [text];
  const long = words.filter((word) => word.length >= shortestAsked).toSorted((a, b) => b.length - a.length);
  const asks = [text, text.slice(0, text.search(/\s\S+$/)).trim(), ...long];
  return [...new Set(asks.map((ask) => ask.toLowerCase()))].slice(0, asksAtMost);
}

interface Part {
  readonly text: string;
  readonly isMarked: boolean;
}

/** The parts of a name, those that were typed marked. */
export function markedParts(name: string, words: readonly string[]): readonly Part[] {
  const small = name.toLowerCase();
  if (small.length !== name.length) return [{ text: name, isMarked: false }]; // no place in one is the same in the other
  const isTyped = new Uint8Array(name.length);
  for (const word of words)
    for (let at = small.indexOf(word); at >= 0; at = small.indexOf(word, at + 1)) isTyped.fill(1, at, at + word.length);
  const parts: Part[] = [];
  for (let from = 0; from < name.length; ) {
    const end = isTyped.indexOf(isTyped[from] === 1 ? 0 : 1, from);
    const to = end < 0 ? name.length : end;
    parts.push({ text: name.slice(from, to), isMarked: isTyped[from] === 1 });
    from = to;
  }
  return parts;
}
