import { expect, test } from "vitest";
import { LoopDelay } from "./loop-delay.ts";

test("[API11] a request that is seen late is counted from when it may have arrived", () => {
  let now = 0;
  using delay = new LoopDelay(() => now);

  now = 15;
  expect(delay.currentMs).toBe(0); // nothing is late yet
  now = 320;
  expect(delay.currentMs).toBe(300); // before the timers had their turn
  delay.tick();
  now = 325;
  expect(delay.currentMs).toBe(300); // and in the same turn, after them
  now = 340;
  delay.tick();
  expect(delay.currentMs).toBe(0);
});
