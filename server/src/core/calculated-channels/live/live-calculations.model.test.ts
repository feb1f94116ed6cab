import type { CalculatedDefinition } from "@heliograph/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { WritablePoints } from "../../../../../test/support/calculated-points.ts";
import { sizeOf } from "../../../../../test/switches.ts";
import {
  type CalculatedChannelId,
  type DeviceId,
  type DeviceTypeId,
  newId,
  type TenantId,
} from "../../../kernel/ids.ts";
import { epochMs } from "../../../kernel/time.ts";
import { HopMarks } from "../../rules/index.ts";
import type { CalculatedChannel } from "../calculated-channel.ts";
import type { CalculationProgress } from "./live-calculation-store.ts";
import { LiveCalculations } from "./live-calculations.ts";

const noon = Date.UTC(2026, 10, 20, 12);
const tenantId = newId<TenantId>();
const typeId = newId<DeviceTypeId>();
const [one, other, total] = [newId<DeviceId>(), newId<DeviceId>(), newId<DeviceId>()];
const maxAgeMs = 30_000;
const everyMs = 10_000;

const channel = (definition: CalculatedDefinition): CalculatedChannel => ({
  ...{ id: newId<CalculatedChannelId>(), tenantId, version: 1, definition },
  ...{ createdTime: epochMs(0), updatedTime: epochMs(0) },
});

const input = (name: string, key = name) => ({ kind: "CHANNEL" as const, name, key, maxAgeMs });
const ofType = { kind: "DEVICE_TYPE" as const, deviceTypeId: typeId };
const summed = { kind: "PROJECT" as const, name: "sum", key: "power", function: "SUM" as const, maxAgeMs };

/** A product, what is calculated from it and an input again, and a sum over two devices with what follows from that. */
const channels = [
  channel({ scope: ofType, key: "cost", inputs: [input("p", "power"), input("u")], expression: "p / (u - 3)" }),
  channel({ scope: ofType, key: "power", inputs: [input("u"), input("i")], expression: "u * i" }),
  channel({ scope: { kind: "DEVICE", deviceId: total }, key: "all", inputs: [summed], expression: "sum", everyMs }),
  channel({
    scope: { kind: "DEVICE", deviceId: total },
    key: "half",
    inputs: [input("a", "all")],
    expression: "a / 2",
  }),
];

type Value = number | string;

/** The newest value not after a moment and not too old; by looking at everything. */
const newest = (points: WritablePoints, device: DeviceId, key: string, ts: number): unknown => {
  const found = points.samples(device, key).findLast((sample) => sample.ts <= ts);
  return found && ts - found.ts <= maxAgeMs ? found.value : undefined;
};

type Line = readonly (readonly [number, unknown])[];
const finite = (value: number): number | undefined => (Number.isFinite(value) ? value : undefined);
const line = (times: readonly number[], valueAt: (ts: number) => number | undefined): Line =>
  [...new Set(times)]
    .toSorted((a, b) => a - b)
    .flatMap((ts) => {
      const value = valueAt(ts);
      return value === undefined ? [] : [[ts, value] as const];
    });

/** What is to be stored, from the keys a channel is calculated from as they are stored. */
function expected(points: WritablePoints, device: DeviceId, key: string): Line {
  const times = (...keys: string[]) =>
    keys.flatMap((name) => points.samples(device, name).map(({ ts }) => ts as number));
  const at = (name: string, ts: number) => newest(points, device, name, ts);
  const both = (a: unknown, b: unknown, then: (a: number, b: number) => number) =>
    typeof a === "number" && typeof b === "number" ? finite(then(a, b)) : undefined;
  switch (key) {
    case "power":
      return line(times("u", "i"), (ts) => both(at("u", ts), at("i", ts), (u, i) => u * i));
    case "cost":
      return line(times("power", "u"), (ts) => both(at("power", ts), at("u", ts), (p, u) => p / (u - 3)));
    case "half":
      return line(times("all"), (ts) => both(at("all", ts), 2, (a, b) => a / b));
    default: {
      const members = [one, other].toSorted();
      const ends = members.flatMap((id) =>
        points.samples(id, "power").map(({ ts }) => Math.ceil(ts / everyMs) * everyMs),
      );
      return line(
        ends.filter((end) => end <= Math.max(noon, points.now - 1_000)),
        (ts) => {
          const values = members
            .map((id) => newest(points, id, "power", ts))
            .filter((value) => typeof value === "number");
          return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0);
        },
      );
    }
  }
}

const stored = (points: WritablePoints, device: DeviceId, key: string): Line =>
  points.samples(device, key).map(({ ts, value }) => [ts, value] as const);

/** Everything that outlives a node, and the node. */
class Place {
  readonly points = new WritablePoints(noon);
  readonly hops = new HopMarks();
  #progress: CalculationProgress | undefined = { position: 0, time: epochMs(noon) };
  #live: LiveCalculations | undefined;

  async start(): Promise<void> {
    this.points.isDead = false;
    const { points } = this;
    const devices = [one, other, total].map((id) => ({
      ...{ id, tenantId, typeId: id === total ? newId<DeviceTypeId>() : typeId, projectId: null, projectIds: [] },
    }));
    const store = {
      channels: async () => channels,
      devices: async (ids: readonly DeviceId[]) => devices.filter(({ id }) => ids.includes(id)),
      members: async () => [one, other, total].toSorted(),
      progress: async () => this.#progress,
      seen: async () => undefined,
      note: async (progress: CalculationProgress) => {
        this.#progress = progress;
      },
    };
    const failed = (error: unknown): never => {
      throw error;
    };
    this.#live = new LiveCalculations(
      {
        ...{ store, log: points, points, clock: points.clock, onFailure: failed, onRefused: failed },
        audience: { offer: () => undefined },
        hops: this.hops,
      },
      10,
    );
    await this.#live.start();
  }

  /** Nothing that is not stored by now will be. */
  async kill(): Promise<void> {
    this.points.isDead = true;
    await this.points.unfollow();
    void this.#live?.stop();
  }

  async settled(): Promise<void> {
    await this.#live?.settled();
  }

  async end(): Promise<void> {
    await this.#live?.stop();
  }
}

