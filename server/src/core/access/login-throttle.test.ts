import { expect, test } from "vitest";
import { epochMs } from "../../kernel/time.ts";
import { LoginThrottle } from "./login-throttle.ts";

const limits = {
  freeFailures: 5,
  refuseFromFailures: 10,
  firstDelayMs: 250,
  longestDelayMs: 4_000,
  forgetAfterMs: 1_000,
  rememberedAtMost: 4,
};
const now = epochMs(1_000_000);

function throttleAfter(failures: number): LoginThrottle {
  const throttle = new LoginThrottle(limits);
  for (let failure = 0; failure < failures; failure++) throttle.failed("ada", "10.0.0.1", now);
  return throttle;
}

test("[AUTH3] five failures are free, then each attempt waits twice as long, up to a limit", () => {
  const delays = [0, 4, 5, 6, 7, 20].map((failures) => throttleAfter(failures).penaltyFor("ada", "", now).delayMs);

  expect(delays).toEqual([0, 0, 250, 500, 1_000, 4_000]);
});

test("[AUTH3] the tenth failure is answered as too many", () => {
  expect(throttleAfter(8).penaltyFor("ada", "", now).refuseFailure).toBe(false);
  expect(throttleAfter(9).penaltyFor("ada", "", now).refuseFailure).toBe(true);
});

test("[AUTH3] an address is counted over all accounts, an account over all addresses", () => {
  const throttle = throttleAfter(7);

  expect(throttle.penaltyFor("grace", "10.0.0.1", now).delayMs).toBe(1_000);
  expect(throttle.penaltyFor("ada", "10.9.9.9", now).delayMs).toBe(1_000);
  expect(throttle.penaltyFor("grace", "10.9.9.9", now).delayMs).toBe(0);
});

test("[AUTH3] a success clears the account, not what came from the address", () => {
  const throttle = throttleAfter(7);

  throttle.succeeded("ada");

  expect(throttle.penaltyFor("ada", "10.9.9.9", now).delayMs).toBe(0);
  expect(throttle.penaltyFor("ada", "10.0.0.1", now).delayMs).toBe(1_000);
});

test("failures are forgotten after a while", () => {
  expect(throttleAfter(7).penaltyFor("ada", "", epochMs(now + 1_001)).delayMs).toBe(0);
});

test("only so many accounts and addresses are remembered; the longest untouched goes first", () => {
  const throttle = throttleAfter(7);

  throttle.failed("b", "10.0.0.2", now);
  throttle.failed("c", "10.0.0.3", now);

  expect(throttle.penaltyFor("ada", "", now).delayMs).toBe(0);
});
