import { expect, test } from "vitest";
import { spanOf, squeezedSpan } from "./file-span.ts";

const file = (startTime: number, endTime = startTime + 1) => ({ startTime, endTime });

test("[FILE3] where a few old files squeeze the others into a corner, the time of the others is offered", () => {
  const lately = [file(980), file(990), file(999)];

  expect(squeezedSpan([file(0), ...lately, file(60)])).toEqual({ from: 980, to: 1_000, count: 3 });
  expect(squeezedSpan(lately)).toBeUndefined();
  expect(squeezedSpan([file(0), file(1_000)])).toBeUndefined();
  expect(squeezedSpan([file(0), file(500), file(700), file(750), file(1_000)])).toBeUndefined();
  expect(squeezedSpan([])).toBeUndefined();
});

test("[FILE3] a span reaches from the first start to the last end", () => {
  expect(spanOf([file(5, 9), file(2, 3)])).toEqual({ from: 2, to: 9, count: 2 });
});
