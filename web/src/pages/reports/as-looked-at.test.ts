import { expect, test } from "vitest";
import { asLookedAt } from "./as-looked-at.ts";

const id = "784f394c-42b6-435a-983c-b7beff2784f9";
const time = { from: "now-6h", to: "now", zone: "UTC", live: true };
const variables = [
  { name: "pump", kind: "DEVICE" as const, among: { kind: "ALL" as const } },
  { name: "word", kind: "TEXT" as const, default: "" },
];
const now = Date.parse("2026-11-17T11:26:03Z");
const rangeOf = (from: string, to: string) => asLookedAt({ time, variables }, { from, to }, now).range;

test("[SCH2] a report of a dashboard begins with the time that was chosen on its page, and moves with the clock as it did", () => {
  expect(rangeOf("now-1d/d", "now/d")).toEqual({ kind: "PREVIOUS", unit: "DAY" });
  expect(rangeOf("now-2w/w", "now/w")).toEqual({ kind: "PREVIOUS", unit: "WEEK", count: 2 });
  expect(rangeOf("now/M", "now")).toEqual({ kind: "CURRENT", unit: "MONTH" });
  expect(rangeOf("now-24h", "now")).toEqual({ kind: "LAST", ms: 86_400_000 });
  expect(rangeOf("now-2h/h", "now")).toEqual({ kind: "LAST", ms: 8_763_000 });
  expect(rangeOf("1794700800000", "1794787200000")).toEqual({
    ...{ kind: "BETWEEN", startTs: 1_794_700_800_000, endTs: 1_794_787_200_000 },
  });
});

test("[SCH2] and with what was chosen for its variables; what nobody chose is left to the dashboard", () => {
  const choice = { pump: id, word: "day", other: "x" };

  expect(asLookedAt({ time, variables }, { choice }, now)).toEqual({
    variables: {
      pump: { kind: "DEVICES", devices: { kind: "DEVICES", deviceIds: [id] } },
      word: { kind: "TEXT", text: "day" },
    },
  });
  expect(asLookedAt({ time, variables }, {}, now)).toEqual({});
});
