import { expect, test } from "vitest";
import { isAlike } from "./tree.ts";

test.for<[unknown, unknown, boolean]>([
  [{ a: 1, b: [1, { c: "x" }] }, { b: [1, { c: "x" }], a: 1 }, true],
  [{ a: 1, b: undefined }, { a: 1 }, true],
  [{ a: undefined, b: 1 }, { a: 1, b: undefined }, false],
  [[1, 2], [2, 1], false],
  [[1], [1, 2], false],
  [[], {}, false],
  [{}, null, false],
  [null, null, true],
  [0, "0", false],
  [{ constructor: 1 }, {}, false],
  [{}, { toString: undefined }, true],
])("[DSH2] %j and %j are alike: %s", ([one, other, alike]) => {
  expect([isAlike(one, other), isAlike(other, one)]).toEqual([alike, alike]);
});
