import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  type AggregateFunction,
  bucketEdges,
  JsonDocument,
  type Point,
  type TelemetryStore,
  type TelemetryValue,
} from "../../server/src/core/telemetry/index.ts";
import { type DeviceId, newId } from "../../server/src/kernel/ids.ts";
import { epochMs } from "../../server/src/kernel/time.ts";
import { type TelemetrySubject, telemetryCommands } from "./telemetry-commands.ts";
import { comparable, TelemetryModel } from "./telemetry-model.ts";

/** Sequences of commands each property run tries; the environment asks for more in long runs. */
const modelRuns = Number(process.env["TELEMETRY_MODEL_RUNS"] ?? 12);
const modelCommands = 40;

const always = { from: epochMs(-8.64e15), to: epochMs(8.64e15) };

const p = (ts: number, value: TelemetryValue, key = "k"): Point => ({ key, ts: epochMs(ts), value });
const span = (from: number, to: number) => ({ from: epochMs(from), to: epochMs(to) });

/** What may happen between any two steps without being noticed. */
const between: Readonly<Record<string, (subject: TelemetrySubject) => Promise<void>>> = {
  "nothing happens": async () => {},
  "a flush": (subject) => subject.flush(),
  "a restart": (subject) => subject.restart(),
};

/**
 * Everything a telemetry store promises. An adapter that passes is right; one that needs an exception here is not a
 * telemetry store. `open` gives a store with nothing in it.
 */
