import { endOfJsonString, parseJsonText, TooManyCodedNames } from "@heliograph/contract/json-text";
import { isHeavierThan, maxJsonWeight } from "./json-weight.ts";

/**
 * Levels of arrays and objects in JSON that somebody sends. Objects a hundred thousand levels deep take ten times as
 * long to make and to forget as the same text in a row: a third of a second of everybody's time for one megabyte [API11].
 */
export const maxJsonLevels = 512;

/** Each costs half a microsecond: rows of channels with quotes in all their names fill a megabyte with fewer [API11]. */
export const maxCodedNames = 100_000;

/** What is wrong, and for text that is no JSON, what the parser said. */
type Refusal = (problem: string, cause?: unknown) => Error;

/** The value of JSON that somebody sent; its depth and weight are known to be bounded before anything is made of it. */
export function parseBoundedJson(text: string, refusal: Refusal): unknown {
  requireBoundedJson(text, refusal);
  return parseJson(text, refusal);
}

export function requireBoundedJson(text: string, refusal: Refusal): void {
  if (hasMoreLevels(text, maxJsonLevels)) throw refusal(`it is nested deeper than ${maxJsonLevels} levels`);
  if (isHeavierThan(maxJsonWeight, text))
    throw refusal("it has too many arrays, objects or different names; send it in parts");
}

/** Of text that is known to be bounded. */
export function parseJson(text: string, refusal: Refusal): unknown {
  try {
    return parseJsonText(text, { maxCodedNames });
  } catch (cause) {
    if (cause instanceof TooManyCodedNames)
      throw refusal("it has too many names with quotes, backslashes or control characters; send it in parts");
    throw refusal("it is not JSON", cause);
  }
}

const [quote] = ['"'].map((character) => character.charCodeAt(0));
const [openArray, openObject] = ["[", "{"].map((character) => character.charCodeAt(0));
const [closeArray, closeObject] = ["]", "}"].map((character) => character.charCodeAt(0));

/** Whether arrays and objects in `text` are nested deeper than that. Whether it is JSON at all is not looked at. */
export function hasMoreLevels(text: string, levels: number): boolean {
  if (text.length <= levels) return false; // most messages are: not even one level per character would do
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfJsonString(text, at);
    else if (code === openArray || code === openObject) {
      if (++depth > levels) return true;
    } else if (code === closeArray || code === closeObject) depth--;
  }
  return false;
}
