import { expect, test } from "vitest";
import { readAhead } from "./read-ahead.ts";

test("[DSH4] results come in order, and no more is under way than may be", async () => {
  let [running, most] = [0, 0];
  const work = async (item: number) => {
    most = Math.max(most, ++running);
    for (let turn = 0; turn < 10 - item; turn++) await Promise.resolve();
    running--;
    return item * 2;
  };

  expect(await Array.fromAsync(readAhead([1, 2, 3, 4, 5, 6, 7], 3, work))).toEqual([2, 4, 6, 8, 10, 12, 14]);
  expect(most).toBe(3);
});

test("[DSH4] who goes away begins nothing more, and a failure is told when it is its turn", async () => {
  const begun: number[] = [];
  const work = async (item: number) => {
    begun.push(item);
    if (item === 2) throw new Error("two");
    return item;
  };

  for await (const result of readAhead([1, 3, 5, 7, 9, 11], 2, work)) if (result === 1) break;
  expect(begun).toEqual([1, 3, 5]);

  const told: number[] = [];
  const failing = (async () => {
    for await (const result of readAhead([1, 2, 3], 3, work)) told.push(result);
  })();
  await expect(failing).rejects.toThrow("two");
  expect(told).toEqual([1]);
});
