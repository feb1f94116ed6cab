import type { RuleRunRecord } from "@heliograph/contract";
import { expect, test } from "vitest";
import { lastUntil, newestFirst, runTrace, tracedOf } from "./trace.ts";

const run = (id: string, ts: number, time: number): RuleRunRecord => ({
  ...{ deviceId: { entityType: "DEVICE", id }, ts, time, before: "NORMAL", after: "NORMAL" },
  ...{ values: {}, conditions: [], holds: [] },
});
const traces = [run("a", 10_000, 1), run("b", 500_000, 2), run("a", 300_000, 3), run("a", 300_000, 4)].map(runTrace);

test("[RUL5] traces stand in the order of the times they show, whenever they arrived", () => {
  expect(newestFirst(traces).map((one) => [tracedOf(one).ts, tracedOf(one).time])).toEqual([
    [500_000, 2],
    [300_000, 4],
    [300_000, 3],
    [10_000, 1],
  ]);
});

test("[RUL5] why is answered from what the rule did last with the device up to the minute that is asked about", () => {
  const timeAt = (at: number) => {
    const found = lastUntil(traces, "a", at);
    return found && tracedOf(found).time;
  };

  expect([timeAt(600_000), timeAt(240_001), timeAt(240_000), timeAt(-60_000)]).toEqual([4, 4, 1, undefined]);
});
