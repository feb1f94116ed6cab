import { randomUUID } from "node:crypto";
import { endOfJsonString, isJsonName } from "@heliograph/contract/json-text";
import { hasMoreLevels, parseJson, requireBoundedJson } from "../../kernel/bounded-json.ts";
import { integerTooLong } from "./errors.ts";
import { holdsOnlyFiniteNumbers, isDeeperThan, mayBeAltered } from "./exact-json.ts";
import { maxIntegerDigits, maxJsonDepth } from "./limits.ts";
import { canonicalInteger } from "./value.ts";

const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const integer = /^-?(?:0|[1-9]\d*)$/;
/** With fewer characters an integer fits a double, and with more digits than that none does. */
const shortestUnsafe = 16;
/** With fewer characters, and no exponent, any number is a double, and -0 only if all its digits are zeros. */
const shortestInfinite = 300;
/** 48 bits of chance, made without a system call: nobody guesses them for the one text that they are for. */
const markLength = "01234567-89ab".length;

const codeOf = (character: string): number => character.charCodeAt(0);
const [quote, minus, plus, dot] = [codeOf('"'), codeOf("-"), codeOf("+"), codeOf(".")];
const [zero, nine, smallE, largeE] = [codeOf("0"), codeOf("9"), codeOf("e"), codeOf("E")];

const isDigit = (code: number): boolean => code >= zero && code <= nine;
const isExponent = (code: number): boolean => code === smallE || code === largeE;
const isInNumber = (code: number): boolean =>
  isDigit(code) || code === dot || code === minus || code === plus || isExponent(code);

/**
 * Text of JSON in which integers a double cannot hold have become strings with a mark before them that nobody else knows.
 * Asking the parser for the source of each number instead takes half a second per megabyte [API11].
 */
class MarkedText {
  #mark: string | undefined;
  readonly #text: string;
  readonly #parts: string[] = [];
  #copiedTo = 0;
  hasInfinite = false;
  /** Parsing keeps the sign of a zero, writing does not. */
  hasMinusZero = false;

  constructor(text: string) {
    this.#text = text;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === quote) at = endOfJsonString(text, at);
      else if (code === minus || isDigit(code)) at = this.#passNumber(at) - 1;
    }
  }

  /** None where nothing had to be marked. */
  get mark(): string | undefined {
    return this.#mark;
  }

  get text(): string {
    return this.#mark === undefined ? this.#text : this.#parts.join("") + this.#text.slice(this.#copiedTo);
  }

  /** Returns where it ends. */
  #passNumber(start: number): number {
    let [end, isInteger, isZero, hasExponent] = [start, true, true, false];
    for (; end < this.#text.length; end++) {
      const code = this.#text.charCodeAt(end);
      if (code > zero && code <= nine) isZero = false;
      else if (code === dot) isInteger = false;
      else if (isExponent(code)) hasExponent = true;
      else if (!isInNumber(code)) break;
    }
    const length = end - start;
    if (isZero && this.#text.charCodeAt(start) === minus) this.hasMinusZero = true;
    if (hasExponent || length >= (isInteger ? shortestUnsafe : shortestInfinite)) this.#lookAt(start, end);
    return end;
  }

  /** What is no number of JSON stays as it is, for the parser to refuse. */
  #lookAt(start: number, end: number): void {
    if (isJsonName(this.#text, end)) return; // a string in its place would be one
    const literal = this.#text.slice(start, end);
    if (integer.test(literal)) this.#lookAtInteger(literal, start, end);
    else if (number.test(literal)) this.#lookAtNumber(Number(literal));
  }

  #lookAtInteger(literal: string, start: number, end: number): void {
    if (literal.length > maxIntegerDigits) throw integerTooLong();
    if (literal.length <= shortestUnsafe + 1 && Number.isSafeInteger(Number(literal))) return;
    this.#mark ??= `#${randomUUID().slice(0, markLength)}`;
    this.#parts.push(this.#text.slice(this.#copiedTo, start), `"${this.#mark}${literal}"`);
    this.#copiedTo = end;
  }

  #lookAtNumber(value: number): void {
    if (!Number.isFinite(value)) this.hasInfinite = true;
    if (Object.is(value, -0)) this.hasMinusZero = true;
  }
}

/** What Node has and TypeScript does not describe yet: text that is written as it is. */
const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown };
const minusZero = rawJSON("-0");
const withMinusZero = (_key: string, value: unknown): unknown => (Object.is(value, -0) ? minusZero : value);

/** JSON that somebody sent, with every digit of its numbers [TEL3]. */
export class SentJson {
  /** As `JSON.parse` would give it, but for numbers it would change: what is found in it is to be read by `valueOf` and `textOf`. */
  readonly root: unknown;
  readonly #mark: string | undefined;
  /** Made with the first document that is written. */
  #marked: RegExp | undefined;
  readonly #hasInfinite: boolean;
  readonly #hasMinusZero: boolean;
  readonly #text: string;
  #isDeep: boolean | undefined;

  /** Throws what `refusal` makes of a text that is no JSON or nested too deeply. */
  constructor(text: string, refusal: (problem: string, cause?: unknown) => Error) {
    requireBoundedJson(text, refusal);
    const marked = mayBeAltered(text) ? new MarkedText(text) : undefined;
    this.root = parseJson(marked?.text ?? text, refusal);
    this.#mark = marked?.mark;
    this.#hasInfinite = marked?.hasInfinite ?? false;
    this.#hasMinusZero = marked?.hasMinusZero ?? false;
    this.#text = text;
  }

  /** A text of `root`, or the number that was sent in its place. */
  valueOf(text: string): string | number | bigint {
    if (this.#mark === undefined || !text.startsWith(this.#mark)) return text;
    return canonicalInteger(BigInt(text.slice(this.#mark.length)));
  }

  /** An object or array of `root` as JSON. */
  textOf(value: unknown): string {
    const text = this.#hasMinusZero ? JSON.stringify(value, withMinusZero) : JSON.stringify(value);
    if (this.#mark === undefined) return text;
    this.#marked ??= new RegExp(`"${this.#mark}(-?\\d+)"`, "g");
    return text.replaceAll(this.#marked, "$1");
  }

  /** Whether a value in `root` is nested deeper than a value may be, with so many levels around it. */
  isTooDeep(value: unknown, around = 0): boolean {
    this.#isDeep ??= hasMoreLevels(this.#text, maxJsonDepth); // looked at once, and not at all without documents
    return this.#isDeep && isDeeperThan(value, maxJsonDepth + around);
  }

  /** Whether no part of a value in `root` is a number that is no double at all, such as 1e400. */
  isFinite(value: unknown): boolean {
    return !this.#hasInfinite || holdsOnlyFiniteNumbers(value);
  }
}
