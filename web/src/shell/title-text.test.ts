import { expect, test } from "vitest";
import { titleOf } from "./title-text.ts";

test("a title begins with what the page is about, and leaves out what is not known", () => {
  expect(titleOf("pump 7", "Devices", "Heliograph")).toBe("pump 7 · Devices · Heliograph");
  expect(titleOf(undefined, "Devices", "Heliograph")).toBe("Devices · Heliograph");
  expect(titleOf("", undefined, "Lab of the North")).toBe("Lab of the North");
});
