import type { DeviceId } from "../../../kernel/ids.ts";
import type { Device } from "../../devices/index.ts";
import type { Sample } from "../../telemetry/index.ts";
import type { CompiledRule } from "../compile/compiled-rule.ts";
import { Backtest, type BacktestResult } from "./backtest.ts";
import { type SilentTime, SilentTimes } from "./silent-times.ts";

/** A device of the past: before it was made, only points that were brought later say that it was there. */
export type PastDevice = Pick<Device, "id" | "createdTime">;

interface PastRange {
  readonly from: number;
  readonly to: number;
}

export interface PastResult extends BacktestResult {
  readonly deviceId: DeviceId;
  readonly endedTs: number;
  readonly silent: readonly SilentTime[];
}

/** A rule over the past of one device, from when the device was there: nobody misses what nobody could send [RUL6]. */
export class PastRun {
  readonly #rule: CompiledRule;
  readonly #deviceId: DeviceId;
  readonly #backtest: Backtest;
  readonly #silent: SilentTimes;
  /** The time of the last point. */
  last: number;

  constructor(rule: CompiledRule, { id, createdTime }: PastDevice, { from, to }: PastRange, firstTs: number) {
    const begin = Math.max(from, Math.min(createdTime, firstTs));
    this.#rule = rule;
    this.#deviceId = id;
    this.#backtest = new Backtest(rule, begin);
    this.#silent = new SilentTimes(begin, to);
    this.last = begin;
  }

  take(inputs: readonly number[], { ts, value }: Sample): void {
    this.#backtest.take({ inputs, ts, value });
    if (this.#isSent(inputs)) this.#silent.see(ts);
    this.last = ts;
  }

  finish(at: number): PastResult {
    return { deviceId: this.#deviceId, ...this.#backtest.finish(at), endedTs: at, silent: this.#silent.until(at) };
  }

  /** An attribute or a file that seldom changes is no device that is silent. */
  #isSent([first = 0]: readonly number[]): boolean {
    return this.#rule.inputs[first]?.definition.kind === "TELEMETRY";
  }
}
