// What it costs to notice that devices are silent [RUL2]: 100,000 of them with one rule each, with and without missing data. Arming is done
// by every point, so the ratio of both is what it costs; what falls due is in one order.
import { setImmediate as immediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { compileRule, Evaluation, initialState } from "../../server/src/core/rules/index.ts";
import { DueOrder, notQueued } from "../../server/src/core/rules/live/due-order.ts";
import { measuredRules } from "./rules.ts";

const devices = Number(process.env["BENCH_SILENT_DEVICES"] ?? 100_000);
const rounds = 20;
const begin = Date.UTC(2026, 9, 1);
const afterMs = 900_000;
/** Looks in which nothing is due. */
const looks = 100_000;

class Timed extends Evaluation {
  queuedAt = notQueued;
}

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

function heapBytes(): number {
  collect();
  return process.memoryUsage().heapUsed;
}

/** Nanoseconds of the processor for each of so many. */
function costOf(count: number, work: () => void): number {
  const from = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(from);
  return ((user + system) * 1_000) / count;
}

interface Cost {
  readonly pointNs: number;
  readonly bytes: number;
  readonly lookNs: number;
  readonly dueNs: number;
  readonly fellSilent: number;
}

/** After a turn: what was measured before is garbage by then. */
async function measured(hasNoData: boolean): Promise<Cost> {
  for (let turn = 0; turn < 3; turn++) {
    await immediate();
    collect();
  }
  const [definition] = Object.values(measuredRules);
  if (!definition) throw new Error("there is no rule to measure");
  const { noData: _, ...without } = definition;
  const noData = { afterMs, policy: "RAISE", severity: "WARNING" } as const;
  const rule = compileRule(hasNoData ? { ...without, noData } : without);
  const order = new DueOrder<Timed>();
  const before = heapBytes();
  const all = Array.from({ length: devices }, () => new Timed(rule, initialState(rule), begin));
  for (const one of all) order.add(one);
  const bytes = (heapBytes() - before) / devices;
  const inputs = [0];
  const pointNs = costOf(devices * rounds, () => {
    for (let round = 1; round <= rounds; round++) {
      for (const one of all) {
        one.take(inputs, begin + round * 1_000, 50, begin + round * 1_000);
        order.add(one);
      }
    }
  });
  const lookNs = costOf(looks, () => {
    for (let at = 0; at < looks; at++) order.takeBefore(begin + rounds * 1_000);
  });
  const end = begin + rounds * 1_000 + afterMs + 1;
  let fellSilent = 0;
  const dueNs = costOf(devices, () => {
    for (const one of order.takeBefore(end)) fellSilent += one.elapse(end).length;
  });
  return { pointNs, bytes, lookNs, dueNs, fellSilent };
}

const whole = (value: number): string => Math.round(value).toLocaleString("en");
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

export async function measureSilence(tell: (line: string) => void): Promise<void> {
  await measured(true); // warm
  const pairs: { bare: Cost; armed: Cost }[] = [];
  for (let pair = 0; pair < 5; pair++) pairs.push({ bare: await measured(false), armed: await measured(true) });
  const of = (pick: (pair: (typeof pairs)[number]) => number): number => median(pairs.map(pick));
  tell(`no data of ${whole(devices)} devices, one rule each:`);
  tell(
    `  a point: ${whole(of(({ armed }) => armed.pointNs))} ns, of that without missing data: ${of(({ bare, armed }) => armed.pointNs / bare.pointNs).toFixed(2)}`,
  );
  tell(
    `  memory: ${whole(of(({ armed }) => armed.bytes))} bytes a device, without: ${whole(of(({ bare }) => bare.bytes))}`,
  );
  tell(`  a look while nothing is due: ${whole(of(({ armed }) => armed.lookNs))} ns`);
  tell(
    `  all fall silent at once: ${whole(of(({ armed }) => armed.dueNs))} ns each, ${whole(pairs[0]?.armed.fellSilent ?? 0)} of them`,
  );
}
