import fc from "fast-check";
import { expect, test } from "vitest";
import { csvCell, textOfCell } from "./csv-cell.ts";

test.each([
  ["=1+1", "'=1+1"],
  ["+cmd|'/C calc'!A0", "'+cmd|'/C calc'!A0"],
  ["-2+3", "'-2+3"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["\tx", "'\tx"],
  ["'=1", "''=1"],
  ["-5", "-5"],
  ["-1.5e-7", "-1.5e-7"],
  ["+5", "+5"],
  ["'quoted'", "'quoted'"],
  ["=a,b", '"\'=a,b"'],
  ["plain", "plain"],
])("[API12] the text %j is the cell %j", (text, cell) => {
  expect(csvCell(text)).toBe(cell);
});

test("[API12] with escape=none the text is as it is", () => {
  expect(csvCell("=1+1", "none")).toBe("=1+1");
});

test("[API12] what is written is read again, whatever it is", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom("'", "=", "-", "+", "@", "1", "a", ".") }), (text) => {
      expect(textOfCell(csvCell(text))).toBe(text);
    }),
  );
});
