import { expect, test } from "vitest";
import {
  isSameRange,
  lastLook,
  liveStepMs,
  panned,
  readWindow,
  telemetrySearchOf,
  wideEnough,
  windowOf,
  zoomedIn,
  zoomedOut,
} from "./telemetry-search.ts";

test("an address restores keys and a fixed window", () => {
  expect(telemetrySearchOf({ keys: ["a,b", 7], from: 10, to: 20, range: "6h" })).toEqual({
    keys: ["a,b", "7"],
    from: 10,
    to: 20,
  });
});

test("an address that makes no sense falls back to the last hour", () => {
  const search = telemetrySearchOf({ from: 20, to: 10, range: "1y" });

  expect(search).toEqual({});
  expect(windowOf(search, 3_600_000)).toEqual({ from: 0, to: 3_600_000, isLive: true });
});

test("panning moves by a quarter, zooming halves and doubles", () => {
  const window = { from: 1_000, to: 2_000, isLive: false };

  expect(panned(window, -1)).toEqual({ from: 750, to: 1_750 });
  expect(panned(window, 1)).toEqual({ from: 1_250, to: 2_250 });
  expect(zoomedIn(window)).toEqual({ from: 1_250, to: 1_750 });
  expect(zoomedOut(window)).toEqual({ from: 500, to: 2_500 });
});

test("a live window moves often when it is short and seldom when it is long", () => {
  const steps = [900_000, 6 * 3_600_000, 30 * 86_400_000].map((to) => liveStepMs({ from: 0, to, isLive: true }));

  expect(steps).toEqual([1_000, 21_600, 60_000]);
});

test("a window that moves is read in pieces that last a while, and always covers what is shown", () => {
  const windowAt = (now: number) => ({ from: now - 3_600_000, to: now, isLive: true });
  const [first, later] = [readWindow(windowAt(10_000_001)), readWindow(windowAt(10_010_000))];

  expect(later).toEqual(first);
  expect(first.from).toBeLessThanOrEqual(windowAt(10_000_001).from);
  expect(first.to).toBeGreaterThan(10_010_000);
});

test("a window that stands still is read as it is", () => {
  expect(readWindow({ from: 5, to: 9, isLive: false })).toEqual({ from: 5, to: 9 });
});

test("an address written by hand names a key without brackets", () => {
  expect(telemetrySearchOf({ keys: "temperature" })).toEqual({ keys: ["temperature"] });
  expect(telemetrySearchOf({ keys: 7 })).toEqual({ keys: ["7"] }); // the router reads digits as a number
  expect(telemetrySearchOf({})).toEqual({});
});

test("ticking a box shows the same time, a zoom another one", () => {
  expect(isSameRange({ keys: ["a"] }, { keys: ["b"], range: "1h" })).toBe(true);
  expect(isSameRange({ from: 1, to: 2 }, { from: 1, to: 3 })).toBe(false);
  expect(isSameRange({ range: "6h" }, {})).toBe(false);
});

test("what was looked at of a device is found again, and an empty look is none", () => {
  lastLook.keep("pump", { keys: ["v"], range: "6h" });
  lastLook.keep("pump", { range: "24h" });

  expect(lastLook.of("pump")).toEqual({ keys: ["v"], range: "6h" });
  expect(lastLook.of("fan")).toEqual({});
});

test("a zoom ends where there is nothing more to see", () => {
  expect(wideEnough({ from: 1_000, to: 1_001 })).toEqual({ from: 995, to: 1_005 });
  expect(zoomedIn({ from: 1_000, to: 1_012, isLive: false })).toEqual({ from: 1_001, to: 1_011 });
  expect(wideEnough({ from: 1_000, to: 1_010 })).toEqual({ from: 1_000, to: 1_010 });
});
