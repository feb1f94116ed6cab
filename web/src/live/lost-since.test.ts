import { expect, test } from "vitest";
import { lostSince, onBack, tellLost } from "./lost-since.ts";

test("[TEL7] the server is away since the first sign of it until the last is gone, and each that is gone is told", () => {
  const seen: (number | undefined)[] = [];
  let told = 0;
  const stop = onBack(() => {
    told += 1;
  });

  for (const [sign, isLost, now] of [
    ["connection", false, 1],
    ["connection", true, 2],
    ["reading", true, 3],
    ["connection", false, 4],
    ["reading", false, 5],
  ] as const) {
    tellLost(sign, isLost, now);
    seen.push(lostSince.get());
  }
  stop();

  expect(seen).toEqual([undefined, 2, 2, 3, undefined]);
  expect(told).toBe(2);
});