type Step =
  | {
      readonly kind: "send";
      readonly device: number;
      readonly key: "u" | "i" | "power";
      readonly ago: number;
      readonly value: Value;
    }
  | { readonly kind: "wait"; readonly ms: number }
  | { readonly kind: "settle" }
  | { readonly kind: "kill" };

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({
      kind: fc.constant("send" as const),
      device: fc.constantFrom(0, 1),
      key: fc.constantFrom("u" as const, "u" as const, "i" as const, "i" as const, "power" as const),
      ago: fc.oneof(
        fc.constant(0),
        fc.integer({ min: 0, max: 12 }).map((n) => n * 4_000),
      ),
      value: fc.oneof(fc.integer({ min: 0, max: 6 }), fc.constant("text")),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("wait" as const), ms: fc.integer({ min: 1, max: 40_000 }) }) },
  { weight: 2, arbitrary: fc.constant({ kind: "settle" as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: "kill" as const }) },
);

async function take(place: Place, step: Step): Promise<void> {
  const { points } = place;
  if (step.kind === "wait") points.now += step.ms;
  if (step.kind === "settle") await place.settled();
  if (step.kind === "send") {
    const device = step.device === 0 ? one : other;
    points.send(device, [{ key: step.key, ts: epochMs(points.now - step.ago), value: step.value }]);
  }
  if (step.kind === "kill") {
    await place.kill();
    await place.start();
  }
}

/** What random steps found: no sum any more, and so nothing of what is calculated from it. */
const sumThatIsNone: readonly Step[] = [
  { kind: "send", device: 0, key: "u", ago: 0, value: 0 },
  { kind: "send", device: 0, key: "i", ago: 0, value: 0 },
  { kind: "settle" },
  { kind: "send", device: 0, key: "u", ago: 0, value: "text" },
];

test("[RUL7] what is calculated as points come, late ones, foreign ones and kills included, is what the stored points come to", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { maxLength: 40 }), async (steps) => {
      const place = new Place();
      await place.start();
      for (const step of steps) await take(place, step);
      place.points.now += 1_000; // the interval that ended at noon is due, whenever the node began
      await place.settled();
      await place.settled();

      for (const device of [one, other])
        for (const key of ["power", "cost"])
          expect(stored(place.points, device, key), key).toEqual(expected(place.points, device, key));
      for (const key of ["all", "half"])
        expect(stored(place.points, total, key), key).toEqual(expected(place.points, total, key));
      await place.end();
    }),
    { numRuns: Math.ceil(sizeOf("HELIO_TEST_RULE_RUNS") / 4), examples: [[[...sumThatIsNone]]] },
  );
});

test("[RUL7] points that came in order are calculated from memory: each result is written once", async () => {
  const place = new Place();
  await place.start();
  for (let at = 0; at < 50; at++) {
    place.points.now += 100;
    const ts = place.points.clock();
    place.points.send(one, [
      { key: "u", ts, value: 230 + at },
      { key: "i", ts, value: 2 },
    ]);
    await place.settled();
  }

  expect(place.points.samples(one, "power")).toHaveLength(50);
  expect(place.points.writes).toBe(100);
  await place.end();
});

test("[RUL7] a sum is another one when a result it counted is none any more", async () => {
  const place = new Place();
  await place.start();
  const send = (key: string, value: Value) => place.points.send(one, [{ key, ts: epochMs(noon), value }]);
  send("u", 2);
  send("i", 3);
  await place.settled();
  const before = stored(place.points, total, "all");

  send("u", "text");
  await place.settled();

  expect(before).toEqual([[noon, 6]]);
  expect(stored(place.points, total, "all")).toEqual([]);
  await place.end();
});

test("[RUL4] to a result as many rules led as to what it is calculated from, through channels and sums, late ones as well", async () => {
  const place = new Place();
  await place.start();
  const { points, hops } = place;
  const earlier = epochMs(noon - 1_000);
  const ledTo = (key: string, ts: number, device = one) => hops.of(device, [{ key, ts: epochMs(ts) }]);
  const send = (ts: number, values: Record<string, number>) =>
    points.send(
      one,
      Object.entries(values).map(([key, value]) => ({ key, ts: epochMs(ts), value })),
    );
  send(noon - 2_000, { u: 2, i: 3 });
  await place.settled();
  hops.mark(one, "u", noon, 2); // as who publishes it does, beforehand
  send(noon, { u: 4 });
  await place.settled();
  const inOrder = [ledTo("power", noon - 2_000), ledTo("power", noon), ledTo("cost", noon)];
  hops.mark(one, "i", earlier, 3);
  send(earlier, { i: 5 });
  await place.settled();

  expect(inOrder).toEqual([0, 2, 2]);
  expect([ledTo("power", earlier), ledTo("cost", noon)]).toEqual([3, 3]);
  expect([ledTo("all", noon, total), ledTo("half", noon, total)]).toEqual([3, 3]);
  await place.end();
});
