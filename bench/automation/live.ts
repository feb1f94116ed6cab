// What rules cost a node while points arrive [RUL3]: ingest with two rules that look at every point against ingest without any, how
// many transitions a second become durable with their alarms, and how soon an alarm can be seen.
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import type { RuleDefinition } from "@heliograph/contract";
import { epochMs, systemClock } from "../../server/src/kernel/time.ts";
import type { StoredTestDevice } from "../../test/support/stored-device.ts";
import { devicesAtOnce, insertRule, type RulePlace, share, within, written } from "./rule-place.ts";

const warmUp = 10;
const perBatch = 40;

const ruleFor = (devices: readonly StoredTestDevice[], limit: number, alarmType: string): RuleDefinition => ({
  scope: { kind: "DEVICE", deviceIds: devices.map(({ id }) => id) },
  inputs: [{ kind: "TELEMETRY", name: "t", key: "t" }],
  steps: [{ severity: "MAJOR", when: { kind: "COMPARE", input: "t", comparison: "GREATER", value: limit } }],
  alarmType,
  actions: [],
});

/** One rule for each device, as a tenant is one for each. */
async function addRules({ database, devices }: RulePlace, limit: number, name: string): Promise<void> {
  for (const device of devices) await insertRule(database, device.tenantId, name, ruleFor([device], limit, name));
}

type ValueAt = (at: number, device: number) => number;

/** Some points of every device, each device's as one batch; resolves when they are durable. */
async function round({ devices, points }: RulePlace, first: number, perBatch: number, valueAt: ValueAt): Promise<void> {
  const ts = systemClock();
  const batchOf = (device: number) =>
    Array.from({ length: perBatch }, (_, at) => ({
      key: "t",
      ts: epochMs(ts + first + at),
      value: valueAt(first + at, device),
    }));
  await Promise.all(devices.map(({ id }, device) => points.append(id, batchOf(device))));
}

/** Points a second by the clock, and the time of processors, all threads together, that each takes. */
interface Ingest {
  readonly perSecond: number;
  readonly busyNs: number;
}

/** Some points of every device, with which rules are done. */
async function becomeKnown(place: RulePlace, perBatch: number, valueAt: ValueAt): Promise<void> {
  for (let at = 0; at < warmUp; at++) await round(place, at * perBatch, perBatch, valueAt);
  await place.rules.settled();
}

/** Points a second, until rules are done with them; after some others, so that every device is known. */
async function ingest(place: RulePlace, rounds: number, perBatch: number, valueAt: ValueAt): Promise<Ingest> {
  await becomeKnown(place, perBatch, valueAt);
  const [begun, busy] = [performance.now(), process.cpuUsage()];
  for (let at = 0; at < rounds; at++) await round(place, (warmUp + at) * perBatch, perBatch, valueAt);
  await place.rules.settled();
  const { user, system } = process.cpuUsage(busy);
  const points = rounds * perBatch * place.devices.length;
  return { perSecond: (points * 1_000) / (performance.now() - begun), busyNs: ((user + system) * 1_000) / points };
}

async function withRules(place: RulePlace, names: readonly string[]): Promise<void> {
  for (const name of names) await addRules(place, 80, name);
  place.rules.changed();
  await place.rules.settled();
}

const calm: ValueAt = (at) => 20 + (at % 7);
const restless: ValueAt = (at) => (at % 2 === 0 ? 90 : 10);

const without = (): Promise<Ingest> => within((place) => ingest(place, 400, perBatch, calm));
const withTwo = (): Promise<Ingest> =>
  within(async (place) => {
    await withRules(place, ["a", "b"]);
    return ingest(place, 400, perBatch, calm);
  });
const transitions = (): Promise<Ingest> =>
  within(async (place) => {
    await withRules(place, ["a"]);
    return ingest(place, 20, 10, restless);
  });

/** In each round another device begins to fail; it does so for half of the rounds until it is its turn again. */
const inTurn =
  (at: number): ValueAt =>
  (_, device) =>
    (at - device + devicesAtOnce * 1_000) % devicesAtOnce < devicesAtOnce / 2 ? 90 : 20;

