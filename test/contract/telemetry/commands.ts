import fc from "fast-check";
import { expect } from "vitest";
import {
  type BucketEdges,
  bucketEdges,
  JsonDocument,
  type KeySelection,
  type Point,
  type Sample,
  type TelemetryStore,
  type TelemetryValue,
  type TimeRange,
} from "../../../server/src/core/telemetry/index.ts";
import type { DeviceId } from "../../../server/src/kernel/ids.ts";
import { epochMs } from "../../../server/src/kernel/time.ts";
import { anyCharacter } from "../../any-character.ts";
import { comparable, type TelemetryModel } from "./model.ts";

/** A store under test that can be stopped and started again, and told to settle what it keeps in memory. */
export interface TelemetrySubject {
  readonly store: TelemetryStore;
  /** Ends the store and opens it again on what it left behind. */
  restart(): Promise<void>;
  /** Moves everything to where the store keeps it in the long run. Nothing to do for stores without such a place. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

type Command = fc.AsyncCommand<TelemetryModel, TelemetrySubject>;

/** Few devices, keys and times, so that everything collides with everything. */
const device = fc.constantFrom("device-a", "device-b").map((id) => id as DeviceId);
const key = fc.constantFrom("temperature", "__proto__");
const lastTs = 60;
const ts = fc.integer({ min: -5, max: lastTs }).map(epochMs);

const value: fc.Arbitrary<TelemetryValue> = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: -1000, max: 1000 }).map((n) => n / 100) },
  { weight: 2, arbitrary: fc.boolean() },
  { weight: 2, arbitrary: fc.string({ maxLength: 8, unit: anyCharacter }) },
  { weight: 1, arbitrary: fc.bigInt({ min: 2n ** 53n, max: 2n ** 70n }) },
  { weight: 1, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e12, max: 1e12 }) },
  {
    weight: 1,
    arbitrary: fc
      .json()
      .filter((text) => /^[[{]/.test(text))
      .map((text) => new JsonDocument(text)),
  },
);

const point: fc.Arbitrary<Point> = fc.record({ key, ts, value });
/** Runs in time order, as devices send, and single points anywhere. */
const batch = fc.oneof(
  fc.array(point, { minLength: 1, maxLength: 8 }),
  fc
    .tuple(key, fc.integer({ min: 0, max: 40 }), fc.array(value, { minLength: 5, maxLength: 20 }))
    .map(([k, start, values]) => values.map((v, i): Point => ({ key: k, ts: epochMs(start + i), value: v }))),
);
const range: fc.Arbitrary<TimeRange> = fc
  .tuple(fc.integer({ min: -6, max: lastTs + 1 }), fc.integer({ min: 0, max: 40 }))
  .map(([from, length]) => ({ from: epochMs(from), to: epochMs(from + length) }));
const keys: fc.Arbitrary<KeySelection> = fc.oneof(
  fc.constant("all" as const),
  fc.array(key, { minLength: 1, maxLength: 2 }).map((only) => ({ only })),
);
const order = fc.constantFrom("ASC" as const, "DESC" as const, undefined);
/** Mostly fewer than there are; none as an export asks for them. */
const limit = fc.option(fc.integer({ min: 1, max: 50 }), { nil: undefined });

/** The same numbers added in another order differ in the last digits: by no more than this part of what was added. */
const roundingOfSums = 1e-12;

/** What a rounding of the buckets' figures is measured by: the sum of the sizes of all numbers in each bucket. */
const sizesOf = (model: TelemetryModel, d: DeviceId, k: string, edges: BucketEdges): Map<number, number> =>
  new Map(
    edges.slice(0, -1).map((from, i) => {
      const points = model.points(d, k, { from, to: edges[i + 1] ?? from });
      const numbers = points.map(({ value: v }) => (typeof v === "string" || typeof v === "object" ? 0 : Number(v)));
      return [from, numbers.reduce((sum, number) => sum + Math.abs(number), 0)];
    }),
  );

function expectClose(actual: readonly Sample[], expected: readonly Sample[], sizes: ReadonlyMap<number, number>): void {
  expect(actual.map(({ ts: start }) => start)).toEqual(expected.map(({ ts: start }) => start));
  for (const [i, { ts: start, value: wanted }] of expected.entries()) {
    const difference = Math.abs(Number(actual[i]?.value) - Number(wanted));
    expect(difference).toBeLessThanOrEqual(roundingOfSums * (sizes.get(start) ?? 0));
  }
}

/** A command that changes model and store alike. */
const change = (
  name: string,
  onModel: (model: TelemetryModel) => void,
  onStore: (subject: TelemetrySubject) => Promise<unknown>,
): Command => ({
  check: () => true,
  async run(model, subject) {
    await onStore(subject);
    onModel(model);
  },
  toString: () => name,
});

/** A command that asks both and compares. */
const ask = (name: string, compare: (model: TelemetryModel, store: TelemetryStore) => Promise<void>): Command => ({
  check: () => true,
  run: (model, { store }) => compare(model, store),
  toString: () => name,
});

const show = (of: unknown): string => fc.stringify(of);

export const telemetryCommands: fc.Arbitrary<Command>[] = [
  fc.tuple(device, batch).map(([d, b]) =>
    change(
      `append(${d}, ${show(b)})`,
      (model) => model.append(d, b),
      ({ store }) => store.append(d, b),
    ),
  ),
  fc.tuple(device, fc.array(batch, { minLength: 2, maxLength: 5 })).map(([d, bs]) =>
    change(
      `append together(${d}, ${show(bs)})`,
      (model) => bs.forEach((b) => void model.append(d, b)),
      ({ store }) => Promise.all(bs.map((b) => store.append(d, b))),
    ),
  ),
  fc.tuple(device, keys, range).map(([d, k, r]) =>
    change(
      `delete(${d}, ${show(k)}, ${show(r)})`,
      (model) => model.delete(d, k, r),
      ({ store }) => store.delete(d, k, r),
    ),
  ),
  fc.tuple(device, ts).map(([d, before]) =>
    change(
      `retention(${d}, ${before})`,
      (model) => model.delete(d, "all", { from: epochMs(-1e6), to: before }),
      ({ store }) => store.applyRetention([d], before),
    ),
  ),
  device.map((d) =>
    change(
      `forget(${d})`,
      (model) => model.forget(d),
      ({ store }) => store.forget(d),
    ),
  ),
  fc.constant(
    change(
      "flush",
      () => {},
      (subject) => subject.flush(),
    ),
  ),
  fc.constant(
    change(
      "restart",
      () => {},
      (subject) => subject.restart(),
    ),
  ),
  fc.tuple(device, keys).map(([d, k]) =>
    ask(`latest(${d}, ${show(k)})`, async (model, store) => {
      const [actual, expected] = [await store.latest(d, k), model.latest(d, k)];
      expect([...actual.keys()].sort()).toEqual([...expected.keys()].sort());
      for (const [name, sample] of expected)
        expect(comparable([actual.get(name) ?? sample])).toEqual(comparable([sample]));
    }),
  ),
  device.map((d) => ask(`keys(${d})`, async (model, store) => expect(await store.keys(d)).toEqual(model.keys(d)))),
  fc
    .tuple(device, key, range, fc.integer({ min: 1, max: 20 }), fc.constantFrom("MIN", "MAX", "AVG", "SUM", "COUNT"))
    .map(([d, k, r, ms, by]) =>
      ask(`aggregate(${d}, ${k}, ${show(r)}, ${ms}, ${by})`, async (model, store) => {
        const edges = bucketEdges(r.from, r.to, { kind: "fixed", ms });
        const [actual, expected] = [await store.aggregate(d, k, edges, by), model.aggregate(d, k, edges, by)];
        if (by === "SUM" || by === "AVG") expectClose(actual, expected, sizesOf(model, d, k, edges));
        else expect(comparable(actual)).toEqual(comparable(expected));
      }),
    ),
  fc.tuple(device, key, range, order, limit).map(([d, k, r, by, most]) =>
    ask(`scan(${d}, ${k}, ${show(r)}, ${by}, ${most})`, async (model, store) => {
      const chunks = await Array.fromAsync(store.scan(d, k, r, by, most));
      expect(comparable(chunks.flat())).toEqual(comparable(model.scan(d, k, r, by, most)));
      expect(chunks.filter((chunk) => chunk.length === 0)).toEqual([]);
    }),
  ),
  fc.tuple(device, key, range, order, limit).map(([d, k, r, by, most]) =>
    ask(`begin of scan(${d}, ${k}, ${show(r)}, ${by}, ${most})`, async (model, store) => {
      for await (const chunk of store.scan(d, k, r, by, most)) {
        expect(comparable(chunk)).toEqual(comparable(model.scan(d, k, r, by, most).slice(0, chunk.length)));
        return; // whoever asked is gone: the rest is never read
      }
      expect(model.scan(d, k, r, by, most)).toEqual([]);
    }),
  ),
];
