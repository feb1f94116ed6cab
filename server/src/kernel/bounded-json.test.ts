import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { hasMoreLevels, maxCodedNames, maxJsonLevels, parseBoundedJson } from "./bounded-json.ts";

const nested = (levels: number): string => `${"[".repeat(levels)}${"]".repeat(levels)}`;
const refusal = (problem: string) => new Error(problem);

const levelsOf = (value: unknown): number =>
  typeof value === "object" && value !== null ? 1 + Math.max(0, ...Object.values(value).map(levelsOf)) : 0;

test("[API11] JSON nested too deeply is refused before it is parsed", () => {
  const parse = vi.spyOn(JSON, "parse");

  expect(() => parseBoundedJson(nested(maxJsonLevels + 1), refusal)).toThrow("deeper than 512 levels");
  expect(() => parseBoundedJson("[".repeat(1_000_000), refusal)).toThrow("deeper than 512 levels");
  expect(() => parseBoundedJson('{"a":'.repeat(1_000), refusal)).toThrow("deeper than 512 levels");

  expect(parse).not.toHaveBeenCalled();
  parse.mockRestore();
});

test("[API11] as many levels as allowed are parsed, however often", () => {
  expect(levelsOf(parseBoundedJson(nested(maxJsonLevels), refusal))).toBe(maxJsonLevels);
  expect(parseBoundedJson(`[${Array(1_000).fill("[[]]").join(",")}]`, refusal)).toHaveLength(1_000);
});

test("[API11] so many names that need an escape are read, and no more", () => {
  const rows = (count: number): string => `[${Array(count).fill('{"\\n":1}').join(",")}]`;

  expect(parseBoundedJson(rows(maxCodedNames), refusal)).toHaveLength(maxCodedNames);
  expect(() => parseBoundedJson(rows(maxCodedNames + 1), refusal)).toThrow("too many names with quotes");
});

test("[API11] brackets in texts are no levels", () => {
  const texts = ["[".repeat(2_000), `\\"${"{".repeat(2_000)}`, "\\".repeat(2_001)];

  for (const text of texts) expect(parseBoundedJson(JSON.stringify([text]), refusal)).toEqual([text]);
});

test("[API11] the levels of any JSON are counted as its parser finds them", () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 6 }), (json) => {
      const text = json.padEnd(20);
      const levels = levelsOf(JSON.parse(text));

      expect(hasMoreLevels(text, levels)).toBe(false);
      if (levels > 0) expect(hasMoreLevels(text, levels - 1)).toBe(true);
    }),
  );
});

test("[API7] text that is no JSON is told from JSON that is too deep", () => {
  expect(() => parseBoundedJson("{", refusal)).toThrow("it is not JSON");
});
