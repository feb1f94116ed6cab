import { expect, test } from "vitest";
import { isNewerVersion } from "./version-order.ts";

test.each([
  ["0.2.0", "0.1.9"],
  ["1.0.0", "0.99.99"],
  ["0.10.0", "0.9.0"],
  ["0.1.1-rc.1", "0.1.0"],
])("%s is newer than %s, and not the other way round", (newer, older) => {
  expect(isNewerVersion(newer, older)).toBe(true);
  expect(isNewerVersion(older, newer)).toBe(false);
});

test("a version is not newer than itself", () => {
  expect(isNewerVersion("1.2.3", "1.2.3")).toBe(false);
});
