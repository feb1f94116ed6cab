import { expect, test } from "vitest";
import { areIn, asksOf, countIn, markedParts, typedSearch } from "./typed-search.ts";

test("what is typed is words, an attribute or a wish for actions", () => {
  expect(typedSearch("  Prüf 4 oil 4")).toEqual({
    ...{ text: "Prüf 4 oil 4", words: ["prüf", "4", "oil"], attribute: undefined, isActionsOnly: false },
  });
  expect(typedSearch("position: north roof").attribute).toEqual({ key: "position", value: "north roof" });
  expect(typedSearch("slot=4").attribute).toEqual({ key: "slot", value: "4" });
  expect(typedSearch("position:").attribute).toBeUndefined();
  expect(typedSearch("> new")).toMatchObject({ text: "new", words: ["new"], isActionsOnly: true });
  expect(typedSearch("   ").words).toEqual([]);
});

test("every word has to be somewhere, in whichever of the texts", () => {
  expect(areIn(["oil", "4"], "Oil temperature", null, "Prüfstand 4")).toBe(true);
  expect(areIn(["oil", "5"], "Oil temperature", undefined, "Prüfstand 4")).toBe(false);
  expect(countIn(["prüf", "4", "oil"], "Prüfstand 4")).toBe(2);
});

test("the server is asked for the whole, for all but the last word and for words that are worth it", () => {
  expect(asksOf(typedSearch("P-03"))).toEqual(["p-03"].map(() => "P-03"));
  expect(asksOf(typedSearch("Prüfstand 4 oil"))).toEqual(["prüfstand 4 oil", "prüfstand 4", "prüfstand", "oil"]);
  expect(asksOf(typedSearch(""))).toEqual([]);
});

test("what was typed is marked where it stands, also where words overlap", () => {
  const marked = (name: string, words: string[]) =>
    markedParts(name, words)
      .map(({ text, isMarked }) => (isMarked ? `[${text}]` : text))
      .join("");

  expect(marked("Prüfstand 4", ["prüf", "4"])).toBe("[Prüf]stand [4]");
  expect(marked("banana", ["ana", "nan"])).toBe("b[anana]");
  expect(marked("P-03", ["x"])).toBe("P-03");
  expect(marked("İstanbul", ["stan"])).toBe("İstanbul");
});
