import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Window, windowPointsAtMost } from "./window.ts";

const functions = ["AVG", "MIN", "MAX", "COUNT", "DELTA", "RATE"] as const;

/** From all points there are, the plain way. */
function naive(by: (typeof functions)[number], points: ReadonlyMap<number, number>, after: number): number | undefined {
  const inside = [...points].filter(([ts]) => ts > after).toSorted(([a], [b]) => a - b);
  const values = inside.map(([, value]) => value);
  const [first, last] = [inside[0], inside.at(-1)];
  if (by === "COUNT") return values.length;
  if (!first || !last) return undefined;
  if (by === "AVG") return values.reduce((sum, value) => sum + value, 0) / values.length;
  if (by === "MIN") return Math.min(...values);
  if (by === "MAX") return Math.max(...values);
  if (values.length < 2) return undefined;
  return by === "DELTA" ? last[1] - first[1] : ((last[1] - first[1]) * 1_000) / (last[0] - first[0]);
}

const change = fc.record({
  ts: fc.integer({ min: -300, max: 3_000 }),
  value: fc.option(fc.integer({ min: -50, max: 50 }), { nil: undefined, freq: 8 }),
});

describe("[RUL1] a window over a span of event time", () => {
  test("says what a list of all points would, with points in any order, replaced and taken away", () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 120 }), fc.integer({ min: 1, max: 2_000 }), (changes, overMs) => {
        const window = new Window(overMs);
        const points = new Map<number, number>();
        let at = Number.NEGATIVE_INFINITY;
        for (const { ts, value } of changes) {
          window.put(ts, value);
          if (value === undefined) points.delete(ts);
          else points.set(ts, value);
          at = Math.max(at, ts);
          window.forget(at);
          for (const by of functions) expect(window.read(by, at)).toBe(naive(by, points, at - overMs));
          expect(window.read("AVG", at + 100)).toBe(naive("AVG", points, at + 100 - overMs));
        }
      }),
      { numRuns: 100, seed: 43 },
    );
  });

  test("[RUL3] made again from what is stored it says the same to the last bit", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 5_000 }), fc.double({ noNaN: true, min: -1, max: 1 })), {
          minLength: 1,
        }),
        (sent) => {
          const window = new Window(1_700);
          let at = 0;
          for (const [ts, value] of sent) {
            window.put(ts, value);
            at = Math.max(at, ts);
            window.forget(at);
          }
          const again = new Window(1_700);
          for (const [ts, value] of [...new Map(sent)].toSorted(([a], [b]) => a - b)) again.put(ts, value);

          expect(window.read("AVG", at)).toBe(again.read("AVG", at));
        },
      ),
      { numRuns: 100, seed: 43 },
    );
  });

  test("the newest points count where there are more than it holds", () => {
    const window = new Window(1_000_000);
    for (let ts = 0; ts < windowPointsAtMost + 500; ts++) window.put(ts, ts);

    expect(window.read("COUNT", windowPointsAtMost + 499)).toBe(windowPointsAtMost);
    expect(window.read("MIN", windowPointsAtMost + 499)).toBe(500);
  });
});
