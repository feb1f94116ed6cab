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

test("[CLU2] numbers of a class are given out by themselves, and what others use of it is learned", () => {
  const numbers = new SeriesNumbers(16, 4);
  numbers.learn([0, 2], [8, 10]);
  const given = [numbers.takeOf(0), numbers.takeOf(2), numbers.takeOf(2), numbers.takeOf(2)];
  numbers.learn([2], [2]);

  expect(given).toEqual([4, 2, 6, 14]);
  expect([numbers.takeOf(2), numbers.takeOf(2), numbers.takeOf(2), numbers.takeOf(2)]).toEqual([6, 10, 14, undefined]);
  expect([numbers.takeOf(0), numbers.takeOf(0)]).toEqual([12, undefined]);
});
