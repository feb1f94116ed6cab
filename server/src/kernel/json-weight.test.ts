import { expect, test, vi } from "vitest";
import { parseBoundedJson } from "./bounded-json.ts";
import { bitOf, isHeavierThan, maxJsonWeight, mixed } from "./json-weight.ts";

const refusal = (problem: string) => new Error(problem);
const many = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n));
const members = (count: number, colon = ":") => `{${many(count, (n) => `"k${n}"${colon}${n % 10}`).join(",")}}`;

test.each([
  ["different names in one object", members(20_000)],
  ["different names in many objects", JSON.stringify(many(20_000, (n) => ({ [`k${n}`]: 1 })))],
  ["different names with blanks around", members(20_000, "\t\r\n :")],
  ["different names with quotes in them", JSON.stringify(Object.fromEntries(many(20_000, (n) => [`"\\${n}`, 1])))],
  ["empty arrays", `[${"[],".repeat(140_000)}0]`],
  ["empty objects", `[${"{},".repeat(140_000)}0]`],
])("[API11] too many %s are refused before they are parsed", (_, text) => {
  const parse = vi.spyOn(JSON, "parse");

  expect(() => parseBoundedJson(text, refusal)).toThrow("too many");

  expect(parse).not.toHaveBeenCalled();
  parse.mockRestore();
});

test.each([
  ["sixteen thousand names", members(16_000)],
  ["a megabyte of rows with few names", JSON.stringify(many(25_000, (ts) => ({ ts, values: { a: 1, b: 2 } })))],
  ["a hundred thousand texts", JSON.stringify(many(100_000, (n) => `t${n}`))],
  ["texts with what would be a name", JSON.stringify(many(20_000, (n) => `{"k${n}":[`))],
  ["half a million numbers", `[${"1,".repeat(500_000)}1]`],
  ["a quote that never ends", `{"a${"x".repeat(50_000)}`],
])("[API11] %s are not too heavy", (_, text) => {
  expect(isHeavierThan(maxJsonWeight, text)).toBe(false);
});

test("[API11] what was counted for one text does not count for the next", () => {
  for (let text = 0; text < 5; text++) expect(isHeavierThan(maxJsonWeight, members(15_000))).toBe(false);
});

test("[API11] whatever the seed of a process is, hardly a name is taken for another one", () => {
  const names = many(20_000, (n) => [...`k${n}`].map((character) => character.charCodeAt(0)));
  const different = (seed: number) => new Set(names.map((codes) => bitOf(codes.reduce(mixed, seed)))).size;

  for (const seed of [0, 1, 2, 255, 65_536, 2 ** 31, 2 ** 32 - 1, ...many(20, (n) => Math.imul(n, 0x9e_37_79_b1))])
    expect(different(seed), `seed ${seed}`).toBeGreaterThan(19_000);
});
