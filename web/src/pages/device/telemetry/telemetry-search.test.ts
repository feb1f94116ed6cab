import { expect, test } from "vitest";
import { lastLook, liveStepMs, readWindow, telemetrySearchOf, windowOf } from "./telemetry-search.ts";

test("[DSH1] an address restores keys and time, one of before as well", () => {
  expect(telemetrySearchOf({ keys: ["a,b", 7], from: 10, to: 20, range: "6h" })).toEqual({
    ...{ keys: ["a,b", "7"], from: "10", to: "20" },
  });
  expect(telemetrySearchOf({ range: "24h" })).toEqual({ from: "now-24h", to: "now" });
  expect(telemetrySearchOf({ from: "now-1d/d", to: "now/d" })).toEqual({ from: "now-1d/d", to: "now/d" });
});

test("an address that makes no sense falls back to the last hour, and never shows what was before 1970", () => {
  const search = telemetrySearchOf({ from: 20, to: "then", range: "1x" });

  expect(search).toEqual({});
  expect(windowOf(search, 3_600_000)).toMatchObject({ from: 0, to: 3_600_000, isLive: true });
  expect(windowOf({ from: "-500", to: "500" }, 0)).toMatchObject({ from: 0, to: 500, isLive: false });
});

test("a live window moves often when it is short and seldom when it is long", () => {
  const steps = [900_000, 6 * 3_600_000, 30 * 86_400_000].map((to) => liveStepMs({ from: 0, to, isLive: true }));

  expect(steps).toEqual([1_000, 15_000, 60_000]);
});

test("a window that moves is read in pieces that last a while, and always covers what is shown", () => {
  const windowAt = (now: number) => ({ from: now - 3_600_000, to: now, isLive: true });
  const [first, later] = [readWindow(windowAt(10_000_001)), readWindow(windowAt(10_010_000))];

  expect(later).toEqual(first);
  expect(first.from).toBeLessThanOrEqual(windowAt(10_000_001).from);
  expect(first.to).toBeGreaterThan(10_010_000);
});

test("a window that grows with the clock is read as seldom, in whole milliseconds, and moves in the same steps", () => {
  const midnight = 1_700_000_000_000;
  const first = midnight + 16 * 3_600_000 + 1_234;
  const windows = Array.from({ length: 600 }, (_, at) => ({ from: midnight, to: first + at * 1_001, isLive: true }));
  const read = windows.map(readWindow);

  expect(new Set(read.map(({ from, to }) => `${from} ${to}`)).size).toBeLessThan(4);
  for (const [at, { from, to }] of read.entries()) {
    expect([Number.isInteger(from), Number.isInteger(to)]).toEqual([true, true]);
    expect(from).toBeLessThanOrEqual(midnight);
    expect(to).toBeGreaterThanOrEqual(windows[at]?.to ?? Number.POSITIVE_INFINITY);
  }
  const steps = Array.from({ length: 1_000 }, (_, at) =>
    liveStepMs({ from: midnight, to: midnight + 2 + at * 61_000, isLive: true }),
  );
  expect(new Set(steps).size).toBeLessThan(8); // each other one starts the clock of the page anew
});

test("a window that stands still is read as it is", () => {
  expect(readWindow({ from: 5, to: 9, isLive: false })).toEqual({ from: 5, to: 9 });
});

test("an address written by hand names a key without brackets", () => {
  expect(telemetrySearchOf({ keys: "temperature" })).toEqual({ keys: ["temperature"] });
  expect(telemetrySearchOf({ keys: 7 })).toEqual({ keys: ["7"] }); // the router reads digits as a number
  expect(telemetrySearchOf({})).toEqual({});
});

test("what was looked at of a device is found again, and an empty look is none", () => {
  lastLook.keep("pump", { keys: ["v"], from: "now-6h", to: "now" });
  lastLook.keep("pump", { from: "now-24h", to: "now" });

  expect(lastLook.of("pump")).toEqual({ keys: ["v"], from: "now-6h", to: "now" });
  expect(lastLook.of("fan")).toEqual({});
});
