import { expect, test } from "vitest";
import { generatePassword } from "./generated-password.ts";

/** Six bits each: 22 of them are more than 128 [RUN4]. */
const charactersOf128Bits = 22;

test("[RUN4] a generated password has at least 128 random bits, and as many characters as passwords need", () => {
  expect(generatePassword(8).length).toBeGreaterThanOrEqual(charactersOf128Bits);
  expect(generatePassword(64).length).toBeGreaterThanOrEqual(64);
  expect(generatePassword(8)).not.toBe(generatePassword(8));
});
