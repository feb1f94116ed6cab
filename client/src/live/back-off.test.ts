import { expect, test } from "vitest";
import { backOffMs } from "./back-off.ts";

test("attempts become rarer, up to a bound", () => {
  const waits = [1, 2, 3, 4, 20].map((failures) => backOffMs(failures, 0.5));

  expect(waits).toEqual([500, 1_000, 2_000, 4_000, 5_000]);
});

test("attempts of many tabs are spread", () => {
  expect([backOffMs(1, 0), backOffMs(1, 1)]).toEqual([375, 625]);
});
