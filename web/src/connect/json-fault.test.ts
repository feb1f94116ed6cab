import { expect, test } from "vitest";
import { jsonFault } from "./json-fault.ts";

test.each([
  ['{"oil_temp": 64.2 "flow": 1}', 1, 19, "comma"],
  ["{temperature: 21.5}", 1, 2, "name"],
  ['{"a" 1}', 1, 6, "colon"],
  ['{"a": }', 1, 7, "value"],
  ['{"a": 01}', 1, 7, "value"],
  ['{"a": 1,}', 1, 9, "name"],
  ['{\n  "a": 1,\n  b: 2}', 3, 3, "name"],
  ['{"a": 1', 1, 8, "comma"],
  ['{"a": 1}}', 1, 9, "end"],
  ["'{\"a\": 1}'", 1, 1, "value"],
  ["21,5", 1, 3, "end"],
  ["", 1, 1, "value"],
  [`${"[".repeat(5_000)}`, 1, 102, "value"],
] as const)("[17/20] %s is wrong at line %i, character %i: %s", (text, line, column, wanted) => {
  expect(jsonFault(text)).toEqual({ line, column, wanted });
});

test("[17/20] what is JSON for the browser is JSON here", () => {
  const texts = ['{"a": [1, -2.5e3, "x\\u00e4", true, null], "b": {}}', "[]", ' "x" ', "0", '{"":"\u{1F300}"}'];

  for (const text of texts) expect(() => JSON.parse(text)).not.toThrow();
  expect(texts.map(jsonFault)).toEqual(texts.map(() => undefined));
});
