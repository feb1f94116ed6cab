// How many points a second one core evaluates [RUL2], and how long a backtest of 30 days at 1 Hz takes [RUL6]. The bare loop
// over the same points is beside it: on a shared machine the ratio says more than the figure.
import {
  backtested,
  type CompiledRule,
  compileRule,
  Evaluation,
  initialState,
  type PastPoint,
} from "../../server/src/core/rules/index.ts";
import { measureCalculated } from "./calculated.ts";
import { measureLateness } from "./lateness.ts";
import { measureLive } from "./live.ts";
import { measureMany } from "./many.ts";
import { measuredRules } from "./rules.ts";
import { measureSilence } from "./silence.ts";

const seconds = 30 * 86_400;
const begin = Date.UTC(2026, 9, 1);
const devices = 1_000;

/** Days and nights of a machine, with a hot hour now and then. */
const temperatureAt = (second: number): number =>
  50 + 25 * Math.sin(second / 13_750) + (second % 400_000 < 3_600 ? 20 : 0) + ((second * 7) % 11) / 10;

const inputsOf = ({ inputs }: CompiledRule): readonly number[] => inputs.map((_, at) => at);

function* month(inputs: readonly number[]): Generator<PastPoint> {
  for (let second = 0; second < seconds; second++) {
    yield { inputs, ts: begin + second * 1_000, value: temperatureAt(second) };
  }
}

/** Time of the processor, not of the clock: others work on this machine, too. */
function timed(run: () => number): { ms: number; result: number } {
  const from = process.cpuUsage();
  const result = run();
  const { user, system } = process.cpuUsage(from);
  return { ms: (user + system) / 1_000, result };
}

function bareLoop(): number {
  let above = 0;
  for (const { value } of month([0])) if (typeof value === "number" && value > 80) above++;
  return above;
}

/** Many devices, a point each in turn: what a node does. */
function evaluated(rule: CompiledRule, points: number): number {
  const evaluations = Array.from({ length: devices }, () => new Evaluation(rule, initialState(rule), begin));
  const inputs = inputsOf(rule);
  let transitions = 0;
  for (let at = 0; at < points; at++) {
    const second = Math.floor(at / devices);
    const ts = begin + second * 1_000;
    const evaluation = evaluations[at % devices];
    transitions += evaluation?.take(inputs, ts, temperatureAt(second * 60), ts).length ?? 0;
  }
  return transitions;
}

const round = (value: number): string => Math.round(value).toLocaleString("en");

function measureEvaluation(tell: (line: string) => void): void {
  tell(`bare loop over ${round(seconds)} points: ${round(timed(bareLoop).ms)} ms`);
  for (const [name, definition] of Object.entries(measuredRules)) {
    const rule = compileRule(definition);
    evaluated(rule, 200_000);
    const points = 2_000_000;
    const live = timed(() => evaluated(rule, points));
    const past = timed(
      () => backtested(rule, month(inputsOf(rule)), { from: begin, to: begin + seconds * 1_000 }).count,
    );
    tell(`${name}:`);
    tell(`  ${round((points * 1_000) / live.ms)} evaluations/s on one core, ${live.result} transitions`);
    tell(
      `  backtest of 30 days at 1 Hz: ${round(past.ms)} ms for ${round(seconds)} points, fired ${past.result} times`,
    );
  }
}

/** `npm run bench -- automation late silence` measures some of them only. */
const parts: Readonly<Record<string, (tell: (line: string) => void) => void | Promise<void>>> = {
  evaluation: measureEvaluation,
  calculated: measureCalculated,
  live: measureLive,
  late: measureLateness,
  silence: measureSilence,
  many: measureMany,
};
const chosen = process.argv.slice(2).filter((name) => name in parts);
for (const name of chosen.length > 0 ? chosen : Object.keys(parts)) await parts[name]?.((line) => console.log(line));