export function describeTelemetryStore(name: string, open: () => Promise<TelemetrySubject>): void {
  describe(`TelemetryStore on ${name}`, () => {
    let subject: TelemetrySubject;
    let pump: DeviceId;
    let other: DeviceId;
    beforeAll(async () => {
      subject = await open();
    });
    afterAll(() => subject.close());
    beforeEach(() => {
      [pump, other] = [newId<DeviceId>(), newId<DeviceId>()]; // one store for all: what others left must not matter
    });

    const store = (): TelemetryStore => subject.store;
    const all = async (key = "k", device = pump): Promise<unknown[]> =>
      comparable(await store().history(device, key, { ...always, order: "ASC", limit: 1_000_000 }));
    const values = async (key = "k"): Promise<unknown[]> =>
      (await store().history(pump, key, { ...always, order: "ASC", limit: 1_000_000 })).map(({ value }) => value);

    describe.each(Object.entries(between))("when %s between the steps", (_name, settle) => {
      const append = async (...batch: Point[]): Promise<void> => {
        await store().append(pump, batch);
        await settle(subject);
      };

      test("[TEL3] every kind of value comes back as it was, limits included", async () => {
        const numbers = [
          0,
          -0,
          1,
          -1,
          0.1,
          21.35,
          5e-324,
          -5e-324,
          1.7976931348623157e308,
          2 ** 53 - 1,
          -(2 ** 53 - 1),
          1e300,
          2 ** 31,
          -(2 ** 31),
          123456.789,
        ];
        const integers = [2n ** 53n, -(2n ** 53n), 2n ** 63n - 1n, -(2n ** 63n), 2n ** 64n, -(10n ** 400n)];
        const strings = ["", "ok", "a\u0000b", "💡 Grüße", "\ud800 alone", "x".repeat(100_000), "null", "__proto__"];
        const documents = [
          "{}",
          "[]",
          '{"a":{"b":[1,2,{"c":null}]}}',
          `${"[".repeat(200)}1${"]".repeat(200)}`,
          '{"n":12345678901234567890}',
        ];
        const given: TelemetryValue[] = [
          ...numbers,
          ...integers,
          ...strings,
          true,
          false,
          ...documents.map((text) => new JsonDocument(text)),
        ];

        await append(...given.map((value, i) => p(i, value, "mixed")));
        for (const [i, value] of given.entries()) await store().append(pump, [p(i, value, `own ${i}`)]);
        await settle(subject);

        expect(await all("mixed")).toEqual(comparable(given.map((value, i) => p(i, value))));
        const latest = await store().latest(pump, "all");
        for (const [i, value] of given.entries()) {
          expect(comparable([latest.get(`own ${i}`) ?? p(0, "missing")])).toEqual(comparable([p(i, value)]));
        }
      });

      test("[TEL3] a bigint that a number can hold comes back as that number", async () => {
        await append(p(1, 42n), p(2, -(2n ** 53n) + 1n));

        expect(await values()).toEqual([42, -(2 ** 53) + 1]);
      });

      test("[TEL3] a key may change its type over time", async () => {
        await append(p(1, 1), p(2, 2.5));
        await append(p(3, "three"), p(4, true));
        await append(p(5, new JsonDocument('{"six":6}')), p(6, 7n ** 40n), p(7, 8));

        expect(await all()).toEqual([
          [1, 1],
          [2, 2.5],
          [3, "three"],
          [4, true],
          [5, { json: '{"six":6}' }],
          [6, 7n ** 40n],
          [7, 8],
        ]);
      });

      test("[TEL3] keys are kept verbatim", async () => {
        const keys = [
          "a.b/c d",
          "__proto__",
          "constructor",
          "toString",
          "ключ",
          "💡",
          "x".repeat(256),
          "💡".repeat(256),
          " ",
          "a,b",
          "nul\u0000",
          "'; DROP",
          "%",
        ];
        await append(...keys.map((key, i) => p(i, i, key)));

        expect(await store().keys(pump)).toEqual([...keys].sort());
        for (const [i, key] of keys.entries()) expect(await all(key)).toEqual([[i, i]]);
        expect([...(await store().latest(pump, { only: keys })).values()].map(({ value }) => value).sort()).toEqual(
          keys.map((_, i) => i).sort(),
        );
      });

      test("[TEL4] the later write wins for an equal time, wherever the earlier one is", async () => {
        await append(p(10, "first"), p(20, 1), p(30, 1));
        await append(p(10, "second"), p(40, 1));
        await append(p(20, "third"));
        await append(p(10, "fourth"), p(10, "fifth"));

        expect(await all()).toEqual([
          [10, "fifth"],
          [20, "third"],
          [30, 1],
          [40, 1],
        ]);
        const count = await store().aggregate(pump, "k", [epochMs(0), epochMs(100)], "COUNT");
        expect(comparable(count)).toEqual([[0, 4]]);
      });

      test("[TEL4] rewriting a long stretch replaces it", async () => {
        const stretch = (from: number, to: number, value: TelemetryValue): Point[] =>
          Array.from({ length: to - from }, (_, i) => p(from + i, value));
        await append(...stretch(0, 1000, 1));
        await append(...stretch(500, 1500, 2));
        await append(...stretch(990, 1010, "three"));

        const edges = [0, 500, 990, 1010, 1500].map(epochMs);
        expect(comparable(await store().aggregate(pump, "k", edges, "SUM"))).toEqual([
          [0, 500],
          [500, 980],
          [1010, 980],
        ]);
        expect(comparable(await store().aggregate(pump, "k", edges, "COUNT"))).toEqual([
          [0, 500],
          [500, 490],
          [990, 20],
          [1010, 490],
        ]);
        expect((await all()).length).toBe(1500);
      });

      test("[TEL4] points out of order are stored, and latest is the highest time, not the last arrival", async () => {
        await append(p(50, "newest"));
        await append(p(10, "late"), p(30, "late"));
        await append(p(20, "later"), p(-5, "before 1970"));

        expect(await values()).toEqual(["before 1970", "late", "later", "late", "newest"]);
        expect(comparable((await store().latest(pump, "all")).values())).toEqual([[50, "newest"]]);
      });

      test("[TEL4] ten thousand points in random order come back sorted", async () => {
        const times = Array.from({ length: 10_000 }, (_, i) => (i * 7919) % 10_000);
        for (let i = 0; i < 4; i++) await append(...times.slice(i * 2500, (i + 1) * 2500).map((ts) => p(ts, ts * 2)));

        expect(await all()).toEqual(Array.from({ length: 10_000 }, (_, i) => [i, i * 2]));
      });

      test("[TEL2] history includes `from`, excludes `to`, and keeps to its order and limit", async () => {
        await append(p(10, 1), p(20, 2));
        await append(p(30, 3), p(40, 4));
        const history = async (from: number, to: number, order: "ASC" | "DESC", limit = 10): Promise<unknown[]> =>
          (await store().history(pump, "k", { ...span(from, to), order, limit })).map(({ value }) => value);

        expect(await history(10, 40, "ASC")).toEqual([1, 2, 3]);
        expect(await history(11, 41, "ASC")).toEqual([2, 3, 4]);
        expect(await history(10, 40, "DESC")).toEqual([3, 2, 1]);
        expect(await history(0, 100, "DESC", 1)).toEqual([4]);
        expect(await history(0, 100, "ASC", 3)).toEqual([1, 2, 3]);
        expect(await history(20, 20, "ASC")).toEqual([]);
        expect(await history(41, 100, "ASC")).toEqual([]);
      });

      test("[TEL2] aggregates follow their buckets: fixed ones", async () => {
        await append(p(0, 1), p(9, 2.5), p(10, -3), p(25, 4));
        await append(p(5, 10), p(30, 7));
        const aggregate = async (by: AggregateFunction): Promise<unknown[]> =>
          comparable(
            await store().aggregate(pump, "k", bucketEdges(epochMs(0), epochMs(30), { kind: "fixed", ms: 10 }), by),
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
      });

      test("[TEL2] aggregates follow their buckets: days in a zone that changes its clocks", async () => {
        const zone = { kind: "calendar", unit: "DAY", timeZone: "Europe/Berlin" } as const;
        const from = epochMs(Date.parse("2026-03-28T00:00:00+01:00"));
        const to = epochMs(Date.parse("2026-03-31T00:00:00+02:00"));
        const hours = Array.from({ length: (to - from) / 3_600_000 }, (_, i) => p(from + i * 3_600_000, 1));
        await append(...hours);

        const days = await store().aggregate(pump, "k", bucketEdges(from, to, zone), "SUM");
        expect(days.map(({ value }) => value)).toEqual([24, 23, 24]); // the 29th has 23 hours
      });

      test("aggregates take booleans as 0 and 1, leave texts and documents out, and keep integers exact", async () => {
        await append(p(1, true), p(2, false), p(3, "text"), p(4, new JsonDocument("[9]")));
        await append(p(11, "only"), p(12, "texts"));
        await append(p(21, 2n ** 62n), p(22, 2n ** 62n + 1n), p(23, 5));
        const edges = [0, 10, 20, 30].map(epochMs);
        const aggregate = async (by: AggregateFunction): Promise<unknown[]> =>
          comparable(await store().aggregate(pump, "k", edges, by));

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
      });

      test("[TEL5] a deletion takes its range, wherever the points are, and nothing else", async () => {
        await append(...Array.from({ length: 2000 }, (_, i) => p(i, i)));
        await append(...Array.from({ length: 100 }, (_, i) => p(i * 10, "late")));
        await append(p(3000, "new"), p(700, "kept", "other key"));
        await store().delete(pump, { only: ["k"] }, span(600, 1500));
        await settle(subject);

        const left = (await all()) as [number, unknown][];
        expect(left.some(([ts]) => ts >= 600 && ts < 1500)).toBe(false);
        expect(left.length).toBe(2000 - 900 + 1);
        expect(await all("other key")).toEqual([[700, "kept"]]);
        const edges = [0, 600, 1500, 4000].map(epochMs);
        expect(comparable(await store().aggregate(pump, "k", edges, "COUNT"))).toEqual([
          [0, 600],
          [1500, 501],
        ]);
      });

      test("[TEL5] points written after a deletion stay", async () => {
        await append(p(10, "old"), p(20, "old"));
        await store().delete(pump, "all", span(0, 100));
        await settle(subject);
        await append(p(10, "new"));

        expect(await all()).toEqual([[10, "new"]]);
      });

      test("[TEL5] deleting the newest points makes an older one the latest, deleting all removes the key", async () => {
        await append(p(10, 1), p(20, 2));
        await append(p(30, 3), p(5, "x", "gone"));
        await store().delete(pump, { only: ["k"] }, span(20, 1000));
        await store().delete(pump, { only: ["gone"] }, always);
        await settle(subject);

        expect(comparable((await store().latest(pump, "all")).values())).toEqual([[10, 1]]);
        expect(await store().keys(pump)).toEqual(["k"]);
      });

      test("[TEL5] retention removes what is older, of the named devices only", async () => {
        await append(...Array.from({ length: 1000 }, (_, i) => p(i, i)), p(5, "old", "stale"));
        await store().append(other, [p(1, "kept")]);
        await settle(subject);
        await store().applyRetention([pump], epochMs(995));
        await settle(subject);

        expect(await values()).toEqual([995, 996, 997, 998, 999]);
        expect(await store().keys(pump)).toEqual(["k"]);
        expect(await all("k", other)).toEqual([[1, "kept"]]);
      });

      test("[DEV3] forgetting a device removes all of it, and a new start is empty", async () => {
        await append(p(1, 1), p(2, 2, "b"));
        await store().append(other, [p(1, "kept")]);
        await store().forget(pump);
        await settle(subject);
        expect(await store().keys(pump)).toEqual([]);
        expect(await all()).toEqual([]);
        await append(p(9, "again"));

        expect(await all()).toEqual([[9, "again"]]);
        expect(await all("k", other)).toEqual([[1, "kept"]]);
      });
    });

    test("[TEL1] an unknown device or key has nothing", async () => {
      expect(await store().latest(pump, "all")).toEqual(new Map());
      expect(await store().keys(pump)).toEqual([]);
      expect(await all("nothing")).toEqual([]);
      expect(await store().aggregate(pump, "k", [epochMs(0), epochMs(1)], "COUNT")).toEqual([]);
      expect(await Array.fromAsync(store().scan(pump, "k", always))).toEqual([]);
      await store().delete(pump, "all", always);
      await store().forget(pump);
    });

    test("devices do not see each other's points", async () => {
      await store().append(pump, [p(1, "ours")]);
      await store().append(other, [p(1, "theirs"), p(2, 2, "more")]);

      expect(await all("k", pump)).toEqual([[1, "ours"]]);
      expect(await store().keys(other)).toEqual(["k", "more"]);
    });

    test.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
      "%d is refused, and with it the whole batch",
      async (bad) => {
        await expect(store().append(pump, [p(1, 1), p(2, bad), p(3, 3)])).rejects.toMatchObject({ fault: "invalid" });

        expect(await all()).toEqual([]);
        expect(await store().keys(pump)).toEqual([]);
      },
    );

    test.each(["", "x".repeat(257), "💡".repeat(257), "\ud800"])("[TEL3] the key %j is refused", async (key) => {
      await expect(store().append(pump, [p(1, 1, key)])).rejects.toMatchObject({ fault: "invalid" });
    });

    test.each([1.5, Number.NaN, 8.64e15 + 2, -8.64e15 - 2])("the time %d is refused", async (ts) => {
      await expect(store().append(pump, [p(ts, 1)])).rejects.toMatchObject({ fault: "invalid" });
    });

    test("the ends of time can be stored side by side", async () => {
      await store().append(pump, [p(-8.64e15, "first"), p(8.64e15, "last"), p(0, "middle")]);
      await subject.flush();

      const points = await store().history(pump, "k", {
        from: epochMs(-8.64e15),
        to: epochMs(8.64e15 + 1),
        order: "ASC",
        limit: 9,
      });
      expect(points.map(({ value }) => value)).toEqual(["first", "middle", "last"]);
    });

    test("a limit below 1 is refused", async () => {
      await expect(store().history(pump, "k", { ...always, order: "ASC", limit: 0 })).rejects.toMatchObject({
        fault: "invalid",
      });
    });

    test("a refused batch does not disturb those beside it", async () => {
      const results = await Promise.allSettled([
        store().append(pump, [p(1, 1)]),
        store().append(pump, [p(2, 2), p(3, Number.NaN)]),
        store().append(pump, [p(4, 4)]),
      ]);

      expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
      expect(await values()).toEqual([1, 4]);
    });

    test("[TEL4] of appends made without waiting, the order of calls decides", async () => {
      await Promise.all(Array.from({ length: 200 }, (_, i) => store().append(pump, [p(1, i)])));

      expect(await values()).toEqual([199]);
    });

    test("a read sees every append acknowledged before it", async () => {
      for (let i = 0; i < 50; i++) {
        await store().append(pump, [p(i, i)]);
        expect((await store().latest(pump, "all")).get("k")?.value).toBe(i);
        expect((await values()).length).toBe(i + 1);
      }
    });

    test("[TEL5] a scan streams everything in order, in chunks, one at a time", async () => {
      const count = 50_000;
      for (let i = 0; i < count; i += 5_000) {
        await store().append(
          pump,
          Array.from({ length: 5_000 }, (_, n) => p(i + n, i + n)),
        );
        if (i === 20_000) await subject.flush();
      }
      const sizes: number[] = [];
      let next = 10;
      for await (const chunk of store().scan(pump, "k", span(10, count))) {
        sizes.push(chunk.length);
        for (const { ts, value } of chunk) expect([ts, value]).toEqual([next, next++]);
      }

      expect(next).toBe(count);
      expect(sizes.length).toBeGreaterThan(1);
    });

    test("a scan sees what is written ahead of it and survives what is deleted under it", async () => {
      await store().append(
        pump,
        Array.from({ length: 20_000 }, (_, i) => p(i, i)),
      );
      const scan = store().scan(pump, "k", always)[Symbol.asyncIterator]();
      const first = await scan.next();
      await store().delete(pump, "all", span(0, 19_990));
      await store().append(pump, [p(50_000, "ahead")]);

      const rest: unknown[] = [];
      for (let step = await scan.next(); !step.done; step = await scan.next())
        rest.push(...step.value.map(({ value }) => value));
      expect(first.done).toBe(false);
      expect(rest.slice(-2)).toEqual([19_999, "ahead"]);
    });

    test("an empty batch is acknowledged and stores nothing", async () => {
      await store().append(pump, []);

      expect(await store().keys(pump)).toEqual([]);
    });

    test("any sequence of commands, restarts and flushes leaves what the model says", {
      timeout: 600_000,
    }, async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.commands(telemetryCommands, { maxCommands: modelCommands, size: "max" }),
          async (commands) => {
            const real = await open();
            try {
              await fc.asyncModelRun(() => ({ model: new TelemetryModel(), real }), commands);
            } finally {
              await real.close();
            }
          },
        ),
        { numRuns: modelRuns },
      );
    });
  });
}
