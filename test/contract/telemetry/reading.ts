import { expect } from "vitest";
import { type AggregateFunction, bucketEdges, JsonDocument } from "../../../server/src/core/telemetry/index.ts";
import { epochMs } from "../../../server/src/kernel/time.ts";
import { comparable } from "./model.ts";
import { scanned } from "./scanned.ts";
import { p, type Scenario, span } from "./scenario.ts";

/** Ranges, orders, limits and buckets. */
export const readingScenarios: readonly Scenario[] = [
  {
    name: "[TEL2] a scan includes `from`, excludes `to`, and keeps to its order and limit",
    async *steps(at) {
      yield at.append(p(10, 1), p(20, 2));
      yield at.append(p(30, 3), p(40, 4));
      const scan = async (from: number, to: number, order: "ASC" | "DESC", limit?: number): Promise<unknown[]> =>
        (await scanned(at.store, at.pump, "k", span(from, to), order, limit)).map(({ value }) => value);

      expect(await scan(10, 40, "ASC")).toEqual([1, 2, 3]);
      expect(await scan(11, 41, "ASC")).toEqual([2, 3, 4]);
      expect(await scan(10, 40, "DESC")).toEqual([3, 2, 1]);
      expect(await scan(0, 100, "DESC", 1)).toEqual([4]);
      expect(await scan(0, 100, "ASC", 3)).toEqual([1, 2, 3]);
      expect(await scan(20, 20, "ASC")).toEqual([]);
      expect(await scan(41, 100, "ASC")).toEqual([]);
    },
  },
  {
    name: "[TEL2] aggregates follow their buckets: fixed ones",
    async *steps(at) {
      yield at.append(p(0, 1), p(9, 2.5), p(10, -3), p(25, 4));
      yield at.append(p(5, 10), p(30, 7));
      const aggregate = async (by: AggregateFunction): Promise<unknown[]> =>
        comparable(
          await at.store.aggregate(at.pump, "k", bucketEdges(epochMs(0), epochMs(30), { kind: "fixed", ms: 10 }), by),
        );

      expect(await aggregate("COUNT")).toEqual([
        [0, 3],
        [10, 1],
        [20, 1],
      ]);
      expect(await aggregate("SUM")).toEqual([
        [0, 13.5],
        [10, -3],
        [20, 4],
      ]);
      expect(await aggregate("AVG")).toEqual([
        [0, 4.5],
        [10, -3],
        [20, 4],
      ]);
      expect(await aggregate("MIN")).toEqual([
        [0, 1],
        [10, -3],
        [20, 4],
      ]);
      expect(await aggregate("MAX")).toEqual([
        [0, 10],
        [10, -3],
        [20, 4],
      ]);
    },
  },
  {
    name: "[TEL2] aggregates follow their buckets: days in a zone that changes its clocks",
    async *steps(at) {
      const zone = { kind: "calendar", unit: "DAY", timeZone: "Europe/Berlin" } as const;
      const from = epochMs(Date.parse("2026-03-28T00:00:00+01:00"));
      const to = epochMs(Date.parse("2026-03-31T00:00:00+02:00"));
      const hours = Array.from({ length: (to - from) / 3_600_000 }, (_, i) => p(from + i * 3_600_000, 1));
      yield at.append(...hours);

      const days = await at.store.aggregate(at.pump, "k", bucketEdges(from, to, zone), "SUM");
      expect(days.map(({ value }) => value)).toEqual([24, 23, 24]); // the 29th has 23 hours
    },
  },
  {
    name: "[TEL2] aggregates follow their buckets: weeks and months of a zone, over the end of summer time",
    async *steps(at) {
      const timeZone = "America/New_York"; // clocks go back on 1 November 2026, a Sunday
      const from = epochMs(Date.parse("2026-10-28T00:00:00-04:00"));
      const to = epochMs(Date.parse("2026-11-10T00:00:00-05:00"));
      const hours = Array.from({ length: (to - from) / 3_600_000 }, (_, i) => p(from + i * 3_600_000, 1));
      yield at.append(...hours.slice(0, 150));
      yield at.append(...hours.slice(150));
      const sums = async (unit: "DAY" | "WEEK" | "MONTH"): Promise<unknown[]> => {
        const edges = bucketEdges(from, to, { kind: "calendar", unit, timeZone });
        return (await at.store.aggregate(at.pump, "k", edges, "SUM")).map(({ value }) => value);
      };

      expect(await sums("DAY")).toEqual([24, 24, 24, 24, 25, 24, 24, 24, 24, 24, 24, 24, 24]);
      expect(await sums("WEEK")).toEqual([5 * 24 + 1, 7 * 24, 24]); // Wednesday to Sunday, a whole week, Monday
      expect(await sums("MONTH")).toEqual([4 * 24, 9 * 24 + 1]);
    },
  },
  {
    name: "aggregates take booleans as 0 and 1, leave texts and documents out, and keep integers exact",
    async *steps(at) {
      yield at.append(p(1, true), p(2, false), p(3, "text"), p(4, new JsonDocument("[9]")));
      yield at.append(p(11, "only"), p(12, "texts"));
      yield at.append(p(21, 2n ** 62n), p(22, 2n ** 62n + 1n), p(23, 5));
      const edges = [0, 10, 20, 30].map(epochMs);
      const aggregate = async (by: AggregateFunction): Promise<unknown[]> =>
        comparable(await at.store.aggregate(at.pump, "k", edges, by));

      expect(await aggregate("COUNT")).toEqual([
        [0, 4],
        [10, 2],
        [20, 3],
      ]);
      expect(await aggregate("AVG")).toEqual([
        [0, 0.5],
        [20, (2 ** 62 * 2 + 5) / 3],
      ]);
      expect(await aggregate("MAX")).toEqual([
        [0, 1],
        [20, 2n ** 62n + 1n],
      ]);
      expect(await aggregate("MIN")).toEqual([
        [0, 0],
        [20, 5],
      ]);
    },
  },
  {
    name: "[TEL2] numbers between long texts do not end a scan early",
    async *steps(at) {
      const long = "x".repeat(700_000);
      yield at.append(p(1, long), p(2, 0), p(3, 1), p(4, true), p(5, 2));

      expect(await at.values()).toEqual([long, 0, 1, true, 2]);
      const newestFirst = await scanned(at.store, at.pump, "k", span(0, 10), "DESC");
      expect(newestFirst.map(({ ts }) => ts)).toEqual([5, 4, 3, 2, 1]);
    },
  },
];
