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

test("[TYP2] the order of the type comes first, and what it hides is not there", () => {
  const order: Record<string, { order: number; hidden?: boolean }> = { z: { order: 1 }, b: { order: 2, hidden: true } };

  const keys = keyValues({ a: point(1), b: point(2), z: point("x") }, (key) => order[key] ?? { order: 9 });

  expect(keys).toEqual(["z", "a"]);
});
