import { expect, test } from "vitest";
import { de } from "../../../i18n/de/index.ts";
import { en } from "../../../i18n/en/index.ts";
import { partText } from "./part-text.ts";

test("[RUL5] a place in a rule is told in the reader's words, one without a word as it is", () => {
  expect(partText("steps.0.when.value", en.rules)).toBe("Severity 1: limit");
  expect(partText("steps.1.when.conditions.0.deadBand", de.rules)).toBe("Schwere 2: Totband");
  expect(partText("name", en.rules)).toBe("Name");
  expect(partText("inputs.0", de.rules)).toBe("Messgröße 1");
  expect(partText("future.thing", en.rules)).toBe("future: thing");
});
