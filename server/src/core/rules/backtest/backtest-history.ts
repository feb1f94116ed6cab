import type { RuleDefinition } from "@heliograph/contract";
import type { DeviceId } from "../../../kernel/ids.ts";
import { longWork, PieceTime } from "../../../kernel/long-work-queue.ts";
import { epochMs } from "../../../kernel/time.ts";
import type { Sample, TelemetryStore } from "../../telemetry/index.ts";
import { backtestAbandoned } from "../book/errors.ts";
import { compileRule } from "../compile/compile-rule.ts";
import type { CompiledRule } from "../compile/compiled-rule.ts";
import type { RuleInputStore } from "../inputs/input-store.ts";
import { pastInputs } from "./past-inputs.ts";
import { type PastDevice, type PastResult, PastRun } from "./past-run.ts";

type Points = Pick<TelemetryStore, "scan">;

export interface BacktestOrder {
  readonly definition: RuleDefinition;
  readonly devices: readonly PastDevice[];
  readonly from: number;
  readonly to: number;
  /** Points of one device that are read at most. */
  readonly pointsAtMost: number;
  /** Whoever asked has left. */
  readonly gone: AbortSignal;
}

export interface DeviceBacktest extends PastResult {
  readonly isCutOff: boolean;
}

/** Points after which somebody looks at the clock: how long one takes is up to the rule. */
const pointsPerLook = 16;

/** Where the past is read from. */
export interface BacktestSources {
  readonly points: Points;
  readonly inputs: Pick<RuleInputStore, "past" | "present">;
}

/** Runs a rule over what is stored of some devices, one after the other, in slices: nothing else waits for it [RUL6]. */
export async function backtestHistory(
  sources: BacktestSources,
  order: BacktestOrder,
): Promise<readonly DeviceBacktest[]> {
  const rule = compileRule(order.definition);
  const results: DeviceBacktest[] = [];
  for (const device of order.devices) results.push(await backtestDevice(sources, rule, device, order));
  return results;
}

async function backtestDevice(
  sources: BacktestSources,
  rule: CompiledRule,
  device: PastDevice,
  order: BacktestOrder,
): Promise<DeviceBacktest> {
  const { pointsAtMost, gone } = order;
  let run: PastRun | undefined;
  const piece = new PieceTime();
  let taken = 0;
  for await (const { inputs, sample } of inOrder(sources, rule, device.id, order)) {
    run ??= new PastRun(rule, device, order, sample.ts);
    if (taken >= pointsAtMost) return { ...run.finish(run.last), isCutOff: true };
    run.take(inputs, sample);
    if (++taken % pointsPerLook === 0 && piece.isUp) {
      await longWork.nextPiece();
      if (gone.aborted) throw backtestAbandoned();
      piece.restart();
    }
  }
  if (gone.aborted) throw backtestAbandoned();
  run ??= new PastRun(rule, device, order, order.to);
  return { ...run.finish(order.to), isCutOff: false };
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
  { points, inputs: past }: BacktestSources,
  rule: CompiledRule,
  device: DeviceId,
  span: Pick<BacktestOrder, "from" | "to" | "pointsAtMost">,
): AsyncGenerator<Read> {
  const range = { from: epochMs(span.from), to: epochMs(span.to) };
  const told = [...pastInputs(past, rule, device, span)].map(([at, chunks]): Lane => laneOf([at], chunks));
  const sent = lanesOf(rule).map(([key, inputs]) => laneOf(inputs, points.scan(device, key, range, "ASC")));
  const lanes = [...told, ...sent];
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

const laneOf = (inputs: readonly number[], chunks: AsyncIterable<readonly Sample[]>): Lane => ({
  ...{ inputs, chunk: [], at: 0 },
  chunks: chunks[Symbol.asyncIterator](),
});

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
