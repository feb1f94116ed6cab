import { expect } from "vitest";
import { epochMs } from "../../../server/src/kernel/time.ts";
import { comparable } from "./model.ts";
import { always, p, type Scenario, span } from "./scenario.ts";

/** Deletion, retention and forgetting, wherever the points are. */
export const removalScenarios: readonly Scenario[] = [
  {
    name: "[TEL5] a deletion takes its range, wherever the points are, and nothing else",
    async *steps(at) {
      yield at.append(...Array.from({ length: 2000 }, (_, i) => p(i, i)));
      yield at.append(...Array.from({ length: 100 }, (_, i) => p(i * 10, "late")));
      yield at.append(p(3000, "new"), p(700, "kept", "other key"));
      await at.store.delete(at.pump, { only: ["k"] }, span(600, 1500));
      yield;

      const left = (await at.all()) as [number, unknown][];
      expect(left.some(([ts]) => ts >= 600 && ts < 1500)).toBe(false);
      expect(left.length).toBe(2000 - 900 + 1);
      expect(await at.all("other key")).toEqual([[700, "kept"]]);
      const edges = [0, 600, 1500, 4000].map(epochMs);
      expect(comparable(await at.store.aggregate(at.pump, "k", edges, "COUNT"))).toEqual([
        [0, 600],
        [1500, 501],
      ]);
    },
  },
  {
    name: "[TEL5] points written after a deletion stay",
    async *steps(at) {
      yield at.append(p(10, "old"), p(20, "old"));
      await at.store.delete(at.pump, "all", span(0, 100));
      yield;
      yield at.append(p(10, "new"));

      expect(await at.all()).toEqual([[10, "new"]]);
    },
  },
  {
    name: "[TEL5] deleting the newest points makes an older one the latest, deleting all removes the key",
    async *steps(at) {
      yield at.append(p(10, 1), p(20, 2));
      yield at.append(p(30, 3), p(5, "x", "gone"));
      await at.store.delete(at.pump, { only: ["k"] }, span(20, 1000));
      await at.store.delete(at.pump, { only: ["gone"] }, always);
      yield;

      expect(comparable((await at.store.latest(at.pump, "all")).values())).toEqual([[10, 1]]);
      expect(await at.store.keys(at.pump)).toEqual(["k"]);
    },
  },
  {
    name: "[TEL5] retention removes what is older, of the named devices only",
    async *steps(at) {
      yield at.append(...Array.from({ length: 1000 }, (_, i) => p(i, i)), p(5, "old", "stale"));
      await at.store.append(at.other, [p(1, "kept")]);
      yield;
      await at.store.applyRetention([at.pump], epochMs(995));
      yield;

      expect(await at.values()).toEqual([995, 996, 997, 998, 999]);
      expect(await at.store.keys(at.pump)).toEqual(["k"]);
      expect(await at.all("k", at.other)).toEqual([[1, "kept"]]);
    },
  },
  {
    name: "[DEV3] forgetting a device removes all of it, and a new start is empty",
    async *steps(at) {
      yield at.append(p(1, 1), p(2, 2, "b"));
      await at.store.append(at.other, [p(1, "kept")]);
      await at.store.forget(at.pump);
      yield;
      expect(await at.store.keys(at.pump)).toEqual([]);
      expect(await at.all()).toEqual([]);
      yield at.append(p(9, "again"));

      expect(await at.all()).toEqual([[9, "again"]]);
      expect(await at.all("k", at.other)).toEqual([[1, "kept"]]);
    },
  },
];
