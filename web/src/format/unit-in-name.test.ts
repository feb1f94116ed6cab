import { expect, test } from "vitest";
import { unitInName, withoutUnit, withUnit } from "./unit-in-name.ts";

test("the unit may stand in the name of a key", () => {
  expect(["temp [°C]", "p (bar)", "plain", "array[3].x"].map(unitInName)).toEqual(["°C", "bar", "", ""]);
});

test("a unit is told once: beside the name, or in it", () => {
  expect([withUnit("temp [°C]", "°C"), withUnit("temp", "°C"), withUnit("plain", "")]).toEqual([
    "temp [°C]",
    "temp (°C)",
    "plain",
  ]);
  expect([withoutUnit("temp [°C]", "°C"), withoutUnit("temp [°C]", "K"), withoutUnit("[°C]", "°C")]).toEqual([
    "temp",
    "temp [°C]",
    "[°C]",
  ]);
});

test("a letter of the name is not its unit", () => {
  expect(withUnit("gravity", "g")).toBe("gravity (g)");
});
