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
