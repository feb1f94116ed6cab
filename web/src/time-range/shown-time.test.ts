import { expect, test } from "vitest";
import { beside, fixed, momentText, readEveryMs, shownTime, wider, withPlainTimes } from "./shown-time.ts";

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
  expect(shownTime({ from: "5", to: "3" }, time, now, "UTC")).toMatchObject({ from: 5, to: 1_005, isLive: false });
});

test("[DSH1] a zone this browser does not know is the reader's own", () => {
  const time = { from: "now/d", to: "now", zone: "Nope/X" };

  expect(shownTime({}, time, now, "Europe/Berlin").from).toBe(Date.parse("2026-11-15T23:00:00Z"));
});

test("[DSH1] one looks before, after and around what is shown", () => {
  const shown = { from: 1_000, to: 3_000 };

  expect([beside(shown, -1), beside(shown, 1), wider(shown), fixed(1.4, 2.6)]).toEqual([
    { from: "-1000", to: "1000" },
    { from: "3000", to: "5000" },
    { from: "0", to: "4000" },
    { from: "1", to: "3" },
  ]);
  expect([readEveryMs({ from: 0, to: hour }), readEveryMs({ from: 0, to: 24 * 30 * hour })]).toEqual([5_000, 60_000]);
});

test("[DSH1] an address has times without quotes, and those with quotes are read as well", () => {
  const address = withPlainTimes({ from: "1794896253412", to: "now-1d/d", q: "12" });

  expect(address).toEqual({ from: 1794896253412, to: "now-1d/d", q: "12" });
  expect([momentText(address["from"]), momentText("1794896253412")]).toEqual(Array(2).fill("1794896253412"));
});
