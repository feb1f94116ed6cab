import { EntryCount } from "./entry-count.ts";

const maxDepth = 32;
const longestSafe = 15;
const [quote, backslash, comma, minus] = [0x22, 0x5c, 0x2c, 0x2d];
const opening = new Set([0x5b, 0x7b]);
const closing = new Set([0x5d, 0x7d]);
const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

/** A piece of a text, `[from, end)`. */
export interface TextRange {
  readonly from: number;
  readonly end: number;
}

/**
 * Goes over JSON before it is parsed, because JSON.parse takes memory for whatever it meets: throws
 * TooManyEntriesError for more than `maxEntries` values, SyntaxError for deep nesting. Gives the integers with too
 * many digits for a double. Whether the text is JSON at all is not looked at.
 */
export function scanJson(text: string, maxEntries: number): TextRange[] {
  const entries = new EntryCount(maxEntries);
  const longIntegers: TextRange[] = [];
  let depth = 0;
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at);
    if (code === comma || opening.has(code)) entries.add();
    if (opening.has(code) && ++depth > maxDepth) throw new SyntaxError(`more than ${maxDepth} nested values`);
    if (closing.has(code)) depth--;
    if (code === quote) at = stringEnd(text, at);
    else if (code === minus || isDigit(code)) at = numberEnd(text, at, longIntegers);
    else at++;
  }
  return longIntegers;
}

/** Behind the string that begins at `from`. */
function stringEnd(text: string, from: number): number {
  let at = from + 1;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) return at + 1;
    if (code === backslash) at++;
  }
  return at;
}

/** Behind the digits that begin at `from`; a fraction or exponent makes the number a double, whatever its length. */
function numberEnd(text: string, from: number, longIntegers: TextRange[]): number {
  let end = from + 1;
  while (isDigit(text.charCodeAt(end))) end++;
  if (end - from <= longestSafe || !/^-?[1-9]\d*$/.test(text.slice(from, end))) return end;
  const isWhole = !/[.eE]/.test(text.charAt(end)) && !/[.eE+]/.test(text.charAt(from - 1));
  if (isWhole && !Number.isSafeInteger(Number(text.slice(from, end)))) longIntegers.push({ from, end });
  return end;
}
