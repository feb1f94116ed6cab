import { expect, test } from "vitest";
import { parseMoment } from "./moment.ts";
import { resolveMoment } from "./resolve-moment.ts";

const at = (text: string, now: string, zone = "Europe/Berlin"): string => {
  const moment = parseMoment(text);
  if (!moment) throw new Error(`${text} is no moment`);
  return new Date(resolveMoment(moment, Date.parse(now), zone)).toISOString();
};

test.each([
  ["now", "2026-11-16T14:32:10.500Z", "2026-11-16T14:32:10.500Z"],
  ["now-6h", "2026-11-16T14:32:10.500Z", "2026-11-16T08:32:10.500Z"],
  ["now-3h/h", "2026-11-16T14:32:10.500Z", "2026-11-16T11:00:00.000Z"],
  ["now+5m/m", "2026-11-16T14:32:10.500Z", "2026-11-16T14:37:00.000Z"],
  ["now/d", "2026-11-16T23:30:00.000Z", "2026-11-16T23:00:00.000Z"],
  ["now-1d/d", "2026-11-16T14:32:10.500Z", "2026-11-14T23:00:00.000Z"],
  ["now/w", "2026-11-15T14:00:00.000Z", "2026-11-08T23:00:00.000Z"],
  ["now-1w/w", "2026-11-16T14:00:00.000Z", "2026-11-08T23:00:00.000Z"],
  ["now/M", "2026-11-16T14:00:00.000Z", "2026-10-31T23:00:00.000Z"],
  ["now-1M", "2026-03-31T10:00:00.000Z", "2026-02-28T11:00:00.000Z"],
  ["now-1y/y", "2026-11-16T14:00:00.000Z", "2024-12-31T23:00:00.000Z"],
  ["1794700800000", "2026-11-16T14:00:00.000Z", "2026-11-15T00:00:00.000Z"],
])("[DSH1] %s at %s is %s in Berlin", (text, now, moment) => {
  expect(at(text, now)).toBe(moment);
});

test("[DSH1] days of a clock change have 23 and 25 hours, and a skipped time is the moment after", () => {
  expect(at("now/d", "2026-03-29T10:00:00Z")).toBe("2026-03-28T23:00:00.000Z");
  expect(at("now-1d", "2026-03-30T00:30:00Z")).toBe("2026-03-29T01:30:00.000Z"); // 02:30 was skipped: 03:30
  expect(at("now-1d", "2026-10-26T11:00:00Z")).toBe("2026-10-25T11:00:00.000Z");
  expect(at("now-1d", "2026-10-25T11:00:00Z")).toBe("2026-10-24T10:00:00.000Z");
  expect(at("now/h", "2026-10-25T01:30:00Z")).toBe("2026-10-25T01:00:00.000Z"); // the second 02:00
});

test("[DSH1] zones of half hours are cut at their own hours", () => {
  expect(at("now/h", "2026-11-16T14:45:00Z", "Asia/Kolkata")).toBe("2026-11-16T14:30:00.000Z");
  expect(at("now/d", "2026-11-16T19:00:00Z", "Asia/Kolkata")).toBe("2026-11-16T18:30:00.000Z");
});

test.each(["", "then", "now-", "now-6", "now-6x", "now/s", "now - 6h", "1.5", "now-123456h"])(
  "[DSH1] %j is no moment",
  (text) => {
    expect(parseMoment(text)).toBeUndefined();
  },
);
