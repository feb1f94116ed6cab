import type { AlarmSeverity } from "@heliograph/contract";
import type { TelemetryValue } from "../../telemetry/index.ts";
import type { CompiledRule } from "../compile/compiled-rule.ts";
import { Evaluation } from "../evaluation.ts";
import { initialState } from "../step/rule-state.ts";
import type { Transition } from "../step/transition.ts";

/** A point of the past, and which inputs of the rule look at it. */
export interface PastPoint {
  readonly inputs: readonly number[];
  readonly ts: number;
  readonly value: TelemetryValue;
}

/** When a rule would have raised an alarm. */
interface Firing {
  readonly startTs: number;
  /** Null: not over at the end of the range. */
  readonly endTs: number | null;
  /** The worst it had. */
  readonly severity: AlarmSeverity;
  /** Of the first input, while it lasted. */
  readonly highest: number | null;
  readonly lowest: number | null;
}

export interface BacktestResult {
  /** The first ones, up to a limit; all of them are counted. */
  readonly firings: readonly Firing[];
  readonly count: number;
  readonly lastedMs: number;
  /** Those that went as they came: PENDING without becoming more. */
  readonly tooShort: number;
  readonly points: number;
}

interface Extremes {
  highest: number;
  lowest: number;
}

interface OpenFiring extends Extremes {
  startTs: number;
  severity: AlarmSeverity;
}

const nothingSeen = (): Extremes => ({ highest: Number.NEGATIVE_INFINITY, lowest: Number.POSITIVE_INFINITY });

const rankOf = (rule: CompiledRule, severity: AlarmSeverity): number => {
  const at = rule.steps.findIndex((step) => step.severity === severity);
  return at < 0 ? rule.steps.length : at;
};

/** More than anybody draws; beyond, they are only counted. */
const firingsAtMost = 1_000;

/**
 * Runs a rule over the past of one device [RUL6]: the same evaluation as live, where each point arrives at its own time. Points come
 * in the order of time.
 */
export class Backtest {
  readonly #rule: CompiledRule;
  readonly #evaluation: Evaluation;
  readonly #firings: Firing[] = [];
  #open: OpenFiring | undefined;
  /** Of the wait before it fires, which is part of the firing. */
  #waiting = nothingSeen();
  #count = 0;
  #lastedMs = 0;
  #tooShort = 0;
  #points = 0;

  constructor(rule: CompiledRule, from: number) {
    this.#rule = rule;
    this.#evaluation = new Evaluation(rule, initialState(rule), from);
  }

  take({ inputs, ts, value }: PastPoint): void {
    this.#points++;
    const transitions = this.#evaluation.take(inputs, ts, value, ts);
    for (const transition of transitions) this.#follow(transition);
    if (inputs[0] === 0 && typeof value === "number") this.#see(value);
  }

  /** What is not over is open until `to`. */
  finish(to: number): BacktestResult {
    for (const transition of this.#evaluation.elapse(to)) this.#follow(transition);
    if (this.#open) this.#close(this.#open, null, to);
    return {
      firings: this.#firings,
      count: this.#count,
      lastedMs: this.#lastedMs,
      tooShort: this.#tooShort,
      points: this.#points,
    };
  }

  #see(value: number): void {
    if (this.#open) this.#widen(this.#open, value);
    else if (this.#evaluation.state.phase === "PENDING") this.#widen(this.#waiting, value);
  }

  #follow({ occasion, severity, startTs, ts, from, to }: Transition): void {
    if (from === "PENDING" && to === "NORMAL") this.#tooShort++;
    const seen = this.#waiting;
    if (to !== "PENDING" || from !== "PENDING") this.#waiting = nothingSeen();
    if (severity === null) return;
    if (occasion === "RAISED") this.#open = { startTs: startTs ?? ts, severity, ...seen };
    else if (occasion === "CHANGED" && this.#open) this.#worsen(this.#open, severity);
    else if (occasion === "CLEARED" && this.#open) this.#close(this.#open, ts, ts);
  }

  #worsen(open: OpenFiring, severity: AlarmSeverity): void {
    if (rankOf(this.#rule, severity) < rankOf(this.#rule, open.severity)) open.severity = severity;
  }

  #widen(seen: Extremes, value: number): void {
    if (value > seen.highest) seen.highest = value;
    if (value < seen.lowest) seen.lowest = value;
  }

  #close({ startTs, severity, highest, lowest }: OpenFiring, endTs: number | null, until: number): void {
    this.#open = undefined;
    this.#count++;
    this.#lastedMs += Math.max(0, until - startTs);
    if (this.#firings.length >= firingsAtMost) return;
    const hasValues = highest >= lowest;
    this.#firings.push({
      startTs,
      endTs,
      severity,
      highest: hasValues ? highest : null,
      lowest: hasValues ? lowest : null,
    });
  }
}

/** A rule over points of one device, in the order of time. */
export function backtested(
  rule: CompiledRule,
  points: Iterable<PastPoint>,
  range: { readonly from: number; readonly to: number },
): BacktestResult {
  const backtest = new Backtest(rule, range.from);
  for (const point of points) backtest.take(point);
  return backtest.finish(range.to);
}
