/** Up to so many comparisons of characters the search of the engine is taken: it is faster, and beyond, it has no bound. */
const comparisonsAtMost = 16_384;

/**
 * Where a part begins in a text, or -1. That of the engine takes the product of both lengths for what is made to take long; this
 * one takes their sum (Knuth, Morris, Pratt).
 */
export function placeIn(text: string, part: string): number {
  if (text.length * part.length <= comparisonsAtMost) return text.indexOf(part);
  const borders = bordersOf(part);
  let matched = 0;
  for (let at = 0; at < text.length; at++) {
    matched = longer(part, borders, matched, text.charCodeAt(at));
    if (matched === part.length) return at + 1 - matched;
  }
  return -1;
}

/** For each beginning of a text, the length of the longest shorter one that it ends with. */
function bordersOf(part: string): Int32Array {
  const borders = new Int32Array(part.length);
  for (let at = 1; at < part.length; at++)
    borders[at] = longer(part, borders, borders[at - 1] ?? 0, part.charCodeAt(at));
  return borders;
}

function longer(part: string, borders: Int32Array, matched: number, character: number): number {
  let length = matched;
  while (length > 0 && part.charCodeAt(length) !== character) length = borders[length - 1] ?? 0;
  return part.charCodeAt(length) === character ? length + 1 : length;
}
