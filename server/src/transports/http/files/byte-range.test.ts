import { expect, test } from "vitest";
import { byteRangeOf } from "./byte-range.ts";

test.each([
  [undefined, 10, "whole"],
  ["bytes=0-", 10, { start: 0, end: 9 }],
  ["bytes=3-5", 10, { start: 3, end: 5 }],
  ["bytes=3-99", 10, { start: 3, end: 9 }],
  ["bytes=-4", 10, { start: 6, end: 9 }],
  ["bytes=-40", 10, { start: 0, end: 9 }],
  ["bytes=10-", 10, "unsatisfiable"],
  ["bytes=-0", 10, "unsatisfiable"],
  ["bytes=0-", 0, "unsatisfiable"],
  ["bytes=5-3", 10, "whole"],
  ["bytes=0-1,4-5", 10, "whole"],
  ["lines=0-1", 10, "whole"],
  ["bytes=-", 10, "whole"],
])("[FILE5] Range: %s of %i bytes", (header, size, range) => {
  expect(byteRangeOf(header, size)).toEqual(range);
});