/** Before the load: devices are new to the rules, as after a start, or known, as at any other time. */
type Before = "unknown" | "known";
const rounds = { unknown: 300, known: 2_000 } as const;

/** How long after a point was sent its alarm can be seen, while points of all devices arrive at a rate: in ms, in order. */
const delays = (pointsPerSecond: number, before: Before): Promise<readonly number[]> =>
  within(async (place) => {
    await withRules(place, ["a", "b"]);
    if (before === "known") await becomeKnown(place, perBatch, calm);
    const sentAt = new Map<string, number>();
    const found: number[] = [];
    place.events.subscribe("alarm-changed", ({ deviceId, isOpen }) => {
      const sent = sentAt.get(deviceId);
      if (!isOpen || sent === undefined) return;
      found.push(performance.now() - sent);
      sentAt.delete(deviceId);
    });
    const everyMs = (place.devices.length * perBatch * 1_000) / pointsPerSecond;
    const under: Promise<void>[] = [];
    for (let at = 0, next = performance.now(); at < rounds[before]; at++, next += everyMs) {
      await sleep(Math.max(0, next - performance.now()));
      sentAt.set(place.devices[at % devicesAtOnce]?.id ?? "", performance.now());
      under.push(round(place, (warmUp + at) * perBatch, perBatch, inTurn(at)));
    }
    await Promise.all(under);
    await place.rules.settled();
    return found.toSorted((a, b) => a - b);
  });

const median = (values: readonly number[]): number =>
  share(
    values.toSorted((a, b) => a - b),
    0.5,
  );

/** Tells what it measured. In turn, as others may work on this machine: the ratio is that of neighbours. */
export async function measureLive(tell: (line: string) => void): Promise<void> {
  const pairs: Pair[] = [];
  for (let pair = 0; pair < 7; pair++) pairs.push({ bare: await without(), two: await withTwo() });
  for (const { bare, two } of pairs) {
    tell(`ingest without rules: ${toldOf(bare)}; with two that look at every point: ${toldOf(two)}`);
  }
  const [byClock, byProcessor] = [pairs.map(clockRatio), pairs.map(processorRatio)];
  tell(`  of without, by the clock: ${median(byClock).toFixed(2)} (${listed(byClock)})`);
  tell(`  of without, by the time of processors: ${median(byProcessor).toFixed(2)} (${listed(byProcessor)})`);
  tell(`durable transitions, each with its alarm: ${written((await transitions()).perSecond)}/s`);
  const rate = median(pairs.map(({ two }) => two.perSecond)) / 2;
  tell(`alarm seen after its point was sent, at ${written(rate)} points/s with two rules each:`);
  for (const before of ["unknown", "known"] as const) tell(`  ${await toldDelays(rate, before)}`);
  tell("  (aim: p99 250 ms, event loop 50 ms, with known devices)");
}

async function toldDelays(rate: number, before: Before): Promise<string> {
  const loop = monitorEventLoopDelay({ resolution: 1 });
  loop.enable();
  const found = await delays(rate, before);
  loop.disable();
  const seen = `p50 ${written(share(found, 0.5))} ms, p99 ${written(share(found, 0.99))} ms`;
  return `devices ${before} at first: ${seen} of ${found.length} alarms; event loop, with the senders in it, kept at most ${written(loop.max / 1e6)} ms`;
}

type Pair = { readonly bare: Ingest; readonly two: Ingest };
const clockRatio = ({ bare, two }: Pair): number => two.perSecond / bare.perSecond;
const processorRatio = ({ bare, two }: Pair): number => bare.busyNs / two.busyNs;
const listed = (ratios: readonly number[]): string => ratios.map((ratio) => ratio.toFixed(2)).join(", ");
const toldOf = ({ perSecond, busyNs }: Ingest): string => `${written(perSecond)} points/s, ${written(busyNs)} ns each`;
