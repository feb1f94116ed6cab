import { expect, test } from "vitest";
import { ClockSteps } from "./clock-steps.ts";
import { epochMs } from "./time.ts";

test("[RUN12] a step of the wall clock is told once, in either direction; small corrections are none", () => {
  let [passed, set] = [0, 0];
  const steps = new ClockSteps(
    () => epochMs(1_000_000 + passed + set),
    () => passed,
  );
  const takenAfter = (passes: number, sets: number) => {
    passed += passes;
    set += sets;
    return [steps.take(), steps.take()];
  };

  expect(takenAfter(5_000, 0)).toEqual([0, 0]);
  expect(takenAfter(5_000, 300)).toEqual([0, 0]);
  expect(takenAfter(0, 3_600_000)).toEqual([3_600_300, 0]);
  expect(takenAfter(10, -3_600_000)).toEqual([-3_600_000, 0]);
});
