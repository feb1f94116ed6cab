import { afterEach, expect, test, vi } from "vitest";
import { agree, agreedNow, forgetAgreement } from "./agreed-time.ts";

const wallClock = Date.now;
const setBy = (ms: number) => vi.spyOn(Date, "now").mockImplementation(() => wallClock() + ms);
const differenceMs = (): number => Math.abs(agreedNow() - wallClock());

afterEach(() => {
  vi.restoreAllMocks();
  forgetAgreement();
});

test.each([600_000, -600_000])(
  "[RUN12] a wall clock that is set by %i ms after others agreed with it is not followed",
  (ms) => {
    agree(2_000);
    setBy(ms);

    expect(differenceMs()).toBeLessThan(60_000);
  },
);

test("[RUN12] one that is corrected a little is", () => {
  agree(2_000);
  setBy(1_500);

  expect(agreedNow() - wallClock()).toBeGreaterThan(1_000);
});

test("[RUN12] one that others agree with again is followed again, and so is any that nobody compares", () => {
  agree(2_000);
  setBy(600_000);
  agree(2_000);

  expect(differenceMs()).toBeGreaterThan(590_000);
  forgetAgreement();
  setBy(-600_000);
  expect(differenceMs()).toBeGreaterThan(590_000);
});
