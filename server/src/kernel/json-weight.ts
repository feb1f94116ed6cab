import { randomInt } from "node:crypto";
import { isJsonName } from "@heliograph/contract/json-text";

/**
 * What JSON that somebody sends may weigh: an array or an object counts 1, a name that was not there before counts 8. A
 * megabyte of different names takes ten times as long to parse as the same rows with few names, and the work on each of
 * them comes on top: a third of a second of everybody's time for one message [API11].
 */
export const maxJsonWeight = 131_072;
const nameWeight = 8;
/** The shortest name with its value and a comma: `"":1,`. */
const shortestMember = 5;

const [quote, backslash] = ['"', "\\"].map((character) => character.charCodeAt(0));
const [openArray, openObject] = ["[", "{"].map((character) => character.charCodeAt(0));

/** Whether `text` weighs more than that. Whether it is JSON at all is not looked at. */
export function isHeavierThan(weight: number, text: string): boolean {
  if (text.length * nameWeight <= weight * shortestMember) return false; // most messages: nothing could be that heavy
  const names = new SeenNames();
  for (let [at, left] = [0, weight]; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      at = names.pass(text, at);
      if (names.isNew) left -= nameWeight;
    } else if (code === openArray || code === openObject) left--;
    if (left < 0) return true;
  }
  return false;
}

/** 2^18 bits: of ten thousand names some two hundred meet another one's bit, and weigh nothing. */
const bits = 18;
const seen = new Uint32Array(2 ** (bits - 5));
/** Of each process its own, so that nobody can send names that all have one bit. */
const seed = randomInt(2 ** 32);

/** Folded after each character: without that one seed in a hundred takes most names for others. */
export function mixed(hash: number, code: number): number {
  const spread = Math.imul(hash ^ code, 0x85_eb_ca_6b);
  return spread ^ (spread >>> 13);
}

export const bitOf = (hash: number): number => Math.imul(hash, 0xc2_b2_ae_35) >>> (32 - bits);

/** The names of a text, known by a bit each: to keep them would cost what is to be saved. */
class SeenNames {
  /** Whether the last string was a name that was not there before. */
  isNew = false;

  constructor() {
    seen.fill(0);
  }

  /** Passes over the string that begins at `start`; returns where its last quote is. */
  pass(text: string, start: number): number {
    let [hash, at] = [seed, start + 1];
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === quote) break;
      hash = mixed(hash, code);
      if (code === backslash) hash = mixed(hash, text.charCodeAt(++at));
    }
    this.isNew = isJsonName(text, at + 1) && this.#note(bitOf(hash));
    return at;
  }

  /** True when it was not noted before. */
  #note(bit: number): boolean {
    const [word, mask] = [bit >>> 5, 1 << (bit & 31)];
    const before = seen[word] ?? 0;
    seen[word] = before | mask;
    return (before & mask) === 0;
  }
}
