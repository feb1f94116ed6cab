import type { ReportRange } from "@heliograph/contract";
import { expect, test } from "vitest";
import { epochMs } from "../../kernel/time.ts";
import { rangeAt, requireRange } from "./report-range.ts";

const at = (text: string) => epochMs(Date.parse(text));
const told = (range: ReportRange, now: string, zone = "Europe/Berlin") => {
  const { from, to } = rangeAt(range, at(now), zone);
  return [new Date(from).toISOString(), new Date(to).toISOString()];
};

test("[SCH2] yesterday is the whole day before by the clocks of the zone, 23 or 25 hours where they change", () => {
  const yesterday = { kind: "PREVIOUS", unit: "DAY" } as const;
  expect(told(yesterday, "2026-11-16T05:00:00Z")).toEqual(["2026-11-14T23:00:00.000Z", "2026-11-15T23:00:00.000Z"]);
  expect(told(yesterday, "2026-11-16T05:00:00Z", "UTC")[0]).toBe("2026-11-15T00:00:00.000Z");
  expect(told(yesterday, "2026-03-30T04:00:00Z")).toEqual(["2026-03-28T23:00:00.000Z", "2026-03-29T22:00:00.000Z"]);
  expect(told(yesterday, "2026-10-26T04:00:00Z")).toEqual(["2026-10-24T22:00:00.000Z", "2026-10-25T23:00:00.000Z"]);
});

test("[SCH2] weeks begin on Monday, months and years where the calendar begins them, whatever day it is", () => {
  const previous = (unit: "HOUR" | "WEEK" | "MONTH" | "YEAR", count?: number) =>
    told({ kind: "PREVIOUS", unit, ...(count !== undefined && { count }) }, "2026-03-31T12:34:56Z", "UTC");
  expect(previous("HOUR", 2)).toEqual(["2026-03-31T10:00:00.000Z", "2026-03-31T12:00:00.000Z"]);
  expect(previous("WEEK")).toEqual(["2026-03-23T00:00:00.000Z", "2026-03-30T00:00:00.000Z"]);
  expect(previous("MONTH")).toEqual(["2026-02-01T00:00:00.000Z", "2026-03-01T00:00:00.000Z"]);
  expect(previous("YEAR")).toEqual(["2025-01-01T00:00:00.000Z", "2026-01-01T00:00:00.000Z"]);
});

test("[SCH2] today is so far, the last hour is time that passed, and a fixed time stays", () => {
  const now = "2026-11-16T05:30:00Z";
  expect(told({ kind: "CURRENT", unit: "DAY" }, now)).toEqual(["2026-11-15T23:00:00.000Z", "2026-11-16T05:30:00.000Z"]);
  expect(told({ kind: "LAST", ms: 3_600_000 }, now)[0]).toBe("2026-11-16T04:30:00.000Z");
  const fixed = { kind: "BETWEEN", startTs: at("2026-01-01T00:00:00Z"), endTs: at("2026-01-02T00:00:00Z") } as const;
  expect(told(fixed, now)).toEqual(["2026-01-01T00:00:00.000Z", "2026-01-02T00:00:00.000Z"]);
});

test("[SCH2] a zone nobody knows and a time that ends before it begins are refused", () => {
  const backwards = { kind: "BETWEEN", startTs: 2, endTs: 1 } as const;
  expect(() => requireRange(backwards, "UTC")).toThrow("endTs");
  expect(() => requireRange({ kind: "LAST", ms: 1_000 }, "Mars/Olympus")).toThrow("Mars/Olympus");
});
