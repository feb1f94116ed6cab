import { setImmediate as nextTurn } from "node:timers/promises";
import type { RuleDefinition } from "@heliograph/contract";
import type { DeviceId } from "../../../kernel/ids.ts";
import { epochMs } from "../../../kernel/time.ts";
import type { Sample, TelemetryStore } from "../../telemetry/index.ts";
import { backtestAbandoned } from "../book/errors.ts";
import { compileRule } from "../compile/compile-rule.ts";
import type { CompiledRule } from "../compile/compiled-rule.ts";
import { Backtest, type BacktestResult } from "./backtest.ts";

type Points = Pick<TelemetryStore, "scan">;

export interface BacktestOrder {
  readonly definition: RuleDefinition;
  readonly deviceIds: readonly DeviceId[];
  readonly from: number;
  readonly to: number;
  /** Points of one device that are read at most. */
  readonly pointsAtMost: number;
  /** Whoever asked has left. */
  readonly gone: AbortSignal;
}

export interface DeviceBacktest extends BacktestResult {
  readonly deviceId: DeviceId;
  readonly isCutOff: boolean;
  readonly endedTs: number;
}

/** Points that are looked at before others have their turn. */
const pointsPerTurn = 2_000;

/** Runs a rule over what is stored of some devices, one after the other, in slices: nothing else waits for it [RUL6]. */
export async function backtestHistory(points: Points, order: BacktestOrder): Promise<readonly DeviceBacktest[]> {
  const rule = compileRule(order.definition);
  const results: DeviceBacktest[] = [];
  for (const device of order.deviceIds) results.push(await backtestDevice(points, rule, device, order));
  return results;
}

async function backtestDevice(
  points: Points,
  rule: CompiledRule,
  deviceId: DeviceId,
  { from, to, pointsAtMost, gone }: BacktestOrder,
): Promise<DeviceBacktest> {
  const backtest = new Backtest(rule, from);
  let [taken, last] = [0, from];
  for await (const { inputs, sample } of inOrder(points, rule, deviceId, from, to)) {
    if (taken >= pointsAtMost) return { deviceId, ...backtest.finish(last), isCutOff: true, endedTs: last };
    backtest.take({ inputs, ts: sample.ts, value: sample.value });
    last = sample.ts;
    if (++taken % pointsPerTurn === 0) {
      await nextTurn();
      if (gone.aborted) throw backtestAbandoned();
    }
  }
  if (gone.aborted) throw backtestAbandoned();
  return { deviceId, ...backtest.finish(to), isCutOff: false, endedTs: to };
}

/** A key that is read, as far as it was read. */
interface Lane {
  readonly inputs: readonly number[];
  readonly chunks: AsyncIterator<readonly Sample[]>;
  chunk: readonly Sample[];
  at: number;
}

interface Read {
  readonly inputs: readonly number[];
  readonly sample: Sample;
}

/** The points of all keys of a rule by time; at the same time, in the order of the inputs. */
async function* inOrder(
  points: Points,
  rule: CompiledRule,
  device: DeviceId,
  from: number,
  to: number,
): AsyncGenerator<Read> {
  const range = { from: epochMs(from), to: epochMs(to) };
  const lanes = lanesOf(rule).map(([key, inputs]): Lane => {
    const chunks = points.scan(device, key, range, "ASC")[Symbol.asyncIterator]();
    return { inputs, chunks, chunk: [], at: 0 };
  });
  try {
    for (const lane of lanes) await fill(lane);
    for (let next = earliest(lanes); next; next = earliest(lanes)) {
      const { lane, sample } = next;
      yield { inputs: lane.inputs, sample };
      lane.at++;
      if (lane.at >= lane.chunk.length) await fill(lane);
    }
  } finally {
    for (const { chunks } of lanes) await chunks.return?.();
  }
}

function lanesOf({ inputs }: CompiledRule): readonly [string, readonly number[]][] {
  const byKey = new Map<string, number[]>();
  for (const [at, { definition }] of inputs.entries()) {
    if (definition.kind === "TELEMETRY") byKey.set(definition.key, [...(byKey.get(definition.key) ?? []), at]);
  }
  return [...byKey];
}

async function fill(lane: Lane): Promise<void> {
  do {
    const { done, value } = await lane.chunks.next();
    lane.at = 0;
    lane.chunk = done ? [] : value;
    if (done) return;
  } while (lane.chunk.length === 0);
}

function earliest(lanes: readonly Lane[]): { readonly lane: Lane; readonly sample: Sample } | undefined {
  let first: { lane: Lane; sample: Sample } | undefined;
  for (const lane of lanes) {
    const sample = lane.chunk[lane.at];
    if (sample && (!first || sample.ts < first.sample.ts)) first = { lane, sample };
  }
  return first;
}
