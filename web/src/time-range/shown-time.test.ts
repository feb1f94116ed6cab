import { expect, test } from "vitest";
import {
  beside,
  fixed,
  isSameTime,
  narrower,
  readEveryMs,
  shownTime,
  timeChoiceOf,
  wider,
  withPlainTimes,
} from "./shown-time.ts";

const now = Date.parse("2026-11-16T14:32:00Z");
const hour = 3_600_000;

test("[DSH1] the address counts before the dashboard, and a fixed time stands still", () => {
  const time = { from: "now-6h", to: "now" };

  expect(shownTime({}, time, now, "UTC")).toEqual({
    ...{ from: now - 6 * hour, to: now, isLive: true, expression: ["now-6h", "now"] },
  });
  expect(shownTime({}, { ...time, live: false }, now, "UTC").isLive).toBe(false);
  expect(shownTime({ from: "now-1d/d", to: "now/d" }, time, now, "Europe/Berlin")).toMatchObject({
    ...{ from: Date.parse("2026-11-14T23:00:00Z"), to: Date.parse("2026-11-15T23:00:00Z") },
  });
  expect(shownTime({ from: "now-99999y", to: "9999999999999999" }, time, now, "UTC")).toMatchObject({
    ...{ from: -Date.UTC(9_999, 0), to: Date.UTC(9_999, 0) }, // what no calendar has is no error
  });
});

test.each([
  ["5", "3"],
  ["now", "now-3h"],
  ["now-1d/d", "now-1d/d"],
  ["yesterday", "now"],
  ["now-6h", "then"],
])("[DSH1] an address with %s to %s shows what is shown without", (from, to) => {
  const time = { from: "now-6h", to: "now", live: false };

  expect(shownTime({ from, to }, time, now, "UTC")).toEqual(shownTime({}, time, now, "UTC"));
});

test("[DSH1] a zone this browser does not know is the reader's own", () => {
  const time = { from: "now/d", to: "now", zone: "Nope/X" };

  expect(shownTime({}, time, now, "Europe/Berlin").from).toBe(Date.parse("2026-11-15T23:00:00Z"));
});

test("[DSH1] one looks before, after and around what is shown", () => {
  const shown = { from: 1_000, to: 3_000 };

  expect([beside(shown, -1), beside(shown, 1), wider(shown), fixed(1.4, 12.6)]).toEqual([
    { from: "-1000", to: "1000" },
    { from: "3000", to: "5000" },
    { from: "0", to: "4000" },
    { from: "1", to: "13" },
  ]);
  expect(narrower(shown)).toEqual({ from: "1500", to: "2500" });
  expect([readEveryMs({ from: 0, to: hour }), readEveryMs({ from: 0, to: 24 * 30 * hour })]).toEqual([5_000, 60_000]);
});

test("[DSH1] an address has times without quotes, and those with quotes are read as well", () => {
  const address = withPlainTimes({ from: "1794896253412", to: "now-1d/d", q: "12" });

  expect(address).toEqual({ from: 1794896253412, to: "now-1d/d", q: "12" });
  expect([address, { from: "1794896253412", to: "now-1d/d" }].map(timeChoiceOf)).toEqual(
    Array(2).fill({ from: "1794896253412", to: "now-1d/d" }),
  );
  expect([timeChoiceOf({ from: 5 }), timeChoiceOf({ from: 5, to: "then" })]).toEqual([{}, {}]);
});

test("[DSH1] a zoom ends where there is nothing more to see", () => {
  expect([fixed(1_000, 1_001), narrower({ from: 1_000, to: 1_012 }), fixed(1_000, 1_010)]).toEqual([
    { from: "995", to: "1005" },
    { from: "1001", to: "1011" },
    { from: "1000", to: "1010" },
  ]);
});

test("[DSH1] ticking a box shows the same time, a zoom another one", () => {
  const own = { from: "now-1h", to: "now" };

  expect(isSameTime({}, own, own)).toBe(true);
  expect([isSameTime({ from: "1", to: "2" }, { from: "1", to: "3" }, own), isSameTime({ from: "5" }, {}, own)]).toEqual(
    [...[false, false]],
  );
});
