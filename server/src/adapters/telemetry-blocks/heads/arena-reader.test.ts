import fc from "fast-check";
import { expect, test } from "vitest";
import { sizeOf } from "../../../../../test/switches.ts";
import { type Columns, kind } from "../columns.ts";
import { Arena, createArenaMemory } from "./arena.ts";
import { ArenaReader, type HeadQuery } from "./arena-reader.ts";

const series = 3;
const whole: HeadQuery = { from: -Infinity, to: Infinity, direction: "ASC", limit: Infinity };

function filled(points: number) {
  const memory = createArenaMemory({ points, textBytes: 1024, series: 8 });
  const arena = new Arena(memory);
  arena.begin(1);
  const write = (ts: number, value: number): void => {
    arena.push(series, ts, kind.number, value);
    arena.push(series + 1, ts, kind.number, -1); // another series in between must not be met
    arena.publish();
  };
  return { arena, reader: new ArenaReader(memory), write };
}

const pairs = ({ ts, numbers }: Columns): [number, number][] => Array.from(ts, (time, i) => [time, numbers[i] ?? 0]);

/** What a map says: the later write for an equal time, in order. */
function expected(written: ReadonlyMap<number, number>, { from, to, direction, limit }: HeadQuery): [number, number][] {
  const inside = [...written].filter(([ts]) => ts >= from && ts < to).sort(([a], [b]) => a - b);
  return direction === "ASC" ? inside.slice(0, limit) : inside.slice(-Math.min(limit, inside.length)).slice(0, limit);
}

const time = fc.integer({ min: 0, max: 9_000 });
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ start: time, count: fc.integer({ min: 1, max: 6_000 }) }) },
  { weight: 4, arbitrary: fc.record({ times: fc.array(time, { maxLength: 50 }) }) },
  { weight: 2, arbitrary: fc.record({ from: time, to: time }) },
  {
    weight: 4,
    arbitrary: fc.record({
      read: fc.record({
        from: time,
        to: time,
        direction: fc.constantFrom("ASC" as const, "DESC" as const),
        limit: fc.integer({ min: 1, max: 3_000 }),
      }),
    }),
  },
);

test("[TEL4] whatever was written, rewritten and removed in which order, a head reads as a map would, piece by piece", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const { arena, reader, write } = filled(200_000);
      const written = new Map<number, number>();
      let value = 0;
      const put = (ts: number): void => {
        written.set(ts, ++value);
        write(ts, value);
      };
      for (const what of steps) {
        if ("count" in what) for (let i = 0; i < what.count; i++) put(what.start + i);
        else if ("times" in what) what.times.forEach(put);
        else if ("read" in what) {
          expect(pairs(reader.read(series, what.read).columns)).toEqual(expected(written, what.read));
        } else {
          arena.remove(series, what.from, what.to);
          for (const ts of [...written.keys()]) if (ts >= what.from && ts < what.to) written.delete(ts);
        }
      }
      expect(pairs(reader.read(series, whole).columns)).toEqual(expected(written, whole));
    }),
    { numRuns: sizeOf("HELIO_TEST_ENGINE_RUNS") },
  );
});

test("an arena that was emptied and filled again shows nothing of before", () => {
  const { arena, reader, write } = filled(20_000);
  for (let i = 0; i < 6_000; i++) write(i, i);
  expect(reader.read(series, whole).columns.ts.length).toBe(6_000);

  arena.clear();
  expect(reader.read(series, whole).columns.ts.length).toBe(0);
  arena.begin(2);
  for (let i = 0; i < 5_000; i++) write(10_000 - i, i);

  const { generation, columns } = reader.read(series, { ...whole, limit: 2 });
  expect([generation, pairs(columns)]).toEqual([
    2,
    [
      [5_001, 4_999],
      [5_002, 4_998],
    ],
  ]);
});
