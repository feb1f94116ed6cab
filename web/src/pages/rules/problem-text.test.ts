import { expect, test } from "vitest";
import { de } from "../../i18n/de/index.ts";
import { en } from "../../i18n/en/index.ts";
import { problemText } from "./problem-text.ts";

test("[RUL1] what is wrong with a rule is said in the reader's language, in the server's words where there are none", () => {
  const unknown = { code: "INPUT_UNKNOWN", params: { name: "temp" }, message: 'there is no input "temp"' };

  expect(problemText(unknown, de.rules.problemTexts)).toBe("Einen Wert „temp“ gibt es nicht");
  expect(problemText(unknown, en.rules.problemTexts)).toBe('there is no input "temp"');
  expect(problemText({ code: "NEVER_HEARD_OF", message: "so" }, de.rules.problemTexts)).toBe("so");
});

test("[RUL1] what is wrong with an expression is told in German, too", () => {
  const types = { code: "EXPRESSION_TYPES_DIFFER", params: { types: "double > string" }, message: "no such overload" };
  const refused = { code: "EXPRESSION_CALL_REFUSED", params: { name: "dyn" }, message: "dyn is not available" };
  const dear = { code: "EXPRESSION_TOO_DEAR", params: { cost: "2000", most: "1000" }, message: "it takes 2000" };

  const [differing, ...others] = [types, refused, dear].map((one) => problemText(one, de.rules.problemTexts));

  expect(differing).toContain("double > string passt nicht zusammen");
  expect(others).toEqual(["dyn gibt es hier nicht", "Er braucht 2000 Rechenschritte, 1000 sind möglich"]);
});
