import { expect, test } from "vitest";
import { epochMs } from "../../kernel/time.ts";
import { BadTokenBrake } from "./bad-token-brake.ts";

const delays = (brake: BadTokenBrake, address: string, times: number, now = 0): number[] =>
  Array.from({ length: times }, () => brake.failed(address, epochMs(now)));

test("[AUTH3] the first failures of an address are free, the next wait twice as long each time, up to a bound", () => {
  expect(delays(new BadTokenBrake(), "a", 12)).toEqual([0, 0, 0, 0, 0, 250, 500, 1_000, 2_000, 4_000, 4_000, 4_000]);
});

test("[AUTH3] addresses are counted apart, and a quiet one is forgotten", () => {
  const brake = new BadTokenBrake();
  delays(brake, "a", 9);

  expect(delays(brake, "b", 1)).toEqual([0]);
  expect(delays(brake, "a", 1, 15 * 60_000)).toEqual([0]);
});

test("[REL2] no more than 50,000 addresses are remembered: the longest untouched is forgotten", () => {
  const brake = new BadTokenBrake();
  delays(brake, "first", 6);
  for (let n = 0; n < 50_000; n++) brake.failed(`address ${n}`, epochMs(0));

  expect(delays(brake, "first", 1)).toEqual([0]);
});
