import { foldCase } from "../../kernel/text.ts";

/** More than so many words are not told apart. */
const wordsAtMost = 6;

/** The words of a search, and which of them a text holds: a bit for each. */
export class SearchedWords {
  readonly words: readonly string[];
  readonly all: number;

  constructor(text: string) {
    this.words = [...new Set(foldCase(text).split(/\s+/))].filter((word) => word !== "").slice(0, wordsAtMost);
    this.all = (1 << this.words.length) - 1;
  }

  /** `folded` is in the form texts are compared in. */
  in(folded: string): number {
    let held = 0;
    for (const [at, word] of this.words.entries()) if (folded.includes(word)) held |= 1 << at;
    return held;
  }

  /** The words of these bits, the longest first: it finds the fewest. */
  named(bits: number): readonly string[] {
    return this.words.filter((_, at) => (bits & (1 << at)) !== 0).toSorted((a, b) => b.length - a.length);
  }
}

/** How many bits are set. */
export const countOf = (bits: number): number => bits.toString(2).replaceAll("0", "").length;

export const foldedOf = (...texts: readonly (string | null | undefined)[]): string => foldCase(texts.join("\n"));
