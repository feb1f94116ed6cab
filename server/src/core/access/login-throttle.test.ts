import { expect, test } from "vitest";
import { epochMs } from "../../kernel/time.ts";
import { LoginThrottle } from "./login-throttle.ts";

const limits = {
  freeFailures: 5,
  refuseFromFailures: 10,
  firstDelayMs: 250,
  longestDelayMs: 4_000,
  forgetAfterMs: 1_000,
  rememberedAtMost: 8,
};
const now = epochMs(1_000_000);
const adaAtHome = { account: "ada", network: "10.0.0.1" };
const graceAtHome = { account: "grace", network: "10.0.0.1" };
const adaAbroad = { account: "ada", network: "10.9.9.9" };
const graceAbroad = { account: "grace", network: "10.9.9.9" };

function throttleAfter(failures: number): LoginThrottle {
  const throttle = new LoginThrottle(limits);
  for (let failure = 0; failure < failures; failure++) fail(throttle, adaAtHome);
  return throttle;
}

function fail(throttle: LoginThrottle, source: typeof adaAtHome): void {
  throttle.begin(source, now);
  throttle.failed(source, now);
  throttle.end(source);
}

test("[AUTH3] five failures are free, then each attempt waits twice as long, up to a limit", () => {
  const delays = [0, 4, 5, 6, 7, 20].map((failures) => throttleAfter(failures).begin(adaAbroad, now).delayMs);

  expect(delays).toEqual([0, 0, 250, 500, 1_000, 4_000]);
});

test("[AUTH3] attempts on an account count when they begin, from many networks at once as well", () => {
  const throttle = new LoginThrottle(limits);

  const delays = [1, 2, 3, 4, 5, 6, 7].map((network) => {
    return throttle.begin({ account: "ada", network: `10.0.0.${network}` }, now).delayMs;
  });

  expect(delays).toEqual([0, 0, 0, 0, 0, 250, 500]);
});

test("[AUTH3] many people behind one address do not wait for each other", () => {
  const throttle = new LoginThrottle(limits);

  const penalties = [1, 2, 3, 4, 5, 6].map((name) => throttle.begin({ ...adaAtHome, account: `user ${name}` }, now));

  expect(penalties.map(({ delayMs }) => delayMs)).toEqual([0, 0, 0, 0, 0, 0]);
});

test("[AUTH3] who logged in from here before waits for its own failures here only", () => {
  const throttle = new LoginThrottle(limits);
  throttle.succeeded(graceAtHome);
  for (let failure = 0; failure < 20; failure++) {
    fail(throttle, adaAtHome);
    fail(throttle, graceAbroad);
  }

  expect(throttle.begin(graceAtHome, now)).toMatchObject({ delayMs: 0, isAtHome: true });
  throttle.end(graceAtHome);
  for (let failure = 0; failure < 5; failure++) fail(throttle, graceAtHome);
  expect(throttle.begin(graceAtHome, now)).toMatchObject({ delayMs: 4_000, isAtHome: false });
});

test("[AUTH3] attempts that succeeded, or ended without a verdict, leave nothing behind", () => {
  const throttle = new LoginThrottle(limits);
  for (let attempt = 0; attempt < 20; attempt++) {
    throttle.begin(adaAtHome, now);
    if (attempt % 2 === 0) throttle.succeeded(adaAtHome);
    throttle.end(adaAtHome);
  }

  expect(throttle.begin(adaAtHome, now)).toEqual({ delayMs: 0, isAtHome: true });
});

test("[AUTH3] the tenth failure is answered as too many", () => {
  const throttle = new LoginThrottle(limits);

  const answers = Array.from({ length: 11 }, () => throttle.failed(adaAtHome, now));

  expect(answers).toEqual([...Array(9).fill(false), true, true]);
  expect(throttle.failed(graceAtHome, now)).toBe(true);
  expect(throttle.failed(graceAbroad, now)).toBe(false);
});

test("[AUTH3] scripts that log in at once from home do not wait for each other; guesses there lose their home as they fail", () => {
  const throttle = new LoginThrottle(limits);
  throttle.succeeded(adaAtHome);

  const penalties = Array.from({ length: 16 }, () => throttle.begin(adaAtHome, now));
  expect(penalties).toEqual(penalties.map(() => ({ delayMs: 0, isAtHome: true })));

  const homes = Array.from({ length: 7 }, () => {
    const isAtHome = throttle.isAtHome(adaAtHome);
    throttle.failed(adaAtHome, now);
    return isAtHome;
  });
  expect(homes).toEqual([true, true, true, true, true, false, false]);
});

test("[AUTH3] a network is counted over all accounts, an account over all networks", () => {
  expect(throttleAfter(7).begin(graceAtHome, now).delayMs).toBe(1_000);
  expect(throttleAfter(7).begin(adaAbroad, now).delayMs).toBe(1_000);
  expect(throttleAfter(7).begin(graceAbroad, now).delayMs).toBe(0);
});

test("[AUTH3] a success clears the account, not what came from the network", () => {
  const throttle = throttleAfter(7);

  throttle.succeeded(adaAtHome);

  expect(throttle.begin(adaAbroad, now).delayMs).toBe(0);
  expect(throttle.begin(graceAtHome, now).delayMs).toBe(1_000);
});

test("failures are forgotten after a while", () => {
  expect(throttleAfter(7).begin(adaAtHome, epochMs(now + 1_001)).delayMs).toBe(0);
});

test("only so many accounts and networks are remembered; the longest untouched goes first", () => {
  const throttle = throttleAfter(7);

  for (const name of ["b", "c", "d", "e"]) fail(throttle, { account: name, network: name });

  expect(throttle.begin(adaAtHome, now).delayMs).toBe(0);
});
