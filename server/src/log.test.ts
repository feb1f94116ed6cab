import { expect, test } from "vitest";
import { visibleText } from "./log.ts";

test("[API12] what a device sends cannot steer the terminal of whoever reads the log", () => {
  expect(visibleText("a\u001b[2Jb\nc\u202ed\u009be")).toBe("a\\u001b[2Jb\\u000ac\\u202ed\\u009be");
  expect(visibleText("Prüfstand 🚆")).toBe("Prüfstand 🚆");
});
