import { expect, test } from "vitest";
import { keyValues } from "./choose-keys.ts";

const point = (value: unknown) => [{ ts: 1, value }];

test("numbers come before texts, each by name", () => {
  expect(keyValues({ state: point("idle"), b: point("2.5"), a: point(true), city: point("Ulm") })).toEqual([
    ...["a", "b", "city", "state"],
  ]);
});

test("of many keys a dozen are shown", () => {
  const many = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`k${index}`, point(index)]));

  expect(keyValues(many)).toHaveLength(12);
});
