import { expect, test } from "vitest";
import { withNeighbours } from "./neighbours.ts";

const at = (...times: readonly number[]) => times.map((ts) => ({ ts, value: String(ts) }));

test("[#17.2] a range has the points on both sides of it, in their order, also where it has none itself", () => {
  const told = withNeighbours({ a: at(20, 10), b: at(5) }, { b: at(30) }, { a: at(50, 60), b: at(30, 70) });

  expect(told["a"]?.map(({ ts }) => ts)).toEqual([10, 20, 50, 60]);
  expect(told["b"]?.map(({ ts }) => ts)).toEqual([5, 30, 70]);
});
