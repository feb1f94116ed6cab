import { expect } from "vitest";
import type { Point, TelemetryValue } from "../../../server/src/core/telemetry/index.ts";
import { epochMs } from "../../../server/src/kernel/time.ts";
import { comparable } from "./model.ts";
import { p, type Scenario } from "./scenario.ts";

/** The later write wins, whatever the order of times and wherever the earlier one is. */
export const writeOrderScenarios: readonly Scenario[] = [
  {
    name: "[TEL4] the later write wins for an equal time, wherever the earlier one is",
    async *steps(at) {
      yield at.append(p(10, "first"), p(20, 1), p(30, 1));
      yield at.append(p(10, "second"), p(40, 1));
      yield at.append(p(20, "third"));
      yield at.append(p(10, "fourth"), p(10, "fifth"));

      expect(await at.all()).toEqual([
        [10, "fifth"],
        [20, "third"],
        [30, 1],
        [40, 1],
      ]);
      const count = await at.store.aggregate(at.pump, "k", [epochMs(0), epochMs(100)], "COUNT");
      expect(comparable(count)).toEqual([[0, 4]]);
    },
  },
  {
    name: "[TEL4] rewriting a long stretch replaces it",
    async *steps(at) {
      const stretch = (from: number, to: number, value: TelemetryValue): Point[] =>
        Array.from({ length: to - from }, (_, i) => p(from + i, value));
      yield at.append(...stretch(0, 1000, 1));
      yield at.append(...stretch(500, 1500, 2));
      yield at.append(...stretch(990, 1010, "three"));

      const edges = [0, 500, 990, 1010, 1500].map(epochMs);
      expect(comparable(await at.store.aggregate(at.pump, "k", edges, "SUM"))).toEqual([
        [0, 500],
        [500, 980],
        [1010, 980],
      ]);
      expect(comparable(await at.store.aggregate(at.pump, "k", edges, "COUNT"))).toEqual([
        [0, 500],
        [500, 490],
        [990, 20],
        [1010, 490],
      ]);
      expect((await at.all()).length).toBe(1500);
    },
  },
  {
    name: "[TEL4] points out of order are stored, and latest is the highest time, not the last arrival",
    async *steps(at) {
      yield at.append(p(50, "newest"));
      yield at.append(p(10, "late"), p(30, "late"));
      yield at.append(p(20, "later"), p(-5, "before 1970"));

      expect(await at.values()).toEqual(["before 1970", "late", "later", "late", "newest"]);
      expect(comparable((await at.store.latest(at.pump, "all")).values())).toEqual([[50, "newest"]]);
    },
  },
  {
    name: "[TEL4] ten thousand points in random order come back sorted",
    async *steps(at) {
      const times = Array.from({ length: 10_000 }, (_, i) => (i * 7919) % 10_000);
      for (let i = 0; i < 4; i++) yield at.append(...times.slice(i * 2500, (i + 1) * 2500).map((ts) => p(ts, ts * 2)));

      expect(await at.all()).toEqual(Array.from({ length: 10_000 }, (_, i) => [i, i * 2]));
    },
  },
];
