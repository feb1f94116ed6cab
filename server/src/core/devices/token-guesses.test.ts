import { expect, test } from "vitest";
import { epochMs } from "../../kernel/time.ts";
import { TokenGuesses } from "./token-guesses.ts";

const limits = { freeGuesses: 5, longestDelayMs: 4_000, guessesPerMinute: 1_000 };
const token = "a-token-nobody-guesses";
const at = (ms: number) => epochMs(1_800_000_000_000 + ms);

const fail = (guesses: TokenGuesses, address: string, times: number, now = 0): number[] =>
  Array.from({ length: times }, () => guesses.failed(address, at(now)));

test("[AUTH3] the first failures of an address are free, the next wait twice as long each time, up to a bound", () => {
  const delays = fail(new TokenGuesses(limits), "a", 12);

  expect(delays).toEqual([0, 0, 0, 0, 0, 250, 500, 1_000, 2_000, 4_000, 4_000, 4_000]);
});

test("[AUTH3] addresses are counted apart, and a quiet one is forgotten", () => {
  const guesses = new TokenGuesses(limits);
  fail(guesses, "a", 9);

  expect(fail(guesses, "b", 1)).toEqual([0]);
  expect(fail(guesses, "a", 1, 15 * 60_000)).toEqual([0]);
});

test("[DEV4] whoever has 2^64 addresses is counted as one", () => {
  const guesses = new TokenGuesses(limits);
  for (let n = 0; n < 20; n++) guesses.failed(`2001:db8::${n}`, at(0));

  expect(guesses.failed("2001:db8::ffff", at(0))).toBe(4_000);
});

test("[DEV4] while somebody guesses there, a right token that is new there waits as long as a wrong one", () => {
  const guesses = new TokenGuesses(limits);
  fail(guesses, "a", 20);

  expect(guesses.passed("a", token, at(0))).toBe(4_000);
  expect(guesses.passed("b", token, at(0))).toBe(0);
});

test("[AUTH3] a device that was here before does not wait; one whose token could be found by trying does", () => {
  const guesses = new TokenGuesses(limits);
  for (const known of [token, "12345678"]) guesses.passed("a", known, at(0));
  fail(guesses, "a", 20);

  expect(guesses.passed("a", token, at(1))).toBe(0);
  expect(guesses.passed("a", "12345678", at(1))).toBe(4_000);
});

test("[DEV4] a right token is known where somebody waited for its answer, not where it was only sent", () => {
  const guesses = new TokenGuesses(limits);
  fail(guesses, "a", 20);

  for (let round = 0; round < 2; round++) expect(guesses.passed("a", token, at(round))).toBe(4_000);
  guesses.waited("a", token);

  expect(guesses.passed("a", token, at(9))).toBe(0);
});

test("[DEV4] too many wrong tokens from everywhere slow down everybody who is new, until a minute after", () => {
  const guesses = new TokenGuesses(limits);
  guesses.passed("home", token, at(0));
  for (let n = 0; n <= limits.guessesPerMinute; n++) guesses.failed(`10.0.${n >> 8}.${n & 255}`, at(0));

  expect(guesses.passed("elsewhere", token, at(1))).toBe(4_000);
  expect(guesses.passed("home", token, at(1))).toBe(0);
  expect(guesses.isCalm(at(60_000))).toBe(false);
  expect(guesses.isCalm(at(180_000))).toBe(true);
  expect(guesses.passed("third", token, at(180_000))).toBe(0);
});

test("[REL2] no more than 50,000 addresses are remembered: the longest untouched is forgotten", () => {
  const guesses = new TokenGuesses({ ...limits, guessesPerMinute: 1_000_000 });
  fail(guesses, "first", 6);
  for (let n = 0; n < 50_000; n++) guesses.failed(`address ${n}`, at(0));

  expect(fail(guesses, "first", 1)).toEqual([0]);
});
