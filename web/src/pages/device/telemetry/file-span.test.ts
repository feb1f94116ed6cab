import { expect, test } from "vitest";
import { fileSpan } from "./file-span.ts";
import { windowOf } from "./telemetry-search.ts";

test("[FILE7] lines of a file are asked for as seldom as the others in a time that moves, and always cover what is shown", () => {
  const windows = Array.from({ length: 300 }, (_, second) =>
    windowOf({ from: "now-10m", to: "now" }, 1_700_000_000_000 + second * 1_000),
  );
  const spans = windows.map((window) => fileSpan(undefined, window));

  expect(new Set(spans.map((span) => JSON.stringify(span))).size).toBeLessThan(12);
  for (const [at, { startTime, endTime }] of spans.entries()) {
    expect(startTime).toBeLessThanOrEqual(windows[at]?.from ?? 0);
    expect(endTime).toBeGreaterThanOrEqual(windows[at]?.to ?? Number.POSITIVE_INFINITY);
  }
});

test("[FILE7] a time that stands still is asked of a file as it is", () => {
  expect(fileSpan(undefined, windowOf({ from: "1000", to: "2000" }, 0))).toEqual({ startTime: 1_000, endTime: 2_000 });
});
