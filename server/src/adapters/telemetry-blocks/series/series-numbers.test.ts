import { expect, test } from "vitest";
import { SeriesNumbers } from "./series-numbers.ts";

test("numbers that came back are given out after all others, and none twice at a time", () => {
  const numbers = new SeriesNumbers(12);
  for (const known of [2, 3, 5]) numbers.use(known);
  const given = [numbers.take(), numbers.take()];
  numbers.giveBack([3, 6]);

  const rest = Array.from({ length: 8 }, () => numbers.take());

  expect([given, rest]).toEqual([
    [6, 7],
    [8, 9, 10, 11, 1, 3, 4, 6],
  ]);
  expect(numbers.take()).toBeUndefined();
  numbers.giveBack([5]);
  expect([numbers.take(), numbers.take()]).toEqual([5, undefined]);
});
